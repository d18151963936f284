import { expect, test } from 'vitest'
import { NotFoundError, UnavailableError, UnknownOutcomeError } from '../../../src/errors.ts'
import { addRest } from '../../../src/submission/resolve/add-cases.ts'
import { addCases, type ReadyRun } from '../../../src/submission/run/index.ts'
import { createProject, outcome, submitTo } from '../service.ts'

test('very many cases are added to a run in portions that a service takes', async () => {
  const { api } = await createProject()
  const portions: number[] = []
  const update: typeof api.runs.update = async ({ caseIdsToAdd = [] }) => {
    portions.push(caseIdsToAdd.length)
    return { testRun: {} as never }
  }
  const ids = Array.from({ length: 45_000 }, (_, at) => `case-${at}`)
  await addCases({ ...api, runs: { ...api.runs, update } }, 'run', ids)
  expect(portions).toEqual([20_000, 20_000, 5_000])
})

test('when a new run was created and the rest fails, it is said how to go on with it, unless it was deleted', async () => {
  const there = await createProject(['a'])
  const into = { newRun: { name: 'CI 1' }, project: there.project }
  const list = () => Promise.reject(new UnavailableError('gone'))
  const api = { ...there.api, tests: { ...there.api.tests, list } }
  await expect(submitTo({ ...there, api }, [outcome('a')], { into })).rejects.toMatchObject({
    exitCode: 6,
    hint: 'the run was created; go on with --run WEB-R2',
  })
  const deleted = () => Promise.reject(new NotFoundError('there is no run', { hint: 'testctl runs list' }))
  const without = { ...there.api, tests: { ...there.api.tests, list: deleted } }
  await expect(submitTo({ ...there, api: without }, [outcome('a')], { into })).rejects.toMatchObject({
    exitCode: 3,
    hint: 'testctl runs list',
  })
  const update = () => Promise.reject(new UnavailableError('gone'))
  const failing = { ...there.api, tests: { ...there.api.tests, update } }
  const { summary, error } = await submitTo({ ...there, api: failing }, [outcome('a')], { into })
  expect(summary.tests).toMatchObject({ set: 0, failed: 1 })
  expect(error).toMatchObject({ exitCode: 6 })
})

test('a new run gets the cases that did not fit into the request that made it; without an answer its tests show which', async () => {
  const { api } = await createProject()
  const ids = Array.from({ length: 45_000 }, (_, at) => `case-${at}`)
  const made = { id: 'run', name: 'CI', displayId: 1, created: true }
  const portionsOf = async (run: ReadyRun, end?: Error): Promise<number[]> => {
    const portions: number[] = []
    const update: typeof api.runs.update = async ({ caseIdsToAdd = [] }) => {
      portions.push(caseIdsToAdd.length)
      if (end) throw end
      return { testRun: {} as never }
    }
    await addRest({ ...api, runs: { ...api.runs, update } }, run, ids)
    return portions
  }
  const madeWith = ids.slice(0, 20_000)
  expect(await portionsOf({ ...made, madeWith })).toEqual([20_000, 5_000])
  expect(await portionsOf({ ...made, madeWith }, new UnknownOutcomeError('no answer'))).toEqual([20_000])
  await expect(portionsOf({ ...made, madeWith }, new UnavailableError('gone'))).rejects.toThrow('gone')
  // Another submission may have found a run that was created empty, and filled it.
  expect(await portionsOf(made)).toEqual([])
})

test('a run whose create had no answer may be that of another submission: its comments are not written again', async () => {
  const there = await createProject(['a'])
  const { api, project } = there
  const outcomes = [outcome('a', 'failed', { messages: [{ text: 'no' }] })]
  const create: typeof api.runs.create = async (asked) => {
    const { testRun } = await api.runs.create(asked)
    await submitTo({ ...there, run: testRun }, outcomes)
    throw new UnknownOutcomeError('no answer')
  }
  const written: string[] = []
  const comment: typeof api.comments.create = (asked) => {
    written.push(asked.content)
    return api.comments.create(asked)
  }
  const into = { newRun: { name: 'CI' }, project }
  const losing = { ...api, runs: { ...api.runs, create }, comments: { ...api.comments, create: comment } }
  const { summary, error } = await submitTo({ ...there, api: losing }, outcomes, { into })
  expect({ error, tests: summary.tests, written }).toMatchObject({ error: undefined, tests: { set: 0 }, written: [] })
})

test('the create of an earlier try that arrives late gives one run, and not a second one', async () => {
  const there = await createProject(['a'])
  const { api, project } = there
  const create: typeof api.runs.create = async (request) => {
    await api.runs.create(request)
    return api.runs.create(request)
  }
  const late = { ...api, runs: { ...api.runs, create } }
  const into = { newRun: { name: 'CI', earlier: { before: 1 } }, project }
  const { summary } = await submitTo({ ...there, api: late }, [outcome('a')], { into })
  expect(summary).toMatchObject({ run: { identifier: 'WEB-R2', created: false }, tests: { set: 1 } })
  const { testRuns } = await api.runs.list({ projectId: project.id })
  expect(testRuns.map(({ displayId, results }) => [displayId, results?.total])).toEqual([
    [1, 1],
    [2, 1],
  ])
})
