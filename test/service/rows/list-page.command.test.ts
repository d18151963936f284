import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import { engine } from '../engines/current.ts'
import { openProject, putCases } from '../fixture.ts'

const listAll = async (api: Api, testRunId: string) => {
  const all = []
  for (let offset = 0; ; offset += 1000) {
    const { tests } = await api.tests.list({ testRunId, limit: 1000, offset })
    all.push(...tests)
    if (tests.length < 1000) return all
  }
}

/** Ranges of cases that are added to a run and removed from it. */
const changes = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'add', 'remove'),
    from: fc.nat(2400),
    count: fc.integer({ min: 1, max: 900 }),
  }),
  { minLength: 2, maxLength: 8 },
)

test('a page is the slice of the whole list that its offset names, whatever came and went', async () => {
  const { api, store, project } = await openProject()
  const cases = await putCases(store, project.id, { count: 2500 })
  await fc.assert(
    fc.asyncProperty(changes, fc.array(fc.nat(3000), { minLength: 5, maxLength: 5 }), async (plan, offsets) => {
      const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds: [] })
      const testRunId = testRun.id
      for (const { kind, from, count } of plan) {
        const some = cases.slice(from, from + count)
        await api.runs.update({ testRunId, ...(kind === 'add' ? { caseIdsToAdd: some } : { caseIdsToRemove: some }) })
      }
      const [first] = (await api.tests.list({ testRunId, limit: 1 })).tests
      if (first) await api.tests.delete({ testId: first.id })

      const rows = await store.read((queries) =>
        queries.selectFrom('tests').select('id').where('run_id', '=', testRunId).orderBy('display_id').execute(),
      )
      const whole = rows.map(({ id }) => id)
      for (const offset of [0, 1023, 1024, 1025, whole.length - 1, whole.length, ...offsets].filter(
        (one) => one >= 0,
      )) {
        const { tests, pagination } = await api.tests.list({ testRunId, limit: 10, offset })
        expect({ offset, ids: tests.map(({ id }) => id) }).toEqual({ offset, ids: whole.slice(offset, offset + 10) })
        expect(pagination.total).toBe(whole.length)
      }
    }),
    { numRuns: engine().name === 'SQLite' ? 15 : 5 },
  )
})

test('a page far behind a large gap is found', async () => {
  const { api, store, project } = await openProject()
  const cases = await putCases(store, project.id, { count: 1200 })
  await store.write((queries) => queries.updateTable('projects').set({ last_test: 200_000 }).execute())
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds: cases.slice(0, 600) })
  await store.write((queries) => queries.updateTable('projects').set({ last_test: 900_000 }).execute())
  await api.runs.update({ testRunId: testRun.id, caseIdsToAdd: cases.slice(600) })
  const { tests } = await api.tests.list({ testRunId: testRun.id, limit: 2, offset: 599 })
  expect(tests.map(({ displayId }) => displayId)).toEqual([200_600, 900_001])
  const last = await api.tests.list({ testRunId: testRun.id, offset: 1199 })
  expect(last.tests.map(({ displayId }) => displayId)).toEqual([900_600])
  expect(await listAll(api, testRun.id)).toHaveLength(1200)
})

test('lists of cases, runs and milestones are paged alike, before and after something is deleted', async () => {
  const { api, project, caseIds } = await openProject()
  const projectId = project.id
  const made = [1, 2, 3, 4].map((number) => ({ projectId, name: `N${number}` }))
  for (const one of made) {
    await api.runs.create({ ...one, caseIds })
    await api.milestones.create({ ...one, testRunIds: [] })
  }
  const shown = async () => ({
    cases: await api.cases.list({ projectId, limit: 2, offset: 1 }),
    runs: await api.runs.list({ projectId, limit: 2, offset: 1 }),
    milestones: await api.milestones.list({ projectId, limit: 2, offset: 1 }),
  })
  const numbers = async () => {
    const { cases, runs, milestones } = await shown()
    return {
      cases: [...cases.cases.map(({ displayId }) => displayId), cases.pagination.total],
      runs: [...runs.testRuns.map(({ displayId }) => displayId), runs.pagination.total],
      milestones: [...milestones.milestones.map(({ displayId }) => displayId), milestones.pagination.total],
    }
  }
  expect(await numbers()).toEqual({ cases: [2, 3, 3], runs: [2, 3, 4], milestones: [2, 3, 4] })
  const { runs, milestones } = await shown()
  await api.cases.delete({ caseId: caseIds[1]! })
  await api.runs.delete({ testRunId: runs.testRuns[0]!.id })
  await api.milestones.delete({ milestoneId: milestones.milestones[0]!.id })
  expect(await numbers()).toEqual({ cases: [3, 2], runs: [3, 4, 3], milestones: [3, 4, 3] })
})

test('what is kept of a list goes with its run and with its project', async () => {
  const { api, store, project, caseIds } = await openProject()
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds })
  await api.runs.create({ projectId: project.id, name: 'R', caseIds })
  const spans = (table: 'test_spans' | 'run_spans' | 'case_spans') =>
    store.read(async (queries) => (await queries.selectFrom(table).selectAll().execute()).length)
  expect([await spans('test_spans'), await spans('run_spans'), await spans('case_spans')]).toEqual([4, 2, 2])
  await api.runs.delete({ testRunId: testRun.id })
  expect(await spans('test_spans')).toBe(2)
  await api.projects.delete({ projectId: project.id })
  expect([await spans('test_spans'), await spans('run_spans'), await spans('case_spans')]).toEqual([0, 0, 0])
})
