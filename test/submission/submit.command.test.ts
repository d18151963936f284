import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  InterruptedError,
  NotFoundError,
  UnauthorizedError,
  UnavailableError,
  UnconfirmedError,
} from '../../src/errors.ts'
import type { Api } from '../../src/contract/index.ts'
import { once } from '../../src/system/async/once.ts'
import { usualPolicy } from '../../src/submission/index.ts'
import { createEmpty, createProject, creating, outcome, projectAnew, resultsOf, submitTo } from './service.ts'
import { addsUp } from './sums.ts'
import { summaryLines } from '../../src/submission/summary/lines.ts'

/** Replaces the update of tests in an Api. */
const withUpdate = (api: Api, update: Api['tests']['update']): Api => ({ ...api, tests: { ...api.tests, update } })

test('results are set, what is skipped stays as it is, and what no test has is named', async () => {
  const there = await createProject(['logs in', 'logs out', 'searches', 'pays'])
  const outcomes = [
    outcome('Login › logs in'),
    outcome('Login › logs out', 'failed'),
    outcome('searches', 'skipped'),
    outcome('Cart › adds'),
  ]
  const { summary, error } = await submitTo(there, outcomes)
  expect(await resultsOf(there.api, there.run.id)).toEqual({
    'logs in': 'passed',
    'logs out': 'failed',
    searches: 'untested',
    pays: 'untested',
  })
  addsUp(summary)
  expect(summary).toMatchObject({
    run: { identifier: 'WEB-R1', name: 'Nightly', created: false },
    results: { read: 4, matched: 3, unmatched: 1, folded: 0 },
    tests: { set: 2, setTo: { passed: 1, failed: 1 }, unchanged: 0, skipped: 1, failed: 0, inNoReport: 1 },
    unmatched: [{ name: 'Cart › adds', report: 'report.xml', reason: 'nothing in the run has this name' }],
  })
  expect(error).toMatchObject({ exitCode: 7, message: '1 of 4 results matches no test in the run' })
})

test('a test that failed is no failure to submit; what has not changed is not sent again', async () => {
  const there = await createProject(['a', 'b'])
  const outcomes = [outcome('a', 'failed'), outcome('b')]
  expect((await submitTo(there, outcomes)).error).toBeUndefined()
  const sent: string[] = []
  const api = withUpdate(there.api, (request) => {
    sent.push(request.testId)
    return there.api.tests.update(request)
  })
  const { summary, error } = await submitTo({ ...there, api }, [outcome('a', 'failed'), outcome('b', 'failed')])
  expect(error).toBeUndefined()
  expect(sent).toHaveLength(1)
  expect(summary.tests).toMatchObject({ set: 1, unchanged: 1 })
})

test('of several results for one test the worst counts', async () => {
  const there = await createProject(['a', 'b', 'c'])
  const { summary } = await submitTo(there, [
    outcome('a'),
    outcome('a', 'failed'),
    outcome('a', 'skipped'),
    outcome('b', 'skipped'),
    outcome('b'),
    outcome('c [WEB-C3]', 'skipped'),
    outcome('d [WEB-T3] [WEB-T1]'),
  ])
  expect(await resultsOf(there.api, there.run.id)).toEqual({ a: 'failed', b: 'passed', c: 'passed' })
  addsUp(summary)
  expect(summary.results).toMatchObject({ read: 7, matched: 7, folded: 5, shared: 1 })
})

test('an identifier besides that is not there is said, and is no error where what is unmatched is ignored', async () => {
  const there = await createProject(['a'])
  const outcomes = [outcome('WEB-C1 WEB-C9')]
  const { summary, error } = await submitTo(there, outcomes)
  expect(summary.missing).toMatchObject([{ name: 'WEB-C1 WEB-C9', identifiers: ['WEB-C9'] }])
  expect(error).toMatchObject({ exitCode: 7, message: '1 result names something that is not there' })
  expect((await submitTo(there, outcomes, { policy: { ...usualPolicy, unmatched: 'ignore' } })).error).toBeUndefined()
})

