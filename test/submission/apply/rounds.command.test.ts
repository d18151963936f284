import { expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import {
  InterruptedError,
  NotFoundError,
  RejectedError,
  UnauthorizedError,
  UnavailableError,
  UnconfirmedError,
} from '../../../src/errors.ts'
import { createProject, outcome, submitTo } from '../service.ts'

// Failed updates of results are sent again in further rounds while others succeed. The outcome of the first attempt stays unknown.

const names = ['a', 'b', 'c']

/** Submits to a service that loses the first answer for test `a` and ends a later attempt with `later`. */
const submitLosing = async (later: Error) => {
  const there = await createProject(names)
  const { tests } = await there.api.tests.list({ testRunId: there.run.id })
  const first = tests.find(({ name }) => name === 'a')!.id
  let attempts = 0
  const update: Api['tests']['update'] = (request) => {
    if (request.testId !== first) return there.api.tests.update(request)
    attempts += 1
    return Promise.reject(attempts === 1 ? new UnconfirmedError('no answer came') : later)
  }
  const api = { ...there.api, tests: { ...there.api.tests, update } }
  return {
    ...(await submitTo(
      { ...there, api },
      names.map((name) => outcome(name)),
    )),
    attempts,
  }
}

test.each([
  ['is away', new UnavailableError('refused')],
  ['refuses it', new RejectedError('no')],
  ['refuses the key', new UnauthorizedError('no')],
  ['is not asked any more, after Ctrl-C', new InterruptedError('interrupted')],
])('a result whose answer was lost is unknown where the service then %s', async (_, later) => {
  const { summary, attempts } = await submitLosing(later)
  expect(attempts).toBe(2)
  expect(summary.tests).toMatchObject({ set: 2, failed: 1, notSent: 0 })
  expect(summary.failures).toMatchObject([{ test: 'WEB-T1', reason: 'no answer came', unknown: true }])
})

test('of a test that is not there any more, nothing was set', async () => {
  const { summary } = await submitLosing(new NotFoundError('gone'))
  expect(summary.failures).toMatchObject([{ test: 'WEB-T1', reason: 'gone' }])
  expect(summary.failures[0]).not.toHaveProperty('unknown')
})

test('a result whose answer was lost is unknown where the key is refused before it is sent again', async () => {
  const there = await createProject(names)
  const { tests } = await there.api.tests.list({ testRunId: there.run.id })
  const [first, second] = ['a', 'b'].map((one) => tests.find(({ name }) => name === one)!.id)
  const attempts = new Map<string, number>()
  const update: Api['tests']['update'] = (request) => {
    const attempt = (attempts.get(request.testId) ?? 0) + 1
    attempts.set(request.testId, attempt)
    if (![first, second].includes(request.testId)) return there.api.tests.update(request)
    return Promise.reject(attempt === 1 ? new UnconfirmedError('no answer came') : new UnauthorizedError('no'))
  }
  const api = { ...there.api, tests: { ...there.api.tests, update } }
  const all = names.map((name) => outcome(name))
  const { summary } = await submitTo({ ...there, api }, all, { atOnce: 1 })
  expect([...attempts.values()]).toEqual([2, 1, 1])
  expect(summary.failures).toMatchObject([
    { test: 'WEB-T1', reason: 'no answer came', unknown: true },
    { test: 'WEB-T2', reason: 'no answer came', unknown: true },
  ])
  expect(summary.tests).toMatchObject({ set: 1, failed: 2, notSent: 0 })
})

test('a service that fails now and then, with answers between, gets every result in the first round', async () => {
  const all = Array.from({ length: 200 }, (_, at) => `case ${at}`)
  const there = await createProject(all)
  const asked: string[] = []
  const update: Api['tests']['update'] = (request) => {
    const isFirst = !asked.includes(request.testId)
    asked.push(request.testId)
    // One in four fails the first time: fifty of them.
    return isFirst && asked.length % 4 === 0
      ? Promise.reject(new UnavailableError('busy'))
      : there.api.tests.update(request)
  }
  const api = { ...there.api, tests: { ...there.api.tests, update } }
  const outcomes = all.map((name) => outcome(name))
  const { summary } = await submitTo({ ...there, api }, outcomes, { atOnce: 1 })
  expect(summary.tests).toMatchObject({ set: 200, failed: 0, notSent: 0 })
  expect(new Set(asked.slice(0, 200)).size).toBe(200)
})

test.for([
  ['that fails forty results in a row, and answers the others, gets every result', new UnavailableError('away'), 0],
  ['that refuses forty results in a row gets all others', new RejectedError('no'), 40],
] as const)('a service %s', async ([, failure, failed]) => {
  const all = Array.from({ length: 100 }, (_, at) => `case ${at}`)
  const there = await createProject(all)
  const outcomes = all.map((name) => outcome(name))
  let asked = 0
  const refused = new Set<string>()
  const update: Api['tests']['update'] = (request) => {
    asked += 1
    if (asked > 10 && asked <= 50) refused.add(request.testId)
    return (asked > 10 && asked <= 50) || (failed > 0 && refused.has(request.testId))
      ? Promise.reject(failure)
      : there.api.tests.update(request)
  }
  const api = { ...there.api, tests: { ...there.api.tests, update } }
  const { summary } = await submitTo({ ...there, api }, outcomes, { atOnce: 1 })
  expect(summary.tests).toMatchObject({ set: 100 - failed, failed, notSent: 0 })
})

test('once a key is refused, no result is sent again', async () => {
  const there = await createProject(names)
  const { tests } = await there.api.tests.list({ testRunId: there.run.id })
  const refused = tests.find(({ name }) => name === 'c')!.id
  const busy = tests.find(({ name }) => name === 'b')!.id
  const asked: string[] = []
  const update: Api['tests']['update'] = (request) => {
    asked.push(request.testId)
    if (request.testId === refused) return Promise.reject(new UnauthorizedError('no'))
    return request.testId === busy ? Promise.reject(new UnavailableError('busy')) : there.api.tests.update(request)
  }
  const api = { ...there.api, tests: { ...there.api.tests, update } }
  const { summary } = await submitTo(
    { ...there, api },
    names.map((name) => outcome(name)),
  )
  expect(asked).toHaveLength(3)
  expect(summary.tests).toMatchObject({ set: 1, failed: 2, notSent: 0 })
})
