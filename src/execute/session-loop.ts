import { setTimeout as rest } from 'node:timers/promises'
import type { Io } from '../system/io.ts'
import type { Outbox } from './outbox/index.ts'
import type { ExecutionJournal } from './journal/index.ts'
import { createLooking } from './looking.ts'
import { openKeyboard } from './keys/keyboard.ts'
import { editNote } from './edit-note.ts'
import type { NoteFiles } from './note-files.ts'
import { createPresenter } from './presenter.ts'
import { sayUnasked } from './session/conflicts.ts'
import { type Event, step } from './session/index.ts'
import { callOf, type Effect, type Item, type Session, shownTest, type Turn } from './session/state.ts'
import { quiet } from './session/turn.ts'
import type { SessionView } from './session-view.ts'
import { sayUnsent, type Unsent } from './unsent.ts'

/** How a session ended, the results that are not sent, and the open questions about results that another person changed. */
export type Ended = {
  state: Session
  by: 'key' | 'interrupt'
  unsent: Unsent | undefined
  unasked: readonly { test: string; message: string }[]
}

type Stage = {
  io: Io
  view: SessionView
  outbox: Outbox
  journal: Pick<ExecutionJournal, 'note' | 'isKept'>
  noteFiles: NoteFiles
  beginning: Turn
  /** Events that arrived before the session began. */
  early: readonly Event[]
  read: () => Promise<Item[]>
  /** Rejects when nothing more can be sent. */
  failed: Promise<never>
  isPlain: boolean
  /** Passes every later event from the service to a listener. */
  listen: (listener: (event: Event) => void) => void
}

/** Runs a session to its end: feeds it keys and news, performs its effects, and shows its turns in a view. */
export const runSession = async (stage: Stage): Promise<Ended> => {
  const { io, outbox, journal, noteFiles, beginning, failed } = stage
  let state = beginning.state
  const queue: Event[] = []
  let isBusy = false
  let isReady = false
  const quits: ((by: 'key' | 'interrupt') => void)[] = []
  let quit = new Promise<'key' | 'interrupt'>((resolve) => quits.push(resolve))
  const presenter = createPresenter(stage.view)
  const { broken } = presenter

  const settle = (turn: Turn, before: Session | undefined): void => {
    state = turn.state
    const writes = turn.effects.flatMap((effect) => perform(effect) ?? [])
    presenter.present(before, turn, writes.length > 0 ? Promise.all(writes) : undefined)
    // Plain output is not redrawn, so a page over the test does not stay there.
    if (stage.isPlain && (state.mode.at === 'help' || state.mode.at === 'list'))
      state = { ...state, mode: { at: state.at === undefined ? 'end' : 'test' } }
  }
  const hear = (event: Event): void => {
    queue.push(event)
    if (isBusy) return
    isBusy = true
    for (let next = queue.shift(); next; next = queue.shift()) settle(step(state, next, stage.view.pageOf), state)
    isBusy = false
  }
  /** Performs an effect; resolves when the journal has the result that it sets. */
  const perform = (effect: Effect): Promise<void> | undefined => {
    switch (effect.do) {
      case 'send':
        looking.touch(effect.op.test)
        return outbox.put(effect.op)
      case 'tick':
        return journal.note({ did: 'tick', test: effect.test, steps: effect.steps })
      case 'drop':
        return journal.note({ did: 'dropped', n: effect.n })
      case 'quit':
        return void quits.shift()?.(effect.by)
      case 'redraw':
        return void presenter.clear().then(showAgain)
      case 'suspend':
        return void presenter.leave().then(() => keyboard.suspend())
      case 'edit':
        return void edit(effect.draft)
      case 'forget':
        return void journal.note().then(() => noteFiles.remove(effect.files))
    }
  }
  const showAgain = (): void => presenter.present(undefined, quiet(state))
  const edit = async (draft: string): Promise<void> => {
    // Keys typed meanwhile are for the editor, or for nothing on the screen.
    isReady = false
    await presenter.leave()
    keyboard.release()
    const item = shownTest(state)
    const test = item?.id ?? ''
    const identifier = item?.identifier ?? 'test'
    const begin = (file: string): Promise<void> => journal.note({ did: 'draft', test, identifier, file })
    const edited = await editNote(io, { identifier, about: callOf(item), draft, begin })
    if ('problem' in edited && edited.file !== undefined) noteFiles.add({ test, identifier, file: edited.file })
    keyboard.take()
    await rest(typeAhead)
    isReady = true
    presenter.comeBack()
    hear({ type: 'edited', ...edited })
  }
  const keyboard = openKeyboard(io, {
    // Keys typed while nothing is shown yet are ignored.
    onTyped: (typed) => isReady && hear(typed),
    onResumed: () => {
      presenter.comeBack()
      // The shell and other programs have written below the last screen.
      void presenter.clear('leave').then(showAgain)
    },
    onEnd: () => hear({ type: 'hungUp' }),
  })
  const looking = createLooking(stage.read, () => [...state.items.keys()].filter(outbox.isBusy))
  const lookAgain = async (): Promise<void> => {
    if (state.trouble !== undefined) return
    const items = await looking.look()
    if (items.length > 0 && state.mode.at !== 'over') hear({ type: 'read', items })
  }
  const looks = setInterval(() => void lookAgain(), Math.max(lookPause, state.items.size * 10)).unref()
  const stopped = rejectWhenStopped(io.stop)
  try {
    await rest(typeAhead)
    isReady = true
    settle(beginning, undefined)
    stage.listen(hear)
    stage.early.forEach(hear)
    const by = await Promise.race([quit, failed, stopped, broken])
    // Another Ctrl-C ends the wait for the answers.
    quit = new Promise((resolve) => quits.push(resolve))
    const limit = by === 'interrupt' ? [rest(patience, 'late' as const, { ref: false })] : []
    const ending = await Promise.race([outbox.drain(), failed, stopped, broken, quit, ...limit])
    const isKept = journal.isKept()
    const ended: Ended = {
      state,
      by,
      unsent: unsentOf(outbox, isKept),
      unasked: state.conflicts.map((conflict) => sayUnasked(conflict, isKept)),
    }
    // Otherwise a request that waits for the service would hold up the end until its time limit. DECISIONS 546
    if (typeof ending === 'string') io.interrupt?.()
    return ended
  } finally {
    clearInterval(looks)
    // What comes now would be drawn below the end of the session.
    stage.listen(() => undefined)
    await presenter.done().catch(() => undefined)
    keyboard.close()
  }
}

/** Returns the changes that the service does not have when a session ends; undefined if it has all of them. */
const unsentOf = (outbox: Outbox, isKept: boolean): Unsent | undefined => {
  const changes = outbox.changes()
  if (changes.length === 0) return undefined
  return { said: sayUnsent(changes.length, isKept), isKept, lost: isKept ? [] : changes }
}

const rejectWhenStopped = (stop: AbortSignal): Promise<never> => {
  const stopped = new Promise<never>((_, reject) => {
    if (stop.aborted) reject(stop.reason)
    stop.addEventListener('abort', () => reject(stop.reason), { once: true })
  })
  stopped.catch(() => undefined)
  return stopped
}

// Milliseconds: until keys in the terminal's buffer are read, between two reads of the run, and for answers after Ctrl-C.
const typeAhead = 30
const lookPause = 15_000
const patience = 2000
