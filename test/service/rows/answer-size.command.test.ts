import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import { readPages } from '../../../src/contract/pagination.ts'
import { createService } from '../../../src/service/index.ts'
import { large } from '../../../src/service/rows/answer-size.ts'
import { auditColumns, madeAt, openProject, refusal, numbersTo } from '../fixture.ts'
import type { Store } from '../../../src/store/index.ts'

/** Creates a project with `count` cases of `bytes` bytes of text each, a run of all of them, and the service as a server uses it. */
const open = async (count: number, bytes: number) => {
  const opened = await openProject()
  const { api, store, project } = opened
  const waited: string[] = []
  const fairLimit = async <T>(holder: string, work: () => Promise<T>): Promise<T> => {
    waited.push(holder)
    return work()
  }
  const served: Api = createService(store, undefined, { fairLimit })('ben')
  const steps = Array.from({ length: Math.floor(bytes / 90_000) }, () => ({
    action: 'x'.repeat(90_000),
    expectation: '',
  }))
  const caseIds = []
  for (let at = 0; at < count; at++) {
    const sent = { projectId: project.id, name: `Case ${at}`, preconditions: 'y'.repeat(bytes % 90_000), steps }
    caseIds.push((await api.cases.create(sent)).case.id)
  }
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds })
  return { ...opened, served, caseIds, testRun, waited }
}

const bytesOf = (answer: unknown): number => Buffer.byteLength(JSON.stringify(answer))

describe('a page of large rows', () => {
  test('ends earlier, says so, and is gone on from there to the last row', async () => {
    const { served, project, testRun, waited } = await open(7, 600_000)
    const first = await served.tests.list({ testRunId: testRun.id, limit: 1000 })
    expect(first.tests).toHaveLength(3)
    expect(first.pagination).toEqual({ limit: 3, offset: 0, total: 7 })
    expect(bytesOf(first)).toBeLessThan(large + 10_000)
    expect(waited).toEqual(['ben'])
    const listing = readPages(async (page) => {
      const { cases, pagination } = await served.cases.list({ projectId: project.id, ...page })
      return { rows: cases, pagination }
    })
    const numbers = []
    for await (const { displayId } of listing.rows) numbers.push(displayId)
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
  })

  test('holds one row at least, however large', async () => {
    const { served, store, testRun } = await open(2, 100)
    const steps = JSON.stringify([{ action: 'z'.repeat(large), expectation: '' }])
    await store.write((queries) => queries.updateTable('tests').set({ steps }).execute())
    const { tests, pagination } = await served.tests.list({ testRunId: testRun.id })
    expect(tests).toHaveLength(1)
    expect(pagination).toEqual({ limit: 1, offset: 0, total: 2 })
    expect((await served.tests.get({ identifier: 'WEB-T2' })).test.steps[0]?.action).toHaveLength(large)
  })

  test('is no other where rows are small, and waits for nobody', async () => {
    const { served, testRun, waited } = await open(9, 100)
    const { tests, pagination } = await served.tests.list({ testRunId: testRun.id, relations: ['case', 'comments'] })
    expect({ rows: tests.length, pagination }).toEqual({ rows: 9, pagination: { limit: 50, offset: 0, total: 9 } })
    expect(waited).toEqual([])
  })

  test('counts what is related to its rows', async () => {
    const { served, project, testRun } = await open(6, 400_000)
    const { tests, pagination } = await served.tests.list({ testRunId: testRun.id, relations: ['case'] })
    expect({ rows: tests.length, limit: pagination.limit }).toEqual({ rows: 2, limit: 2 })
    const filtered = await served.cases.list({ projectId: project.id, relations: ['comments'] })
    expect(filtered.pagination.limit).toBe(filtered.cases.length)
  })

  test('of projects and runs ends before what is related is too much', async () => {
    const { api, served, project, caseIds } = await open(3, 400_000)
    for (const name of ['S', 'T', 'U']) await api.runs.create({ projectId: project.id, name, caseIds })
    const { testRuns, pagination } = await served.runs.list({ projectId: project.id, relations: ['tests'] })
    expect(testRuns.map(({ tests }) => tests?.length)).toEqual([3])
    expect(pagination).toEqual({ limit: 1, offset: 0, total: 4 })
    const rest = await served.runs.list({ projectId: project.id, relations: ['tests'], offset: 1 })
    expect(rest.testRuns[0]).toMatchObject({ name: 'S', tests: [{}, {}, {}] })
  })
})

