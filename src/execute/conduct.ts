import { setTimeout as rest } from 'node:timers/promises'
import type { Io } from '../system/io.ts'
import type { Outbox } from './outbox/index.ts'
import type { ExecutionJournal } from './journal/index.ts'
import { openKeyboard } from './keys/keyboard.ts'
import { editNote } from './edit-note.ts'
import { type Event, step } from './session/index.ts'
import { callOf, type Effect, type Item, type Session, shownOf, type Turn } from './session/state.ts'
import type { View } from './view.ts'

/** How a session ended, and what is not sent. */
export type Ended = { state: Session; by: 'key' | 'interrupt'; unsent: number }

type Stage = {
  io: Io
  view: View
  outbox: Outbox
  journal: Pick<ExecutionJournal, 'note'>
  beginning: Turn
  /** What was heard before there was a session. */
  early: readonly Event[]
  read: () => Promise<Item[]>
  /** Fails when nothing more can be sent. */
  failed: Promise<never>
  isPlain: boolean
  /** Has everything that is heard from the service told to a listener. */
  listen: (listener: (event: Event) => void) => void
}

/** Conducts a session: keys and news go into it, what it wants done is done, and a view shows it; until it is ended. */
export const conduct = async (stage: Stage): Promise<Ended> => {
  const { io, view, outbox, journal, beginning, failed } = stage
  let state = beginning.state
  const queue: Event[] = []
  let isBusy = false
  let isAway = false
  let isReady = false
  let touched = new Set<string>()
  const quits: ((by: 'key' | 'interrupt') => void)[] = []
  let quit = new Promise<'key' | 'interrupt'>((resolve) => quits.push(resolve))

  const show = (before: Session | undefined, turn: Turn): void => {
    if (!isAway) view.show(before, turn.state, turn.sayings)
  }
  const settle = (turn: Turn, before: Session | undefined): void => {
    state = turn.state
    turn.effects.forEach(perform)
    show(before, turn)
    // A page that is told is not turned back.
    if (stage.isPlain && (state.mode.at === 'help' || state.mode.at === 'list'))
      state = { ...state, mode: { at: state.at === undefined ? 'end' : 'test' } }
  }
  const hear = (event: Event): void => {
    queue.push(event)
    if (isBusy) return
    isBusy = true
    for (let next = queue.shift(); next; next = queue.shift()) settle(step(state, next), state)
    isBusy = false
  }
  const perform = (effect: Effect): void => {
    switch (effect.do) {
      case 'send':
        touched.add(effect.op.test)
        return outbox.put(effect.op)
      case 'tick':
        return void journal.note({ did: 'tick', test: effect.test, steps: effect.steps })
      case 'quit':
        return quits.shift()?.(effect.by)
      case 'redraw':
        return void view.clear().then(() => show(undefined, { state, effects: [], sayings: [] }))
      case 'suspend':
        isAway = true
        return void view.clear().then(() => keyboard.suspend())
      case 'edit':
        return void edit()
    }
  }
  const edit = async (): Promise<void> => {
    isAway = true
    await view.clear()
    keyboard.release()
    try {
      const text = await editNote(io, callOf(shownOf(state)))
      keyboard.take()
      isAway = false
      hear({ type: 'edited', text })
    } catch {
      keyboard.take()
      isAway = false
      hear({ type: 'edited', text: '' })
    }
  }
  const keyboard = openKeyboard(io, {
    // What was typed before anything was shown is for nothing of it.
    onTyped: (typed) => isReady && hear(typed),
    onResumed: () => {
      isAway = false
      // Others have written below what stood there.
      void view.clear('leave').then(() => show(undefined, { state, effects: [], sayings: [] }))
    },
    onEnd: () => hear({ type: 'key', key: { name: 'c', text: '', ctrl: true, meta: false } }),
  })
  const looking = setInterval(() => void lookAgain(), Math.max(lookPause, state.items.size * 10)).unref()
  const lookAgain = async (): Promise<void> => {
    if (state.trouble !== undefined) return
    // What is changed here while it is read is newer than what was read.
    touched = new Set([...state.items.keys()].filter(outbox.isBusy))
    const items = await stage.read().catch(() => [])
    const idle = items.filter(({ id }) => !touched.has(id))
    if (idle.length > 0 && state.mode.at !== 'over') hear({ type: 'read', items: idle })
  }
  const stopped = new Promise<never>((_, reject) => {
    if (io.stop.aborted) reject(io.stop.reason)
    io.stop.addEventListener('abort', () => reject(io.stop.reason), { once: true })
  })
  stopped.catch(() => undefined)
  try {
    await rest(typeAhead)
    isReady = true
    settle(beginning, undefined)
    stage.listen(hear)
    stage.early.forEach(hear)
    const by = await Promise.race([quit, failed, stopped])
    quit = new Promise((resolve) => quits.push(resolve))
    const limit = by === 'interrupt' ? rest(patience, undefined, { ref: false }) : undefined
    await Promise.race([outbox.drain(), failed, stopped, quit, ...(limit ? [limit] : [])])
    return { state, by, unsent: outbox.count() }
  } finally {
    clearInterval(looking)
    await view.done().catch(() => undefined)
    keyboard.close()
  }
}

// Milliseconds: for what waits in the terminal, from one look at the run to the next, and for an answer after Ctrl-C.
const typeAhead = 30
const lookPause = 15_000
const patience = 2000
