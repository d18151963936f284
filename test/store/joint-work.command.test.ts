import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jointWork } from '../../src/store/joint-work.ts'
import type { Queries } from '../../src/store/table-types.ts'
import { openListed } from './listed.ts'
import { insertProject, listProjects, putProject } from './rows.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-store-'))
})

afterEach(() => rm(folder, { recursive: true }))

/** Puts projects into a store, and lists how many came together. */
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
