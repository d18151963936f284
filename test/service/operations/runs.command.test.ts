import { expect, test } from 'vitest'
import { addCases, openProject, putCases, refusal } from '../fixture.ts'

const open = async () => {
  const opened = await openProject()
  const { api, project, caseIds } = opened
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'Nightly', caseIds })
  const results = async () => (await api.runs.get({ identifier: 'WEB-R1' })).testRun.results
  const names = async () => (await api.tests.list({ testRunId: testRun.id })).tests.map(({ name }) => name)
  return { ...opened, testRun, results, names }
}

test('a new run holds an untested test, assigned to nobody, for each case in the order given', async () => {
  const { api, project, cases } = await openProject()
  const caseIds = [cases[2]!.id, cases[0]!.id]
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'Nightly', caseIds })
  expect(testRun).toMatchObject({ displayId: 1, name: 'Nightly' })
  expect(testRun.results).toEqual({ total: 2, passed: 0, failed: 0, inProgress: 0, untested: 2 })
  expect(testRun).not.toHaveProperty('milestoneId')
  expect(testRun).not.toHaveProperty('tests')
  const { tests, pagination } = await api.tests.list({ testRunId: testRun.id })
  expect(pagination).toEqual({ limit: 50, offset: 0, total: 2 })
  expect(tests).toMatchObject([
    { displayId: 1, name: 'Search', result: 'untested', assignedTo: '', caseId: caseIds[0] },
    { displayId: 2, name: 'Log in', result: 'untested', assignedTo: '', steps: cases[0]!.steps },
  ])
})

test('a case that is named twice is in the run once', async () => {
  const { api, project, cases } = await openProject()
  const caseIds = [cases[0]!.id, cases[1]!.id, cases[0]!.id]
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds })
  expect(testRun.results?.total).toBe(2)
})

test('cases of another project, or none, are refused by their ids, with their places, and nothing is made', async () => {
  const { api, project, caseIds } = await openProject()
  const other = await api.projects.create({ name: 'App', identifier: 'APP', icon: '', color: '' })
  const [foreign] = await addCases(api, other.project.id, ['Foreign'])
  const named = [caseIds[0]!, foreign!.id, caseIds[1]!, 'nothing']
  expect(await refusal(api.runs.create({ projectId: project.id, name: 'R', caseIds: named }))).toEqual({
    status: 400,
    message: `${foreign!.id} is not a case of this project; and 1 more`,
    paths: ['caseIds[1]', 'caseIds[3]'],
  })
  expect((await api.runs.list({ projectId: project.id })).testRuns).toEqual([])
})

test('adding a case that is in the run already changes nothing', async () => {
  const { as, testRun, caseIds, clock } = await open()
  clock.time += 1000
  const updated = await as('bob').runs.update({ testRunId: testRun.id, caseIdsToAdd: caseIds.slice(1) })
  expect(updated.testRun).toEqual(testRun)
})

test('removing a case that is not in the run changes nothing', async () => {
  const { as, project, api, testRun, clock } = await open()
  const [other] = await addCases(api, project.id, ['Not in the run'])
  clock.time += 1000
  const updated = await as('bob').runs.update({ testRunId: testRun.id, caseIdsToRemove: [other!.id, 'nothing'] })
  expect(updated.testRun).toEqual(testRun)
})

test('cases can be added and removed in one request, deleted ones as well', async () => {
  const { api, as, project, testRun, cases, clock, names } = await open()
  const [added] = await addCases(api, project.id, ['Pay'])
  await api.cases.delete({ caseId: cases[0]!.id })
  clock.time += 1000
  const { testRun: updated } = await as('bob').runs.update({
    testRunId: testRun.id,
    caseIdsToAdd: [added!.id],
    caseIdsToRemove: [cases[0]!.id, cases[2]!.id],
  })
  expect(updated.results).toEqual({ total: 2, passed: 0, failed: 0, inProgress: 0, untested: 2 })
  expect(updated).toMatchObject({ updatedBy: 'bob', updatedAt: '2026-01-01T00:00:01.000Z', createdBy: 'ana' })
  expect(await names()).toEqual(['Log out', 'Pay'])
})

test('a run from which a case was removed was updated', async () => {
  const { as, testRun, caseIds, clock } = await open()
  clock.time += 1000
  const { testRun: updated } = await as('bob').runs.update({ testRunId: testRun.id, caseIdsToRemove: [caseIds[0]!] })
  expect([updated.updatedBy, updated.updatedAt]).toEqual(['bob', '2026-01-01T00:00:01.000Z'])
})