const putComments = (store: Store, caseId: string, { name, count }: { name: string; count: number }) =>
  store.write((queries) =>
    queries
      .insertInto('comments')
      .columns(['id', 'case_id', 'position', 'content', ...auditColumns])
      .expression(
        sql`with recursive ${numbersTo(count)} select cast(${name} as text) || at, cast(${caseId} as text), at,
          '.', ${madeAt}, 'ana', ${madeAt}, 'ana' from numbers`,
      )
      .execute(),
  )

describe('relations that are too much for an answer', () => {
  test('are refused with the way to read them in pages', async () => {
    const { api, served, project, testRun } = await open(9, 300_000)
    await api.milestones.create({ projectId: project.id, name: 'M', testRunIds: [testRun.id] })
    const way = { message: expect.stringContaining('GET /v1/'), status: 413 }
    expect(await refusal(served.projects.list({ relations: ['cases'] }))).toMatchObject(way)
    expect(await refusal(served.runs.get({ identifier: 'WEB-R1', relations: ['tests'] }))).toMatchObject(way)
    expect(await refusal(served.milestones.list({ projectId: project.id, relations: ['tests'] }))).toMatchObject(way)
    expect(
      (await served.milestones.get({ identifier: 'WEB-M1', relations: ['test_runs'] })).milestone.testRuns,
    ).toHaveLength(1)
  })

  test('are refused for their number alone, where a large answer has no room for them', async () => {
    const { served, store, caseIds } = await open(1, 10)
    const asked = () => served.cases.get({ identifier: 'WEB-C4', relations: ['comments'] })
    await putComments(store, caseIds[0]!, { name: 'one-', count: 500 })
    expect((await asked()).case.comments).toHaveLength(500)
    await putComments(store, caseIds[0]!, { name: 'other-', count: 7500 })
    expect(await refusal(asked())).toMatchObject({ status: 413, message: expect.stringContaining('too many comments') })
  })

  test('are all there in a store of one’s own', async () => {
    const { api, testRun } = await open(9, 300_000)
    expect((await api.projects.list({ relations: ['cases'] })).projects[0]?.cases).toHaveLength(12)
    expect((await api.tests.list({ testRunId: testRun.id, relations: ['case'] })).tests).toHaveLength(9)
  })
})

test('a case takes comments as long as they can be read together', async () => {
  const { api, served, caseIds } = await open(1, 10)
  const resourceId = caseIds[0]!
  const add = () => api.comments.create({ resourceId, content: 'c'.repeat(100_000) })
  for (let at = 0; at < 10; at++) await add()
  expect(await refusal(add())).toMatchObject({ status: 409 })
  expect((await served.cases.get({ identifier: 'WEB-C4', relations: ['comments'] })).case.comments).toHaveLength(10)
})

test('a case takes no more comments than can be read together, however short they are', async () => {
  const { api, store, caseIds } = await open(1, 10)
  await putComments(store, caseIds[0]!, { name: 'short-', count: 3500 })
  expect(await refusal(api.comments.create({ resourceId: caseIds[0]!, content: '.' }))).toMatchObject({ status: 409 })
})

test('a run of cases with long texts copies every one of them', async () => {
  const { api, testRun } = await open(9, 700_000)
  const { tests } = await api.tests.list({ testRunId: testRun.id })
  expect(tests.map(({ name }) => name)).toEqual(Array.from({ length: 9 }, (_, at) => `Case ${at}`))
  expect(tests.every(({ steps }) => steps.length === 7)).toBe(true)
})
