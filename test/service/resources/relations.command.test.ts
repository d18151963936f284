import { expect, test } from 'vitest'
import { createService } from '../../../src/service/index.ts'
import { addCases, counting, openProject } from '../fixture.ts'

const open = async () => {
  const opened = await openProject()
  const { api, project, cases, caseIds } = opened
  const first = await api.runs.create({ projectId: project.id, name: 'One', caseIds })
  await api.runs.create({ projectId: project.id, name: 'Two', caseIds: caseIds.slice(1) })
  await api.milestones.create({ projectId: project.id, name: '1.0', testRunIds: [first.testRun.id] })
  await api.milestones.create({ projectId: project.id, name: '2.0', testRunIds: [] })
  await api.comments.create({ resourceId: cases[0]!.id, content: 'hm' })
  return { ...opened, testRun: first.testRun }
}

test('related data is there only when it was asked for', async () => {
  const { api, project, testRun } = await open()
  const related = ['cases', 'milestones', 'testRuns', 'tests', 'comments', 'case', 'project', 'testRun']
  const found = [
    ...(await api.projects.list({})).projects,
    ...(await api.cases.list({ projectId: project.id })).cases,
    ...(await api.runs.list({ projectId: project.id })).testRuns,
    ...(await api.tests.list({ testRunId: testRun.id })).tests,
    ...(await api.milestones.list({ projectId: project.id })).milestones,
    (await api.cases.get({ identifier: 'WEB-C1' })).case,
    (await api.tests.get({ identifier: 'WEB-T1' })).test,
    (await api.runs.get({ identifier: 'WEB-R1' })).testRun,
    (await api.milestones.get({ identifier: 'WEB-M1' })).milestone,
    (await api.cases.list({ projectId: project.id, relations: [] })).cases[0]!,
  ]
  expect(found.flatMap((one) => Object.keys(one)).filter((key) => related.includes(key))).toEqual([])
})

test('projects come with what was asked for, each with its own', async () => {
  const { api, project } = await open()
  const other = await api.projects.create({ name: 'App', identifier: 'APP', icon: '', color: '' })
  await addCases(api, other.project.id, ['Tap'])
  const { projects } = await api.projects.list({ relations: ['cases', 'milestones', 'test_runs'] })
  expect(
    projects.map((one) => [one.cases, one.milestones, one.testRuns].map((many) => many?.map(({ name }) => name))),
  ).toEqual([
    [
      ['Log in', 'Log out', 'Search'],
      ['1.0', '2.0'],
      ['One', 'Two'],
    ],
    [['Tap'], [], []],
  ])
  expect((await api.projects.list({ relations: ['cases'] })).projects[0]).not.toHaveProperty('milestones')
  expect(projects[0]!.id).toBe(project.id)
})

test('a case comes with its project and its comments', async () => {
  const { api, project } = await open()
  const read = await api.cases.get({ identifier: 'WEB-C1', relations: ['project', 'comments'] })
  expect(read.case).toMatchObject({ project, comments: [{ content: 'hm' }] })
})

test('a test comes with its run, its case and its comments', async () => {
  const { api, testRun, cases } = await open()
  const read = await api.tests.get({ identifier: 'WEB-T1', relations: ['test_run', 'case', 'comments'] })
  expect(read.test).toMatchObject({ case: cases[0], comments: [] })
  expect(read.test.testRun).toMatchObject({ id: testRun.id, results: { total: 3 } })
  expect(read.test.case).not.toHaveProperty('comments')
})

test('runs come with their tests', async () => {
  const { api, project } = await open()
  const { testRuns } = await api.runs.list({ projectId: project.id, relations: ['tests'] })
  expect(testRuns.map(({ tests }) => tests?.map(({ displayId }) => displayId))).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('asking a milestone for tests asks for the runs that hold them', async () => {
  const { api, project } = await open()
  const { milestones } = await api.milestones.list({ projectId: project.id, relations: ['tests'] })
  expect(milestones.map(({ testRuns }) => testRuns?.map(({ tests }) => tests?.length))).toEqual([[3], []])
  const read = await api.milestones.get({ identifier: 'WEB-M1', relations: ['test_runs'] })
  expect(read.milestone.testRuns?.[0]).not.toHaveProperty('tests')
})

test('a list with relations takes no more statements when it has more rows', async () => {
  const { api, store, project, testRun } = await open()
  const { counter, store: counted } = counting(store)
  const service = createService(counted)('ana')
  const statements = async () => {
    counter.statements = 0
    await service.projects.list({ relations: ['cases', 'milestones', 'test_runs'] })
    await service.cases.list({ projectId: project.id, relations: ['comments'] })
    await service.tests.list({ testRunId: testRun.id, relations: ['case', 'comments'] })
    await service.runs.list({ projectId: project.id, relations: ['tests'] })
    await service.milestones.list({ projectId: project.id, relations: ['tests'] })
    return counter.statements
  }
  const few = await statements()
  const more = await addCases(
    api,
    project.id,
    Array.from({ length: 30 }, (_, index) => `Case ${index}`),
  )
  await api.runs.update({ testRunId: testRun.id, caseIdsToAdd: more.map(({ id }) => id) })
  for (let index = 0; index < 10; index++)
    await api.runs.create({ projectId: project.id, name: 'R', caseIds: more.map(({ id }) => id) })
  expect(few).toBeGreaterThan(10)
  expect(await statements()).toBe(few)
})
