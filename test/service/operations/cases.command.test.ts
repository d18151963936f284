import { expect, test } from 'vitest'
import { tagOfCase } from '../../../src/contract/precondition/index.ts'
import { addCases, openProject, refusal } from '../fixture.ts'

const blank = { name: 'Case', preconditions: '', steps: [] }

test('a new case says what it was given', async () => {
  const { api, project } = await openProject()
  const given = {
    name: 'Pay — 支払う 💳',
    preconditions: 'A full basket\n\tand a card',
    steps: [{ action: 'Pay', expectation: 'Paid' }],
    customFields: { priority: 'high', tries: 3, nested: { deep: [1, null] }, __proto__x: true },
  }
  const created = await api.cases.create({ projectId: project.id, ...given })
  expect(created.case).toMatchObject({ ...given, displayId: 4, createdBy: 'ana' })
  expect((await api.cases.get({ identifier: 'WEB-C4' })).case).toEqual(created.case)
})

test('numbers start at 1 in each project and are not given again', async () => {
  const { api, project, cases } = await openProject()
  expect(cases.map(({ displayId }) => displayId)).toEqual([1, 2, 3])
  await api.cases.delete({ caseId: cases[2]!.id })
  expect((await addCases(api, project.id, ['Next']))[0]!.displayId).toBe(4)
  const other = await api.projects.create({ name: 'App', identifier: 'APP', icon: '', color: '' })
  expect((await addCases(api, other.project.id, ['First']))[0]!.displayId).toBe(1)
})

test('cases that are created at once have their numbers in their order, in each project, and can be searched', async () => {
  const { api, project } = await openProject()
  const other = await api.projects.create({ name: 'App', identifier: 'APP', icon: '', color: '' })
  const wanted = [project.id, other.project.id, 'not-there', project.id, other.project.id]
  const made = await Promise.all(
    wanted.map((projectId, at) =>
      api.cases.create({ ...blank, projectId, name: `Case ${at}`, customFields: { at: String(at) } }).then(
        (created) => created.case.displayId,
        ({ status }: { status?: number }) => status,
      ),
    ),
  )
  expect(made).toEqual([4, 1, 404, 5, 2])
  const found = await api.cases.list({ projectId: project.id, customFields: { at: '3' } })
  expect(found.cases.map(({ name, displayId }) => [name, displayId])).toEqual([['Case 3', 5]])
  expect((await api.cases.list({ projectId: project.id, offset: 3 })).pagination.total).toBe(5)
})

test('a number that a refused request would have had is given to the next', async () => {
  const { api, project } = await openProject()
  await refusal(api.runs.create({ projectId: project.id, name: 'R', caseIds: ['nothing'] }))
  expect((await api.runs.create({ projectId: project.id, name: 'R', caseIds: [] })).testRun.displayId).toBe(1)
})

test('an update on the condition that nothing was changed is refused where something was, and changes nothing', async () => {
  const { api, cases } = await openProject()
  const [{ id: caseId, ...before } = { id: '' }] = cases
  const unchanged = tagOfCase(before)
  const update = (steps: string[]) =>
    api.cases.update({ caseId, steps: steps.map((action) => ({ action, expectation: '' })) }, { unchanged })
  const both = await Promise.all([refusal(update(['mine'])), refusal(update(['theirs']))])
  expect(both).toEqual([
    { message: 'it was not refused' },
    { message: 'the case was changed since it was read', status: 412 },
  ])
  const { case: after } = await api.cases.get({ identifier: 'WEB-C1' })
  expect(after.steps).toEqual([{ action: 'mine', expectation: '' }])
  expect((await api.cases.update({ caseId, name: 'New' }, { unchanged: tagOfCase(after) })).case.name).toBe('New')
})

test.for([
  { name: 'Other' },
  { preconditions: 'Other' },
  { steps: [{ action: 'x', expectation: '' }] },
  { customFields: { b: '2', a: { d: 2, c: 1 }, e: 1 } },
])('the condition is about all that a case says: %j', async (change) => {
  const { api, project } = await openProject()
  const created = await api.cases.create({
    projectId: project.id,
    ...blank,
    customFields: { b: '2', a: { d: 2, c: 1 } },
  })
  const { case: before } = created
  // A proxy or client may change the order of the keys of an object.
  const unchanged = tagOfCase({ ...before, customFields: { a: { c: 1, d: 2 }, b: '2' } })
  await api.cases.update({ caseId: before.id, customFields: before.customFields }, { unchanged })
  await api.cases.update({ caseId: before.id, ...change })
  expect(await refusal(api.cases.update({ caseId: before.id, name: 'Mine' }, { unchanged }))).toMatchObject({
    status: 412,
  })
})

test('an update replaces the fields that it names, custom fields as a whole', async () => {
  const { api, project } = await openProject()
  const created = await api.cases.create({ projectId: project.id, ...blank, customFields: { a: '1', b: '2' } })
  const updated = await api.cases.update({ caseId: created.case.id, customFields: { c: '3' }, steps: [] })
  expect(updated.case).toEqual({ ...created.case, customFields: { c: '3' } })
  expect((await api.cases.list({ projectId: project.id, customFields: { a: '1' } })).pagination.total).toBe(0)
  expect((await api.cases.list({ projectId: project.id, customFields: { c: '3' } })).pagination.total).toBe(1)
})

test('deleting a case leaves the tests made from it', async () => {
  const { api, project, cases, caseIds } = await openProject()
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds })
  await api.cases.delete({ caseId: cases[1]!.id })
  const { tests } = await api.tests.list({ testRunId: testRun.id, relations: ['case'] })
  expect(tests.map(({ name }) => name)).toEqual(['Log in', 'Log out', 'Search'])
  expect(tests.map((one) => one.case?.name)).toEqual(['Log in', undefined, 'Search'])
  expect(tests[1]).not.toHaveProperty('case')
  expect(tests[1]!.caseId).toBe(cases[1]!.id)
})

test('an update of a case does not reach the tests made from it', async () => {
  const { api, project, cases, caseIds } = await openProject()
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds })
  await api.cases.update({ caseId: cases[0]!.id, name: 'Sign in', steps: [] })
  const { tests } = await api.tests.list({ testRunId: testRun.id, relations: ['case'] })
  expect(tests[0]).toMatchObject({ name: 'Log in', steps: cases[0]!.steps, case: { name: 'Sign in', steps: [] } })
})

test('identifiers are understood in lower case, and only for their own kind', async () => {
  const { api } = await openProject()
  expect((await api.cases.get({ identifier: 'web-C2' })).case.name).toBe('Log out')
  for (const identifier of ['WEB-C9', 'WEB-T1', 'APP-C1', 'WEB-C000000000000009'])
    expect(await refusal(api.cases.get({ identifier }))).toMatchObject({
      status: 404,
      message: `there is no case ${identifier}`,
    })
})

test('a case that is not there is not found', async () => {
  const { api, project } = await openProject()
  for (const caseId of ['nothing', project.id]) {
    expect(await refusal(api.cases.update({ caseId, name: 'x' }))).toMatchObject({ status: 404 })
    expect(await refusal(api.cases.delete({ caseId }))).toMatchObject({ status: 404 })
  }
})
