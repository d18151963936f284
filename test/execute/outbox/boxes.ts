import type { Api } from '../../../src/contract/index.ts'
import type { ResultName } from '../../../src/contract/vocabulary.ts'
import type { ExecutionEntry } from '../../../src/execute/journal/entry.ts'
import { replayExecution } from '../../../src/execute/journal/replay.ts'
import { createOutbox } from '../../../src/execute/outbox/index.ts'
import type { OpBody } from '../../../src/execute/outbox/op.ts'
import type { News } from '../../../src/execute/session/news.ts'
import { createService } from '../../../src/service/index.ts'
import { openStore } from '../../../src/store/index.ts'

/** Opens a run in the real service, in memory. `wire` has hooks that run `before` each request and `after` the service did it. */
export const openRun = async (tests = 3) => {
  const store = await openStore('file::memory:')
  const service = createService(store, () => new Date())
  const [ana, ben] = [service('ana'), service('ben')]
  const { project } = await ana.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const caseIds: string[] = []
  for (let at = 1; at <= tests; at++) {
    const written = { name: `Case ${at}`, preconditions: '', steps: [] }
    caseIds.push((await ana.cases.create({ projectId: project.id, ...written })).case.id)
  }
  const { testRun } = await ana.runs.create({ projectId: project.id, name: 'Nightly', caseIds })
  const listed = async () => (await ana.tests.list({ testRunId: testRun.id, relations: ['comments'] })).tests
  const ids = (await listed()).map(({ id }) => id)
  const wire: {
    before?: (what: string, request: object) => unknown
    after?: (what: string) => unknown
    /** Before the journal writes. */
    note?: () => unknown
    /** How long to wait after so many failures. */
    pause?: (failures: number) => number
  } = {}
  const calls: string[] = []
  const through = (api: Api): Api =>
    Object.fromEntries(
      Object.entries(api).map(([noun, verbs]) => [
        noun,
        Object.fromEntries(
          Object.entries(verbs).map(([verb, call]) => [
            verb,
            async (request: object) => {
              const what = `${noun}.${verb}`
              calls.push(what)
              await wire.before?.(what, request)
              const answer: unknown = await (call as (request: object) => Promise<unknown>)(request)
              await wire.after?.(what)
              return answer
            },
          ]),
        ),
      ]),
    ) as unknown as Api
  const lines: string[] = []
  let number = 0
  return {
    ana,
    ben,
    wire,
    calls,
    ids,
    idOf: (at: number): string => ids[at - 1] ?? '',
    /** Reads the result, assignee and comments of each test. */
    held: async () =>
      (await listed()).map(({ result, assignedTo, comments }) =>
        [result, assignedTo, ...(comments ?? []).map(({ content }) => content)].join(' ').trim(),
      ),
    rename: () => ana.projects.update({ projectId: project.id, identifier: 'NET' }),
    setAsBen: (at: number, result: ResultName) => ben.tests.update({ testId: ids[at - 1] ?? '', result }),
    /** Opens an outbox on the journal that the previous outbox left; with null, the holder of the key is not known. */
    open: (me: string | null = 'ana') => {
      const news: News[] = []
      const stop = new AbortController()
      let fatal: unknown
      const outbox = createOutbox({
        api: through(ana),
        run: testRun.id,
        journal: {
          earlier: replayExecution(lines.map((line) => `${line}\n`).join(''), 'journal'),
          note: async (...entries: readonly ExecutionEntry[]) => {
            await wire.note?.()
            if (!stop.signal.aborted) lines.push(...entries.map((entry) => JSON.stringify(entry)))
          },
        },
        me: me ?? undefined,
        stop: stop.signal,
        onNews: (one) => news.push(one),
        keepNote: () => 'note.md',
        isRunGone: async () => false,
        onFatal: (error) => (fatal = error),
        pause: (failures) => wire.pause?.(failures) ?? 5,
      })
      return {
        ...outbox,
        news,
        fatal: () => fatal,
        put: (at: number, body: OpBody) =>
          outbox.put({ n: ++number, test: ids[at - 1] ?? '', identifier: `WEB-T${at}`, ...body }),
        number: () => number,
        /** Ends the outbox like `kill -9`: nothing more is written to the journal. */
        kill: async () => {
          stop.abort()
          await outbox.close()
        },
      }
    },
    close: () => store.close(),
  }
}

/** The operations that keys put into an outbox. */
export const decided = (result: ResultName, from: ResultName = 'untested'): OpBody => ({
  do: 'decide',
  result,
  from,
  claim: true,
})
export const opened: OpBody = { do: 'open', before: 'untested', claim: true }
export const left: OpBody = { do: 'leave', before: 'untested' }
