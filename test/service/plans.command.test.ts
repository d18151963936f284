import { expect, test } from 'vitest'
import type { Api } from '../../src/contract/index.ts'
import { createService } from '../../src/service/index.ts'
import { createGroupCommit } from '../../src/store/group-commit.ts'
import { createSqliteLane } from '../../src/store/sqlite/transactions.ts'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { prepareSqlite } from '../../src/store/sqlite/prepare.ts'
import { addCases } from './fixture.ts'

/** Opens a service. `plan` returns the query plans of SQLite for the statements of a call. */
const openExplained = async () => {
  const place = { label: 'in memory', path: ':memory:' }
  const connection = connectTo(place)
  await prepareSqlite(connection, place, { limit: 100 })
  const sent: [string, readonly unknown[]][] = []
  const query: typeof connection.query = (sql, parameters = []) => {
    if (/^(select|update|delete)/.test(sql)) sent.push([sql, parameters])
    return connection.query(sql, parameters)
  }
  const lane = createSqliteLane({ ...connection, query }, { place, busyTimeout: { limit: 100 } })
  const store = { ...createGroupCommit([lane], place), now: () => new Date(), examine: async () => undefined }
  const api = createService(store)('ana')
  const plan = async (call: (service: Api) => Promise<unknown>) => {
    sent.length = 0
    await call(api)
    return sent.flatMap(([sql, parameters]) =>
      connection.query(`explain query plan ${sql}`, parameters).rows.map((row) => (row as { detail: string }).detail),
    )
  }
  return { api, plan }
}

test('whatever is asked is looked up in an index: no table is scanned and nothing is sorted', async () => {
  const { api, plan } = await openExplained()
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const projectId = project.id
  const caseIds = (await addCases(api, projectId, ['A', 'B'])).map(({ id }) => id)
  const testRunId = (await api.runs.create({ projectId, name: 'R', caseIds })).testRun.id
  const milestoneId = (await api.milestones.create({ projectId, name: 'M', testRunIds: [testRunId] })).milestone.id
  const testId = (await api.tests.list({ testRunId })).tests[0]!.id
  const calls: Record<string, (service: Api) => Promise<unknown>> = {
    'tests of a run': (s) => s.tests.list({ testRunId, relations: ['case', 'comments'] }),
    'runs with results': (s) => s.runs.list({ projectId, relations: ['tests'] }),
    cases: (s) => s.cases.list({ projectId, relations: ['comments'] }),
    'cases by a custom field': (s) => s.cases.list({ projectId, customFields: { a: 'b' } }),
    milestones: (s) => s.milestones.list({ projectId, relations: ['tests'] }),
    'a test': (s) => s.tests.get({ identifier: 'WEB-T1', relations: ['case', 'comments', 'test_run'] }),
    'a case': (s) => s.cases.get({ identifier: 'WEB-C1', relations: ['project', 'comments'] }),
    'a run': (s) => s.runs.get({ identifier: 'WEB-R1', relations: ['tests'] }),
    'a milestone': (s) => s.milestones.get({ identifier: 'WEB-M1', relations: ['tests'] }),
    'a result': (s) => s.tests.update({ testId, result: 'passed' }),
    'cases of a run': (s) => s.runs.update({ testRunId, caseIdsToRemove: caseIds }),
    'runs of a milestone': (s) => s.milestones.update({ milestoneId, testRunIds: [] }),
  }
  for (const [name, call] of Object.entries(calls)) {
    const details = await plan(call)
    expect.soft(details.length, name).toBeGreaterThan(0)
    expect
      .soft(
        details.filter((detail) => /^SCAN|TEMP B-TREE/.test(detail)),
        name,
      )
      .toEqual([])
  }
})

test('a page far down a list is found in an index: the rows before it are not read', async () => {
  const { api, plan } = await openExplained()
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const projectId = project.id
  const caseIds = (await addCases(api, projectId, ['A', 'B', 'C'])).map(({ id }) => id)
  for (const name of ['R', 'S', 'T']) await api.runs.create({ projectId, name, caseIds })
  const { testRuns } = await api.runs.list({ projectId })
  const testRunId = testRuns[0]!.id
  const lists: Record<string, (service: Api) => Promise<unknown>> = {
    'runs USING COVERING INDEX': (s) => s.runs.list({ projectId, offset: 2 }),
    'tests USING COVERING INDEX': (s) => s.tests.list({ testRunId, offset: 2 }),
    'cases USING COVERING INDEX': (s) => s.cases.list({ projectId, offset: 2 }),
  }
  for (const [found, list] of Object.entries(lists))
    expect(await plan(list)).toContainEqual(expect.stringContaining(found))
})
