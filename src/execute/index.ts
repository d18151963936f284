import type { Api } from '../contract/index.ts'
import { HungUpError, UnauthorizedError, UnavailableError, UsageError } from '../errors.ts'
import { watchForGoneRun } from '../runs/gone-run.ts'
import type { NamedRun } from '../runs/line-parts.ts'
import { counted } from '../output/text/count.ts'
import type { Palette } from '../output/style/color.ts'
import { createFailure } from '../system/async/failure.ts'
import { stopError } from '../system/async/stopped.ts'
import type { Io } from '../system/io.ts'
import { type Choice, chooseFirst, chooseList, waiting } from './choose-list.ts'
import { keptResults } from './kept-results.ts'
import { openExecutionJournal } from './journal/index.ts'
import { createOutbox } from './outbox/index.ts'
import { createNoteFiles, openDrafts } from './note-files.ts'
import { openPlain } from './plain/index.ts'
import { readItems } from './read-items.ts'
import { openScreen } from './screen/index.ts'
import { runSession, type Ended } from './session-loop.ts'
import { begin, type Event } from './session/index.ts'
import { sayUnsent } from './unsent.ts'

/** The run to execute, the choice of its tests, and how to show it. */
export type Order = {
  api: Api
  io: Io
  service: string
  run: NamedRun & { identifier: string }
  project: string
  /** The holder of the key, if known beforehand. */
  me: string | undefined
  choice: Choice
  claims: boolean
  isPlain: boolean
  palette: Palette
  warn: (text: string) => Promise<void>
}

export type { Ended } from './session-loop.ts'
export type { Unsent } from './unsent.ts'

/** Executes a run by hand. First sends what an earlier execution did not send. */
export const execute = async (order: Order): Promise<Ended> => {
  const { api, io, run, project, service, choice } = order
  const warnings: Promise<void>[] = []
  const header = {
    version: 1,
    at: io.now().toISOString(),
    pid: io.pid,
    service,
    run: run.id,
    name: run.name,
    holder: order.me,
  } as const
  const journal = await openExecutionJournal(header, io, (text) => void warnings.push(order.warn(text)))
  await Promise.all(warnings)
  const early: Event[] = []
  let hear = (event: Event): void => void early.push(event)
  const { failed, fail } = createFailure()
  const { earlier } = journal
  const noteFiles = createNoteFiles(io)
  const outbox = createOutbox({
    api,
    run: run.id,
    journal,
    me: order.me,
    stop: io.stop,
    onNews: (news) => hear(news),
    keepNote: noteFiles.keep,
    isRunGone: watchForGoneRun(api, run.id),
    onFatal: fail,
  })
  try {
    if (earlier.pending.length > 0 && !(await Promise.race([outbox.drain(), failed]))) {
      io.stop.throwIfAborted()
      throw new UnavailableError(`${counted(outbox.count(), 'change')} of an earlier execution cannot be sent yet`, {
        hint: `they are kept; run it again when the service answers: testctl runs execute ${run.identifier}`,
      })
    }
    const items = await readItems(api, run.id, project)
    if (items.length === 0)
      throw new UsageError(`${run.identifier} has no tests`, {
        hint: `testctl runs update ${run.identifier} --add-case C1`,
      })
    const me = order.me ?? earlier.me
    const list = chooseList(items, { ...choice, me })
    const from = chooseFirst(items, choice, run.identifier)
    const isToTell = early.some(({ type }) => type === 'refused' || type === 'conflict')
    const { claims } = order
    const { ticks, opened, next } = earlier
    const notes = openDrafts(earlier.drafts, io, noteFiles)
    const beginning = begin({
      run,
      me,
      claims,
      list,
      assignedTo: choice.assignedTo,
      wanted: choice.only ?? waiting,
      items,
      ticks,
      opened,
      next,
      from,
      kept: keptResults(earlier.pending, early),
      notes,
    })
    if (list.length === 0 && from === undefined && earlier.opened.size === 0 && !isToTell)
      return { state: beginning.state, by: 'key', unsent: undefined, unasked: [] }
    const view = order.isPlain ? openPlain(io) : openScreen(io, order.palette)
    const read = () => readItems(api, run.id, project)
    return await runSession({
      io,
      view,
      outbox,
      journal,
      noteFiles,
      beginning,
      early,
      read,
      failed,
      isPlain: order.isPlain,
      listen: (listener) => (hear = listener),
    })
  } catch (error) {
    if (outbox.count() === 0) throw error
    const isKept = journal.isKept()
    const said = sayUnsent(outbox.count(), isKept)
    const again = `${isKept ? 'send them' : 'set them again'}: testctl runs execute ${run.identifier}`
    if (io.stop.aborted)
      throw stopError(io.stop, `${(io.stop.reason as Error).message}; ${said}`, { hint: `to ${again}` })
    throw error instanceof UnauthorizedError ? keepingError(error, { said, again, me: order.me }) : error
  } finally {
    await outbox.close()
    for (const { identifier, file } of noteFiles.left())
      await order
        .warn(`a note on ${identifier} was not sent; it is kept in ${file}`)
        // On a closed terminal the tester did not see the warning, so the next execution must offer the note.
        .then(() => (io.stop.reason instanceof HungUpError ? undefined : journal.note({ did: 'named', file })))
        // A failure here must not hide why the execution ended.
        .catch(() => undefined)
    await journal.close()
  }
}

/** Adds to the error about a refused key whether the unsent changes are kept, and how to send or set them again. */
const keepingError = (
  error: UnauthorizedError,
  { said, again, me }: { said: string; again: string; me: string | undefined },
): UnauthorizedError =>
  new UnauthorizedError(`${error.message}; ${said}`, {
    hint: `give a valid key${me === undefined ? '' : ` of ${me}`} (how: testctl auth status), then ${again}`,
    status: error.status,
    cause: error,
  })
