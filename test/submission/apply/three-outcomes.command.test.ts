import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import { UnavailableError, UnconfirmedError, UnknownOutcomeError } from '../../../src/errors.ts'
import { createEmpty, creating, outcome, projectAnew, submitTo } from '../service.ts'
import { examples } from '../../helpers/soak.ts'

// Whatever answers are lost and whenever the service is away: a result reported as set is stored, one reported as not set is not.

/** The end of a request: answered; done, but the answer is lost; not done and lost, too; not done, as the error says. */
type End = 'ok' | 'lost' | 'dropped' | 'away'

/** Wraps an Api whose requests end one after another as `ends` says, and after that all as `last`. */
const faulty = (api: Api, ends: readonly End[], last: End): Api => {
  let at = 0
  const guard =
    (verb: string, call: (...given: unknown[]) => Promise<unknown>) =>
    async (...given: unknown[]): Promise<unknown> => {
      const end = ends[at++] ?? last
      if (end === 'ok') return call(...given)
      if (end === 'away' || ['get', 'list'].includes(verb)) throw new UnavailableError('away')
      if (end === 'lost') await call(...given)
      throw verb === 'create' ? new UnknownOutcomeError('may be done') : new UnconfirmedError('may be done')
    }
  const guarded = Object.entries(api).map(([noun, verbs]) => [
    noun,
    Object.fromEntries(
      Object.entries(verbs as Record<string, (...given: unknown[]) => Promise<unknown>>).map(([verb, call]) => [
        verb,
        guard(verb, call),
      ]),
    ),
  ])
  return Object.fromEntries(guarded) as Api
}

const end = fc.oneof(
  { weight: 6, arbitrary: fc.constant<End>('ok') },
  { weight: 2, arbitrary: fc.constantFrom<End>('lost', 'dropped') },
  { weight: 1, arbitrary: fc.constant<End>('away') },
)
const names = ['a', 'b', 'c', 'd']
const outcomes = ['a', 'b', 'c', 'new'].map((name) =>
  outcome(name, name === 'b' ? 'passed' : 'failed', { messages: [{ message: 'no', text: '' }] }),
)

test('of the results and comments of a submission, whatever it says is true', async () => {
  const empty = await createEmpty()
  await fc.assert(
    fc.asyncProperty(
      fc.array(end, { minLength: 3, maxLength: 40 }),
      fc.constantFrom<End>('ok', 'away'),
      fc.boolean(),
      async (ends, last, isNew) => {
        const there = await projectAnew(empty, names)
        const { api, project, run } = there
        const before = (await api.runs.list({ projectId: project.id })).pagination.total
        const into = isNew ? { newRun: { name: 'CI' }, project } : { run, project }
        const order = { policy: creating, into, atOnce: 2 }
        const submitted = await submitTo({ ...there, api: faulty(api, ends, last) }, outcomes, order).catch(
          (error: Error & { exitCode?: number; hint?: string }) => error,
        )
        const { testRuns } = await api.runs.list({ projectId: project.id })
        if (submitted instanceof Error) {
          // A plain error, with no "may be done" and no run to go on with, means that neither a run nor a case was created.
          const isPlain = submitted.exitCode === 6 && !/may be done/.test(submitted.message)
          if (isPlain && !/go on with --run/.test(submitted.hint ?? '')) expect(testRuns).toHaveLength(before)
          const made = (await api.cases.list({ projectId: project.id })).pagination.total - names.length
          if (isPlain) expect(made).toBe(0)
          return
        }
        const { summary } = submitted
        const id = summary.run!.id
        const { tests } = await api.tests.list({ testRunId: id, limit: 100, relations: ['comments'] })
        const stored = new Map(tests.map(({ displayId, ...one }) => [`WEB-T${displayId}`, one]))
        const [results, comments] = [
          summary.failures.slice(0, summary.tests.failed),
          summary.failures.slice(summary.tests.failed),
        ]
        for (const { test: name, unknown } of results)
          if (!unknown) expect([name, stored.get(name)?.result]).toEqual([name, 'untested'])
        for (const { test: name, unknown } of comments)
          if (!unknown) expect([name, stored.get(name)?.comments]).toEqual([name, []])
        const set = tests.filter(({ result }) => result !== 'untested').length
        const maySet = results.filter(({ unknown }) => unknown).length
        expect(set).toBeGreaterThanOrEqual(summary.tests.set)
        expect(set).toBeLessThanOrEqual(summary.tests.set + maySet)
        const written = tests.filter((one) => (one.comments ?? []).length > 0).length
        const mayWrite = comments.filter(({ unknown }) => unknown).length
        expect(written).toBeGreaterThanOrEqual(summary.comments.written)
        expect(written).toBeLessThanOrEqual(summary.comments.written + mayWrite)
      },
    ),
    examples(60),
  )
})