describe('when not everything can be sent', () => {
  test('a test that was deleted meanwhile is said, and the others go on', async () => {
    const there = await createProject(['a', 'b', 'c'])
    const { tests } = await there.api.tests.list({ testRunId: there.run.id })
    const deletion = once(() => there.api.tests.delete({ testId: tests[1]!.id }))
    const api = withUpdate(there.api, async (request) => {
      await deletion()
      return there.api.tests.update(request)
    })
    const { summary, error } = await submitTo({ ...there, api }, [outcome('a'), outcome('b'), outcome('c')])
    addsUp(summary)
    expect(summary.tests).toMatchObject({ set: 2, failed: 1 })
    expect(summary.failures).toMatchObject([{ test: 'WEB-T2', name: 'b' }])
    expect(error).toMatchObject({ exitCode: 7, message: '1 of 3 tests was not set' })
  })

  const many = Array.from({ length: 200 }, (_, at) => `test ${at}`)
  const all = many.map((name) => outcome(name))

  test('a refused key ends it early', async () => {
    const there = await createProject(many)
    let asked = 0
    const api = withUpdate(there.api, () => {
      asked++
      return Promise.reject(new UnauthorizedError('no'))
    })
    const { summary, error } = await submitTo({ ...there, api }, all)
    addsUp(summary)
    expect(asked).toBeLessThan(40)
    expect(error).toMatchObject({ exitCode: 4 })
  })

  test('a service that is gone is not asked for every test', async () => {
    const there = await createProject(many)
    let asked = 0
    const api = withUpdate(there.api, () => {
      asked++
      return Promise.reject(new UnavailableError('gone'))
    })
    const { summary, error } = await submitTo({ ...there, api }, all)
    addsUp(summary)
    expect(asked).toBeLessThan(100)
    expect(summary.tests.notSent).toBeGreaterThan(100)
    expect(error).toMatchObject({ exitCode: 6 })
  })

  test('a test whose answer was lost, in a run that cannot be read again, may or may not be set', async () => {
    const there = await createProject(['a', 'b'])
    const { tests } = await there.api.tests.list({ testRunId: there.run.id })
    let isAway = false
    const update: typeof there.api.tests.update = (request) => {
      if (request.testId === tests[0]!.id) return there.api.tests.update(request)
      isAway = true
      return Promise.reject(new UnconfirmedError('no answer came'))
    }
    const list: typeof there.api.tests.list = (request) =>
      isAway ? Promise.reject(new UnavailableError('gone')) : there.api.tests.list(request)
    const api = { ...there.api, tests: { ...there.api.tests, list, update } }
    const { summary, error } = await submitTo({ ...there, api }, [outcome('a'), outcome('b')])
    addsUp(summary)
    expect(summary.failures).toMatchObject([{ test: 'WEB-T2', unknown: true }])
    expect(summaryLines(summary)).toContain('  unknown    1')
    expect(summaryLines(summary).join()).not.toContain('not done')
    expect(error).toMatchObject({ exitCode: 7, message: '1 of 2 tests may or may not be set' })
  })

  test('an interruption ends it, and what was not sent is counted', async () => {
    const there = await createProject(many)
    const stop = new AbortController()
    let asked = 0
    const api = withUpdate(there.api, (request) => {
      if (++asked === 20) stop.abort(new InterruptedError('interrupted'))
      return there.api.tests.update(request)
    })
    const { summary, error } = await submitTo({ ...there, api }, all, { stop: stop.signal })
    addsUp(summary)
    expect(summary.tests.notSent).toBeGreaterThan(100)
    expect(error).toMatchObject({ exitCode: 130, message: expect.stringContaining('of 200 tests were not set') })
  })

  test('a run that is deleted while it is read ends it', async () => {
    const there = await createProject(['a'])
    await there.api.runs.delete({ testRunId: there.run.id })
    await expect(submitTo(there, [outcome('a')])).rejects.toBeInstanceOf(NotFoundError)
  })
})

test('whatever is reported, the summary adds up, and submitting it again changes nothing', async () => {
  const at = fc.constantFrom('a', 'b', 'A › a', 'A › b', 'B › b', 'c WEB-C1', 'WEB-T2 WEB-C3', 'WEB-C77', '')
  const result = fc.constantFrom('passed', 'failed', 'skipped')
  const empty = await createEmpty()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ at, result })),
      fc.constantFrom(creating, usualPolicy),
      async (results, policy) => {
        const there = await projectAnew(empty, ['a', 'b', 'c'])
        const outcomes = results.map((one) => outcome(one.at, one.result))
        const { summary } = await submitTo(there, outcomes, { policy })
        addsUp(summary)
        const again = await submitTo(there, outcomes, { policy })
        addsUp(again.summary)
        expect(again.summary.tests.set).toBe(0)
        expect(again.summary.created).toEqual({ cases: 0, tests: 0 })
      },
    ),
    { numRuns: 40 },
  )
})
