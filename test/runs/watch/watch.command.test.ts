import { describe, expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import type { ResultName } from '../../../src/contract/vocabulary.ts'
import { NotFoundError, UnavailableError } from '../../../src/errors.ts'
import { type Poll, watchRun, type WatchOptions } from '../../../src/runs/watch/index.ts'
import { createProject } from '../../submission/service.ts'

type Step = (set: (test: number, result: ResultName) => Promise<unknown>, api: Api) => unknown

/** Creates a run of two tests in a real service. The functions in `steps` run one by one before the looks, not before each request. */
const createRun = async (steps: readonly Step[] = []) => {
  const { api, run } = await createProject(['logs in', 'logs out'])
  const { tests } = await api.tests.list({ testRunId: run.id })
  const set = (test: number, result: ResultName) => api.tests.update({ testId: tests[test]!.id, result })
  const queue = [...steps]
  const requests: string[] = []
  const watched: Api = {
    ...api,
    runs: {
      ...api.runs,
      get: async (request) => {
        requests.push('run')
        await queue.shift()?.(set, api)
        return api.runs.get(request)
      },
    },
    tests: {
      ...api.tests,
      list: (request) => {
        requests.push(request.relations ? `tests with ${request.relations.join(' ')}` : 'tests')
        return api.tests.list(request)
      },
    },
  }
  return { api: watched, requests, set, run: { ...run, identifier: 'WEB-R1' } }
}

const watch = async (there: Pick<WatchOptions, 'api' | 'run'>, more: Partial<WatchOptions> = {}) => {
  const told: string[] = []
  const watched = await watchRun({
    api: there.api,
    run: there.run,
    timeoutMs: 60_000,
    pause: { first: 1, most: 1 },
    io: { now: () => new Date(), stop: new AbortController().signal },
    onSeen: ({ turns }: Poll) =>
      void told.push(turns.map(({ identifier, from, to }) => `${identifier} ${from}-${to}`).join(' ')),
    ...more,
  })
  return { ...watched, told }
}

const nothing = () => undefined
const gone = () => {
  throw new UnavailableError('nothing listens there')
}

test('what happens is told as it happens, until no test is open', async () => {
  const there = await createRun([
    nothing,
    (set) => set(0, 'inProgress'),
    (set) => set(0, 'failed'),
    (set) => set(1, 'passed'),
  ])
  const { last, told } = await watch(there)
  expect(told).toEqual(['', 'WEB-T1 untested-inProgress', 'WEB-T1 inProgress-failed', 'WEB-T2 untested-passed'])
  expect(last?.state.counts).toMatchObject({ passed: 1, failed: 1 })
})

test('while nothing happens a look is one small request; comments are never read', async () => {
  const finish: Step = async (set) => [await set(0, 'passed'), await set(1, 'passed')]
  const there = await createRun([nothing, nothing, nothing, nothing, finish])
  await watch(there)
  expect(there.requests).toEqual(['run', 'tests', 'run', 'run', 'run', 'run', 'tests'])
})

test('two tests that changed places are seen at the fifth look at the latest, though the counts stay the same', async () => {
  const swap: Step = async (set) => [await set(0, 'untested'), await set(1, 'inProgress')]
  const finish: Step = async (set) => [await set(0, 'passed'), await set(1, 'passed')]
  const there = await createRun([(set) => set(0, 'inProgress'), swap, nothing, nothing, nothing, nothing, finish])
  const { told } = await watch(there)
  expect(told).toEqual([
    '',
    '',
    '',
    '',
    '',
    'WEB-T1 inProgress-untested WEB-T2 untested-inProgress',
    'WEB-T1 untested-passed WEB-T2 inProgress-passed',
  ])
})

test('a run that is known by its id alone is seen through its tests', async () => {
  const there = await createRun()
  await there.set(0, 'passed')
  const run = { id: there.run.id, name: '' }
  const watching = watch({ api: there.api, run })
  await there.set(1, 'passed')
  expect((await watching).last?.state.counts).toMatchObject({ passed: 2 })
  expect(there.requests).not.toContain('run')
})

test('a run that gets another name is called by it', async () => {
  const there = await createRun([
    nothing,
    (_, api) => api.runs.update({ testRunId: there.run.id, name: 'Weekly' }),
    async (set) => [await set(0, 'passed'), await set(1, 'passed')],
  ])
  expect((await watch(there)).last?.state.run.name).toBe('Weekly')
})

describe('a service that is gone for a while', () => {
  test('is borne, and what happened meanwhile is told', async () => {
    const there = await createRun([
      nothing,
      gone,
      gone,
      async (set) => [await set(0, 'passed'), await set(1, 'passed')],
    ])
    const { told, missed } = await watch(there)
    expect(told).toEqual(['', 'WEB-T1 untested-passed WEB-T2 untested-passed'])
    expect(missed.length).toBe(2)
  })
})

test('a run that is deleted ends it', async () => {
  const there = await createRun([nothing, (_, api) => api.runs.delete({ testRunId: there.run.id })])
  await expect(watch(there)).rejects.toThrow(NotFoundError)
})

test('at the deadline the tests are read once more', async () => {
  let time = 0
  const there = await createRun()
  const { last } = await watch(there, { timeoutMs: 60, now: () => (time += 10) })
  expect(last?.state.counts).toMatchObject({ untested: 2 })
  expect(there.requests.at(-1)).toBe('tests')
})
