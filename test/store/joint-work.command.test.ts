import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeys, createService } from '../../src/service/index.ts'
import { jointWork } from '../../src/store/joint-work.ts'
import type { Store } from '../../src/store/index.ts'
import type { Queries } from '../../src/store/table-types.ts'
import { openListed } from './listed.ts'
import { insertProject, listProjects, putProject } from './rows.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-store-'))
})

afterEach(() => rm(folder, { recursive: true }))

const order = { name: 'ana', role: 'writer', createdBy: 'ana' } as const

/** Returns `put`, which inserts projects as joint work, and `together`, the size of each batch. */
const jointly = () => {
  const together: number[] = []
  const put = async (queries: Queries, identifiers: readonly string[]): Promise<string[]> => {
    together.push(identifiers.length)
    const done: string[] = []
    for (const identifier of identifiers) done.push(await putProject(queries, identifier))
    return done
  }
  return { together, put }
}

test('the same change of several callers is done at once, and each gets the result of its own', async () => {
  const { store, count } = await openListed(folder)
  const [{ together, put }, other] = [jointly(), jointly()]
  const done = await Promise.all([
    ...['A', 'B', 'C'].map((identifier) => store.write(jointWork(put, identifier))),
    insertProject(store, 'D'),
    store.write(jointWork(put, 'E')),
    ...['F', 'G'].map((identifier) => store.write(jointWork(other.put, identifier))),
  ])
  expect(done).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
  expect([together, other.together]).toEqual([[3, 1], [2]])
  expect([count('begin immediate'), count('savepoint work'), count('commit')]).toEqual([1, 4, 1])
  expect(await listProjects(store)).toEqual(done)
  await store.close()
})

test('where one of them fails, each is done alone, and only that one fails', async () => {
  const { store } = await openListed(folder)
  const { together, put } = jointly()
  await insertProject(store, 'B')
  const outcomes = await Promise.allSettled(
    ['A', 'B', 'C'].map((identifier) => store.write(jointWork(put, identifier))),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(together).toEqual([3, 1, 1, 1])
  expect(await listProjects(store)).toEqual(['B', 'A', 'C'])
  await store.close()
})

test('a hundred results that come at once are read by one statement, and written by one for each result', async () => {
  const { store, sent } = await openListed(folder)
  // As a server has it, which looks at the key of the caller with each change.
  const { key } = await createKeys({ store: store as Store, now: () => new Date() }).create(order)
  const api = createService(store as Store, () => new Date())('ana', { keyId: key.id })
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const create = (name: string) => api.cases.create({ projectId: project.id, name, preconditions: '', steps: [] })
  const made = await Promise.all(Array.from({ length: 100 }, (_, at) => create(`Case ${at}`)))
  const caseIds = made.map((one) => one.case.id)
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds })
  const { tests } = await api.tests.list({ testRunId: testRun.id, limit: 100 })
  sent.length = 0
  const resultAt = (at: number) => (at % 3 === 0 ? 'failed' : 'passed')
  await Promise.all(tests.map(({ id }, at) => api.tests.update({ testId: id, result: resultAt(at) })))
  expect(sent.filter((sql) => sql.includes('"tests"')).map((sql) => sql.split(' ')[0])).toEqual([
    'select',
    'update',
    'update',
  ])
  // A slightly different number of results uses the same statements.
  const known = new Set(sent)
  await Promise.all(tests.slice(0, 99).map(({ id }, at) => api.tests.update({ testId: id, result: resultAt(at) })))
  expect(sent.filter((sql) => sql.includes('"tests"') && !known.has(sql))).toEqual([])
  const after = (await api.tests.list({ testRunId: testRun.id, limit: 100 })).tests
  expect(after.map(({ result }) => result)).toEqual(tests.map((_, at) => resultAt(at)))
  await store.close()
})
