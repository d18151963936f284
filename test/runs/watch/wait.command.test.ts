import { describe, expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import type { ResultName } from '../../../src/contract/vocabulary.ts'
import {
  ForeignAnswerError,
  InterfaceError,
  InterruptedError,
  NotFoundError,
  UnavailableError,
} from '../../../src/errors.ts'
import { nextPause } from '../../../src/runs/watch/poll.ts'
import { awaitEnd, type WaitOptions } from '../../../src/runs/watch/wait.ts'
import { createProject } from '../../submission/service.ts'

/** Creates a real service in memory with the run WEB-R1 of these cases. */
const createRunOf = async (names: readonly string[] = []) => {
  const { api, run } = await createProject(names)
  return { api, run: { ...run, identifier: 'WEB-R1' } }
}

/** Creates a run of two tests. The functions in `before` run one by one before the reads of it. */
const createRun = async (before: readonly ((set: (result: ResultName) => Promise<unknown>) => unknown)[] = []) => {
  const { api, run } = await createRunOf(['logs in', 'logs out'])
  const { tests } = await api.tests.list({ testRunId: run.id })
  const set = (result: ResultName) => Promise.all(tests.map(({ id }) => api.tests.update({ testId: id, result })))
  const queue = [...before]
  const looks: string[] = []
  const told = <Request, Answer>(what: string, read: (request: Request) => Promise<Answer>) => {
    return async (request: Request): Promise<Answer> => {
      looks.push(what)
      await queue.shift()?.(set)
      return read(request)
    }
  }
  const watched: Api = {
    ...api,
    runs: { ...api.runs, get: told('run', api.runs.get) },
    tests: { ...api.tests, list: told('tests', api.tests.list) },
  }
  return { api: watched, real: api, run, looks }
}

const wait = (there: Pick<WaitOptions, 'api' | 'run'>, more: Partial<WaitOptions> = {}) =>
  awaitEnd({
    api: there.api,
    run: there.run,
    timeoutMs: 60_000,
    pause: { first: 1, most: 1 },
    io: { stop: new AbortController().signal },
    ...more,
  })

const nothing = () => undefined
const fail = (error: Error) => () => {
  throw error
}
const gone = new UnavailableError('nothing listens there')

test('a run is looked at until no test is open; its tests are read only then', async () => {
  const there = await createRun([nothing, (set) => set('inProgress'), (set) => set('passed')])
  const { state } = await wait(there)
  expect(state?.counts).toMatchObject({ total: 2, passed: 2 })
  expect(state?.tests.map(({ identifiers }) => identifiers[0])).toEqual(['WEB-T1', 'WEB-T2'])
  expect(there.looks).toEqual(['run', 'run', 'run', 'tests'])
})

test('one that is reopened in the last moment is waited for again', async () => {
  const there = await createRun([(set) => set('passed'), (set) => set('untested'), nothing, (set) => set('failed')])
  expect((await wait(there)).state?.counts).toMatchObject({ failed: 2 })
})

test('a run that is known by its id alone is seen through its tests', async () => {
  const there = await createRun([nothing, (set) => set('passed')])
  const { state } = await wait({ ...there, run: { ...there.run, identifier: undefined, name: '' } })
  expect(state?.counts).toMatchObject({ passed: 2 })
  expect(there.looks).toEqual(['tests', 'tests'])
})

test('an empty run is waited for, as its tests may be on their way', async () => {
  const { api, run } = await createRunOf()
  const seen: number[] = []
  const { state } = await wait({ api, run }, { timeoutMs: 20, onSeen: ({ total }) => seen.push(total) })
  expect(state?.counts.total).toBe(0)
  expect(seen.length).toBeGreaterThan(1)
})

test('failures of single looks are borne and counted', async () => {
  const there = await createRun([nothing, fail(gone), fail(gone), (set) => set('passed'), fail(gone)])
  const seen: number[] = []
  const { state, missed } = await wait(there, { onSeen: ({ passed }) => seen.push(passed) })
  expect(state?.counts).toMatchObject({ passed: 2 })
  expect(missed).toEqual([gone, gone, gone])
  expect(seen).toEqual([0, 2])
})

/** A clock that `tick` moves on by a minute. */
const clock = () => {
  let minutes = 0
  return { now: () => minutes * 60_000, tick: () => void minutes++ }
}

test('after an outage in which a look took a minute, the end is seen at once', async () => {
  const { now, tick } = clock()
  const outage = () => (tick(), fail(gone)())
  const there = await createRun([nothing, outage, (set) => set('passed')])
  const { state, missed } = await wait(there, { timeoutMs: 3_600_000, now })
  expect({ passed: state?.counts.passed, missed }).toEqual({ passed: 2, missed: [gone] })
})

describe('at the deadline', () => {
  test('the run is told as it is, with its tests', async () => {
    const there = await createRun()
    const { now, tick } = clock()
    const { state } = await wait(there, { timeoutMs: 180_000, now, onSeen: tick })
    expect(state?.tests.map(({ name, result }) => `${name}: ${result}`)).toEqual([
      'logs in: untested',
      'logs out: untested',
    ])
    expect(there.looks).toEqual(['run', 'run', 'run', 'run', 'tests'])
  })

  test('where the service is gone, the counts that were seen last are told, and why', async () => {
    const there = await createRun([(set) => set('inProgress'), ...Array.from({ length: 9 }, () => fail(gone))])
    const { now, tick } = clock()
    const waited = await wait(there, { timeoutMs: 180_000, now, onSeen: tick, onMissed: tick })
    expect(waited).toMatchObject({ lost: gone, seen: { inProgress: 2 } })
    expect(waited.state).toBeUndefined()
  })
})

describe('the wait ends', () => {
  test('when the run is deleted', async () => {
    const there = await createRun([nothing, () => there.real.runs.delete({ testRunId: there.run.id })])
    await expect(wait(there)).rejects.toThrow(NotFoundError)
    const byId = await createRun([nothing, () => byId.real.runs.delete({ testRunId: byId.run.id })])
    const run = { id: byId.run.id, name: '' }
    await expect(wait({ ...byId, run })).rejects.toThrow(`there is no test run ${run.id}: it may have been deleted`)
  })

  test('when the service answers outside its interface', async () => {
    const there = await createRun([nothing, fail(new InterfaceError('the answer is no JSON'))])
    await expect(wait(there)).rejects.toThrow('the answer is no JSON')
  })

  test('when a page answers in the place of the service before that has answered; later it is waited for', async () => {
    const page = fail(new ForeignAnswerError('a web page answered'))
    await expect(wait(await createRun([page]))).rejects.toThrow('a web page answered')
    const { state, missed } = await wait(await createRun([nothing, page, (set) => set('passed')]))
    expect([state?.counts.passed, missed.length]).toEqual([2, 1])
  })

  test.for(['while it sleeps', 'while it looks'])('on Ctrl-C, %s', async (when) => {
    const controller = new AbortController()
    const interrupt = () => void setTimeout(() => controller.abort(new InterruptedError('interrupted')), 10)
    const hang = () => (interrupt(), new Promise(() => undefined))
    const there = await createRun([when === 'while it sleeps' ? interrupt : hang])
    const io = { stop: controller.signal }
    await expect(wait(there, { io, pause: { first: 60_000, most: 60_000 } })).rejects.toThrow('interrupted')
  })
})

test('the pauses grow by half up to the longest, and one that was asked for stays', () => {
  const pauses = [2000]
  while (pauses.length < 8) pauses.push(nextPause(pauses.at(-1) ?? 0, 15_000))
  expect(pauses).toEqual([2000, 3000, 4500, 6750, 10_125, 15_000, 15_000, 15_000])
  expect(nextPause(30_000, 30_000)).toBe(30_000)
})
