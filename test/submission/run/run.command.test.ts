import { expect, test } from 'vitest'
import { UnavailableError, UnknownOutcomeError } from '../../../src/errors.ts'
import { addCases } from '../../../src/submission/run/index.ts'
import { creating, createProject, outcome, submitTo } from '../service.ts'

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

test('a new run gets more cases than a request can name, and is read once, also where an answer is lost', async () => {
  const there = await createProject()
  const names = Array.from({ length: 20_010 }, (_, at) => `Case ${at}`)
  // What was skipped is not set, so that nothing but the tests is made.
  const outcomes = names.map((name) => outcome(name, 'skipped'))
  let pages = 0
  const list: typeof there.api.tests.list = (asked) => {
    pages += 1
    return there.api.tests.list(asked)
  }
  const losing: typeof there.api.runs.update = async (asked) => {
    await there.api.runs.update(asked)
    throw new UnknownOutcomeError('no answer')
  }
  for (const [at, update] of [there.api.runs.update, losing].entries()) {
    pages = 0
    const api = { ...there.api, runs: { ...there.api.runs, update }, tests: { ...there.api.tests, list } }
    const into = { newRun: { name: `CI ${at}` }, project: there.project }
    const { summary, error } = await submitTo({ ...there, api }, outcomes, { into, policy: creating, atOnce: 256 })
    expect({ error, created: summary.created, pages }).toEqual({
      error: undefined,
      created: { cases: at === 0 ? names.length : 0, tests: names.length },
      pages: 21,
    })
  }
})
