import { expect, test } from 'vitest'
import { addCases, openProject, openService, refusal } from '../fixture.ts'

const web = { name: 'Web', identifier: 'WEB', icon: 'globe', color: '#36f' }

test('a new project says what it was given, who made it and when', async () => {
  const { api } = await openService()
  const { project } = await api.projects.create(web)
  const at = '2026-01-01T00:00:00.000Z'
  const audit = { createdAt: at, createdBy: 'ana', updatedAt: at, updatedBy: 'ana' }
  expect(project).toEqual({ ...web, ...audit, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
})

test('projects are listed in the order of their creation', async () => {
  const { api } = await openService()
  for (const identifier of ['ZOO', 'ANT', 'MID']) await api.projects.create({ ...web, identifier })
  const { projects, pagination } = await api.projects.list({})
  expect(projects.map(({ identifier }) => identifier)).toEqual(['ZOO', 'ANT', 'MID'])
  expect(pagination).toEqual({ limit: 50, offset: 0, total: 3 })
})

test('two projects cannot have the same identifier', async () => {
  const { api } = await openService()
  await api.projects.create(web)
  const { project } = await api.projects.create({ ...web, identifier: 'APP' })
  const taken = { status: 409, message: 'there is a project WEB already' }
  expect(await refusal(api.projects.create(web))).toMatchObject(taken)
  expect(await refusal(api.projects.update({ projectId: project.id, identifier: 'WEB' }))).toMatchObject(taken)
  expect((await api.projects.list({})).pagination.total).toBe(2)
})

test('a project can be given the identifier that it has', async () => {
  const { api, project } = await openProject()
  expect((await api.projects.update({ projectId: project.id, identifier: 'WEB' })).project.identifier).toBe('WEB')
})

test('an identifier that a project had is free again, and names nothing', async () => {
  const { api, project } = await openProject()
  await api.projects.update({ projectId: project.id, identifier: 'NET' })
  expect((await api.cases.get({ identifier: 'NET-C1' })).case.name).toBe('Log in')
  expect(await refusal(api.cases.get({ identifier: 'WEB-C1' }))).toMatchObject({ status: 404 })
  await api.projects.create(web)
})

test('an update changes the fields that it names and says who did it', async () => {
  const { api, as, clock } = await openService()
  const { project } = await api.projects.create(web)
  clock.time += 1500
  const updated = await as('bob').projects.update({ projectId: project.id, color: 'blue' })
  const at = '2026-01-01T00:00:01.500Z'
  expect(updated.project).toEqual({ ...project, color: 'blue', updatedAt: at, updatedBy: 'bob' })
  expect((await api.projects.list({})).projects).toEqual([updated.project])
})

test('an update that names no field changes nothing', async () => {
  const { project, as, clock } = await openProject()
  clock.time += 1000
  expect((await as('bob').projects.update({ projectId: project.id })).project).toEqual(project)
})

test('deleting a project deletes all below it, and nothing of another project', async () => {
  const { api, store, project, cases, caseIds } = await openProject()
  const other = (await api.projects.create({ ...web, identifier: 'APP' })).project
  await addCases(api, other.id, ['Stays'])
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds })
  await api.milestones.create({ projectId: project.id, name: 'M', testRunIds: [testRun.id] })
  const { tests } = await api.tests.list({ testRunId: testRun.id })
  await api.comments.create({ resourceId: tests[0]!.id, content: 'on a test' })
  await api.comments.create({ resourceId: cases[0]!.id, content: 'on a case' })
  await api.cases.update({ caseId: cases[0]!.id, customFields: { a: 'b' } })

  expect(await api.projects.delete({ projectId: project.id })).toMatchObject({ ok: true })

  const left = await store.read(async (queries) => {
    const tables = ['projects', 'cases', 'case_fields', 'runs', 'tests', 'milestones', 'comments'] as const
    const left: Record<string, number> = {}
    for (const table of tables) left[table] = (await queries.selectFrom(table).selectAll().execute()).length
    return left
  })
  expect(left).toEqual({ projects: 1, cases: 1, case_fields: 0, runs: 0, tests: 0, milestones: 0, comments: 0 })
})

test('a deletion says how long it took, and under which number', async () => {
  const { api, project } = await openProject()
  expect(await api.projects.delete({ projectId: project.id })).toEqual({
    ok: true,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    duration: expect.any(Number),
  })
  expect(await refusal(api.projects.delete({ projectId: project.id }))).toMatchObject({ status: 404 })
})

test('a project that is not there is not found by any operation below it', async () => {
  const { api, cases } = await openProject()
  for (const projectId of ['nothing', cases[0]!.id]) {
    const attempts = [
      api.projects.update({ projectId, name: 'x' }),
      api.projects.delete({ projectId }),
      api.cases.list({ projectId }),
      api.cases.create({ projectId, name: 'x', preconditions: '', steps: [] }),
      api.runs.list({ projectId }),
      api.runs.create({ projectId, name: 'x', caseIds: [] }),
      api.milestones.list({ projectId }),
      api.milestones.create({ projectId, name: 'x', testRunIds: [] }),
    ]
    for (const attempt of attempts)
      expect(await refusal(attempt)).toMatchObject({ status: 404, message: `there is no project ${projectId}` })
  }
})
