import { expect, test } from 'vitest'
import { results } from '../../../src/contract/vocabulary.ts'
import { addCases, openProject, refusal } from '../fixture.ts'

const open = async () => {
  const opened = await openProject()
  const { api, project, caseIds } = opened
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds: caseIds.slice(0, 1) })
  const { tests } = await api.tests.list({ testRunId: testRun.id })
  return { ...opened, testRun, tested: tests[0]! }
}

test('any result may follow any other', async () => {
  const { api, tested } = await open()
  for (const before of results)
    for (const after of results) {
      await api.tests.update({ testId: tested.id, result: before })
      expect((await api.tests.update({ testId: tested.id, result: after })).test.result).toBe(after)
      const { testRun } = await api.runs.get({ identifier: 'WEB-R1' })
      expect(testRun.results).toMatchObject({ total: 1, [after]: 1 })
    }
})

test('an update says who set the result and when; the run is not marked as changed', async () => {
  const { api, as, tested, testRun, clock } = await open()
  clock.time += 1000
  const updated = await as('bob').tests.update({ testId: tested.id, result: 'passed', assignedTo: 'eve' })
  expect(updated.test).toEqual({
    ...tested,
    result: 'passed',
    assignedTo: 'eve',
    updatedBy: 'bob',
    updatedAt: '2026-01-01T00:00:01.000Z',
  })
  const run = (await api.runs.get({ identifier: 'WEB-R1' })).testRun
  expect([run.updatedAt, run.updatedBy]).toEqual([testRun.updatedAt, 'ana'])
})

test('setting the same result again is a change; naming no field is none', async () => {
  const { as, tested, clock } = await open()
  clock.time += 1000
  expect((await as('bob').tests.update({ testId: tested.id })).test).toEqual(tested)
  expect((await as('bob').tests.update({ testId: tested.id, result: 'untested' })).test.updatedBy).toBe('bob')
})

test('a test can be assigned to nobody again', async () => {
  const { api, tested } = await open()
  await api.tests.update({ testId: tested.id, assignedTo: 'eve' })
  expect((await api.tests.update({ testId: tested.id, assignedTo: '' })).test.assignedTo).toBe('')
})

test('a case can be added to a run once', async () => {
  const { api, as, testRun, caseIds, clock } = await open()
  clock.time += 1000
  const { test: created } = await as('bob').tests.create({ testRunId: testRun.id, caseId: caseIds[1]! })
  expect(created).toMatchObject({ displayId: 2, name: 'Log out', result: 'untested', createdBy: 'bob' })
  expect(await refusal(api.tests.create({ testRunId: testRun.id, caseId: caseIds[1]! }))).toMatchObject({
    status: 409,
    message: 'WEB-C2 is in the test run already',
  })
  const run = (await api.runs.get({ identifier: 'WEB-R1' })).testRun
  expect(run.results).toMatchObject({ total: 2, untested: 2 })
  expect([run.updatedBy, run.updatedAt]).toEqual(['bob', '2026-01-01T00:00:01.000Z'])
})

test('a case of another project cannot be added', async () => {
  const { api, testRun } = await open()
  const other = await api.projects.create({ name: 'App', identifier: 'APP', icon: '', color: '' })
  const [foreign] = await addCases(api, other.project.id, ['Foreign'])
  for (const caseId of [foreign!.id, 'nothing', testRun.id])
    expect(await refusal(api.tests.create({ testRunId: testRun.id, caseId }))).toMatchObject({
      status: 400,
      paths: ['caseId'],
    })
})

test('a test that was deleted is gone, and its number with it', async () => {
  const { api, as, tested, testRun, caseIds, clock } = await open()
  clock.time += 1000
  await as('bob').tests.delete({ testId: tested.id })
  const run = (await api.runs.get({ identifier: 'WEB-R1' })).testRun
  expect([run.updatedBy, run.updatedAt]).toEqual(['bob', '2026-01-01T00:00:01.000Z'])
  for (const attempt of [
    api.tests.get({ identifier: 'WEB-T1' }),
    api.tests.update({ testId: tested.id, result: 'passed' }),
    api.tests.delete({ testId: tested.id }),
  ])
    expect(await refusal(attempt)).toMatchObject({ status: 404 })
  const again = await api.tests.create({ testRunId: testRun.id, caseId: caseIds[0]! })
  expect(again.test.displayId).toBe(2)
})

test('updates that come at once are done in their order, also of the same test, and one of them fails alone', async () => {
  const { api, project, testRun, caseIds, tested } = await open()
  const other = (await api.tests.create({ testRunId: testRun.id, caseId: caseIds[1]! })).test
  const update = (testId: string, change: { result?: 'passed' | 'failed'; assignedTo?: string }) =>
    api.tests.update({ testId, ...change }).then(
      ({ test: { result, assignedTo } }) => [result, assignedTo],
      ({ status }: { status?: number }) => status,
    )
  for (const gone of [undefined, 'not-there']) {
    const outcomes = await Promise.all([
      update(tested.id, { result: 'failed', assignedTo: 'ana' }),
      update(other.id, { result: 'passed', assignedTo: 'ana' }),
      update(gone ?? other.id, {}),
      update(tested.id, { assignedTo: 'eve' }),
      update(tested.id, { result: 'passed' }),
    ])
    const [one, two] = [
      ['passed', 'eve'],
      ['passed', 'ana'],
    ]
    expect(outcomes).toEqual([['failed', 'ana'], two, gone ? 404 : two, ['failed', 'eve'], one])
    const { tests } = await api.tests.list({ testRunId: testRun.id })
    expect(tests.map(({ result, assignedTo }) => [result, assignedTo])).toEqual([one, two])
  }
  const [run] = (await api.runs.list({ projectId: project.id })).testRuns
  expect(run!.results).toEqual({ total: 2, passed: 2, failed: 0, inProgress: 0, untested: 0 })
})

test('an id of another kind is an id of nothing', async () => {
  const { api, cases, project } = await open()
  for (const id of [cases[0]!.id, project.id])
    for (const attempt of [
      api.tests.list({ testRunId: id }),
      api.tests.create({ testRunId: id, caseId: cases[0]!.id }),
      api.tests.update({ testId: id, result: 'passed' }),
      api.tests.delete({ testId: id }),
      api.runs.update({ testRunId: id, name: 'x' }),
      api.runs.delete({ testRunId: id }),
    ])
      expect(await refusal(attempt)).toMatchObject({ status: 404 })
})

test('a page is 50 rows, at most 1000, and says so', async () => {
  const { api, project, testRun } = await open()
  const more = await addCases(
    api,
    project.id,
    Array.from({ length: 60 }, (_, index) => `Case ${index}`),
  )
  await api.runs.update({ testRunId: testRun.id, caseIdsToAdd: more.map(({ id }) => id) })
  const page = async (asked: { limit?: number; offset?: number }) => {
    const { tests, pagination } = await api.tests.list({ testRunId: testRun.id, ...asked })
    return [tests.length, pagination]
  }
  expect(await page({})).toEqual([50, { limit: 50, offset: 0, total: 61 }])
  expect(await page({ offset: 50 })).toEqual([11, { limit: 50, offset: 50, total: 61 }])
  expect(await page({ limit: 5000 })).toEqual([61, { limit: 1000, offset: 0, total: 61 }])
  expect(await page({ limit: 7, offset: 100 })).toEqual([0, { limit: 7, offset: 100, total: 61 }])
  const { cases, pagination } = await api.cases.list({ projectId: project.id, limit: 2, offset: 62 })
  expect([cases.map(({ displayId }) => displayId), pagination.total]).toEqual([[63], 63])
})