test('a case cannot be added and removed by the same request', async () => {
  const { api, testRun, caseIds } = await open()
  const both = { testRunId: testRun.id, caseIdsToAdd: [caseIds[0]!], caseIdsToRemove: [caseIds[1]!, caseIds[0]!] }
  expect(await refusal(api.runs.update(both))).toMatchObject({
    status: 400,
    message: 'WEB-C1 is to be added and removed',
    paths: ['caseIdsToRemove[1]'],
  })
  const gone = { testRunId: testRun.id, caseIdsToAdd: ['gone'], caseIdsToRemove: ['gone'] }
  expect(await refusal(api.runs.update(gone))).toMatchObject({ message: 'gone is to be added and removed' })
})

test('a refused update changes nothing at all', async () => {
  const { api, testRun, names } = await open()
  const update = { testRunId: testRun.id, name: 'New', caseIdsToRemove: [], caseIdsToAdd: ['nothing'] }
  expect(await refusal(api.runs.update(update))).toMatchObject({ status: 400, paths: ['caseIdsToAdd[0]'] })
  expect((await api.runs.get({ identifier: 'WEB-R1' })).testRun).toEqual(testRun)
  expect(await names()).toHaveLength(3)
})

test('the results of a run follow those of its tests', async () => {
  const { api, testRun, results, cases } = await open()
  const { tests } = await api.tests.list({ testRunId: testRun.id })
  const set = (index: number, result: 'untested' | 'inProgress' | 'passed' | 'failed') =>
    api.tests.update({ testId: tests[index]!.id, result })
  await set(0, 'passed')
  await set(1, 'inProgress')
  expect(await results()).toEqual({ total: 3, passed: 1, failed: 0, inProgress: 1, untested: 1 })
  await set(0, 'passed')
  await set(1, 'failed')
  expect(await results()).toEqual({ total: 3, passed: 1, failed: 1, inProgress: 0, untested: 1 })
  await api.tests.delete({ testId: tests[0]!.id })
  expect(await results()).toEqual({ total: 2, passed: 0, failed: 1, inProgress: 0, untested: 1 })
  await api.runs.update({ testRunId: testRun.id, caseIdsToRemove: [cases[1]!.id] })
  expect(await results()).toEqual({ total: 1, passed: 0, failed: 0, inProgress: 0, untested: 1 })
})

test('a list of runs carries their results', async () => {
  const { api, project, testRun } = await open()
  expect((await api.runs.list({ projectId: project.id })).testRuns).toEqual([testRun])
})

test('a run can be put under a milestone of its project, and under no other', async () => {
  const { api, project, testRun } = await open()
  const { milestone } = await api.milestones.create({ projectId: project.id, name: '1.0', testRunIds: [] })
  const other = await api.projects.create({ name: 'App', identifier: 'APP', icon: '', color: '' })
  const foreign = await api.milestones.create({ projectId: other.project.id, name: '2.0', testRunIds: [] })
  const link = (milestoneId: string) => api.runs.update({ testRunId: testRun.id, milestoneId })
  expect((await link(milestone.id)).testRun.milestoneId).toBe(milestone.id)
  for (const milestoneId of [foreign.milestone.id, 'nothing', testRun.id]) {
    expect(await refusal(link(milestoneId))).toMatchObject({ status: 400, paths: ['milestoneId'] })
    const create = api.runs.create({ projectId: project.id, name: 'R', caseIds: [], milestoneId })
    expect(await refusal(create)).toMatchObject({ status: 400, paths: ['milestoneId'] })
  }
})

test('deleting a run deletes its tests and their comments, and leaves its cases', async () => {
  const { api, project, testRun } = await open()
  const { tests } = await api.tests.list({ testRunId: testRun.id })
  await api.runs.delete({ testRunId: testRun.id })
  expect(await refusal(api.tests.get({ identifier: 'WEB-T1' }))).toMatchObject({ status: 404 })
  expect(await refusal(api.comments.create({ resourceId: tests[0]!.id, content: 'x' }))).toMatchObject({ status: 404 })
  expect((await api.cases.list({ projectId: project.id })).pagination.total).toBe(3)
})

test('tests are numbered through the whole project', async () => {
  const { api, project, caseIds } = await open()
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'Second', caseIds })
  const { tests } = await api.tests.list({ testRunId: testRun.id })
  expect(tests.map(({ displayId }) => displayId)).toEqual([4, 5, 6])
})

test('a run of thousands of cases is made at once', async () => {
  const { api, store, project } = await openProject()
  const caseIds = (await putCases(store, project.id, { count: 2500 })).reverse()
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'All', caseIds })
  expect(testRun.results).toMatchObject({ total: 2500, untested: 2500 })
  const { tests } = await api.tests.list({ testRunId: testRun.id, limit: 2, offset: 2498 })
  expect(tests.map(({ caseId, displayId }) => [caseId, displayId])).toEqual([
    ['case-1', 2499],
    ['case-0', 2500],
  ])
  const updated = await api.runs.update({ testRunId: testRun.id, caseIdsToRemove: caseIds.slice(1) })
  expect(updated.testRun.results?.total).toBe(1)
})
