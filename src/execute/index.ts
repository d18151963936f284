import type { Api } from '../contract/index.ts'
import { UnavailableError, UsageError } from '../errors.ts'
import type { NamedRun } from '../runs/titles.ts'
import { counted } from '../output/text/count.ts'
import type { Palette } from '../output/style/color.ts'
import type { Io } from '../system/io.ts'
import { type Choice, chooseFirst, chooseList, waiting } from './choose-list.ts'
import { openExecutionJournal } from './journal/index.ts'
import { createOutbox } from './outbox/index.ts'
import { openPlain } from './plain/index.ts'
import { readItems } from './read-items.ts'
import { openScreen } from './screen/index.ts'
import { conduct, type Ended } from './conduct.ts'
import { begin, type Event } from './session/index.ts'

/** What an execution is of, and how it is shown. */
export type Order = {
  api: Api
  io: Io
  service: string
  run: NamedRun & { identifier: string }
  project: string
  /** Whom the key belongs to, where that is known beforehand. */
  me: string | undefined
  choice: Choice
  claims: boolean
  isPlain: boolean
  palette: Palette
  warn: (text: string) => Promise<void>
}

/** What came of an execution: undefined where there was nothing to go through. */
export type Executed = Ended | undefined

export type { Ended } from './conduct.ts'

/** Executes a run by hand. What an earlier execution did not send is sent first. */
export const execute = async (order: Order): Promise<Executed> => {
  const { api, io, run, project, service, choice } = order
  const warnings: Promise<void>[] = []
  const header = {
    version: 1,
    at: io.now().toISOString(),
    pid: io.pid,
    service,
    run: run.id,
    name: run.name,
  } as const
  const journal = await openExecutionJournal(header, io, (text) => void warnings.push(order.warn(text)))
  await Promise.all(warnings)
  let hear: (event: Event) => void
  const early: Event[] = []
  hear = (event) => void early.push(event)
  let fatal: (error: unknown) => void = (error) => {
    throw error
  }
  const failed = new Promise<never>((_, reject) => (fatal = reject))
  failed.catch(() => undefined)
  const { earlier } = journal
  const outbox = createOutbox({
    api,
    journal,
    me: order.me,
    stop: io.stop,
    onNews: (news) => hear(news),
    onFatal: fatal,
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
    if (list.length === 0 && from === undefined && earlier.opened.size === 0) return undefined
    const { claims } = order
    const { ticks, opened, next } = earlier
    const beginning = begin({ run, me, claims, list, wanted: choice.only ?? waiting, items, ticks, opened, next, from })
    const view = order.isPlain ? openPlain(io) : openScreen(io, order.palette)
    const read = () => readItems(api, run.id, project)
    return await conduct({
      io,
      view,
      outbox,
      journal,
      beginning,
      early,
      read,
      failed,
      isPlain: order.isPlain,
      listen: (listener) => (hear = listener),
    })
  } finally {
    await outbox.close()
    await journal.close()
  }
}
