import { expect, test } from 'vitest'
import { UnavailableError } from '../../../src/errors.ts'
import { addCases } from '../../../src/submission/run/index.ts'
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

test('when a new run was created and the rest fails, it is said how to go on with it', async () => {
  const there = await createProject(['a'])
  const into = { newRun: { name: 'CI 1' }, project: there.project }
  const list = () => Promise.reject(new UnavailableError('gone'))
  const api = { ...there.api, tests: { ...there.api.tests, list } }
  await expect(submitTo({ ...there, api }, [outcome('a')], { into })).rejects.toMatchObject({
    exitCode: 6,
    hint: 'the run was created; go on with --run WEB-R2',
  })
  const update = () => Promise.reject(new UnavailableError('gone'))
  const failing = { ...there.api, tests: { ...there.api.tests, update } }
  const { summary, error } = await submitTo({ ...there, api: failing }, [outcome('a')], { into })
  expect(summary.tests).toMatchObject({ set: 0, failed: 1 })
  expect(error).toMatchObject({ exitCode: 6 })
})
