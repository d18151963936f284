import { expect, test } from 'vitest'
import { createProject, creating, outcome, submitTo } from '../service.ts'

// Another submission creates a run of the same name at the same moment: both submit to the run that came first.

test('a run of the same name that came before it takes its place, and the own one is gone', async () => {
  const there = await createProject(['a'])
  const { api, project, caseIds } = there
  const create: typeof api.runs.create = async (request) => {
    const theirs = { projectId: project.id, name: 'CI', caseIds }
    for (let count = 0; count < 2; count++) await api.runs.create(theirs)
    return api.runs.create(request)
  }
  const late = { ...api, runs: { ...api.runs, create } }
  const into = { newRun: { name: 'CI', reuse: true }, project }
  const { summary, error } = await submitTo({ ...there, api: late }, [outcome('a')], { into, policy: creating })
  expect(error).toBeUndefined()
  expect(summary.run).toMatchObject({ identifier: 'WEB-R2', name: 'CI', created: false })
  const { testRuns } = await api.runs.list({ projectId: project.id })
  expect(testRuns.map(({ displayId, results }) => [displayId, results?.passed]).toSorted()).toEqual([
    [1, 0],
    [2, 1],
    [3, 0],
  ])
})
