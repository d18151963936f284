import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Connection } from '../../src/store/engine.ts'
import { createGroupCommit } from '../../src/store/group-commit.ts'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { openStore } from '../../src/store/index.ts'
import { createSqliteLane } from '../../src/store/sqlite/transactions.ts'
import { prepareSqlite } from '../../src/store/sqlite/prepare.ts'
import { openListed } from './listed.ts'
import { insertProject, listProjects, putProject } from './rows.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-store-'))
})

afterEach(() => rm(folder, { recursive: true }))

test('what is written at the same time is committed together', async () => {
  const { store, count } = await openListed(folder)
  await Promise.all(Array.from({ length: 20 }, (_, index) => insertProject(store, `P${index}`)))
  expect([count('begin immediate'), count('commit')]).toEqual([1, 1])
  expect(await listProjects(store)).toHaveLength(20)
  await store.close()
})

test('so is what comes in one turn of the event loop after another', async () => {
  const { store, count } = await openListed(folder)
  const afterTurns = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    return insertProject(store, `P${turns}`)
  }
  await Promise.all([3, 2, 1, 0].map(afterTurns))
  expect(count('commit')).toBe(1)
  await store.close()
})

test('a read does not wait for writes that are still to come', async () => {
  const { store } = await openListed(folder)
  const order: string[] = []
  const write = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    await insertProject(store, `P${turns}`)
    order.push(`P${turns}`)
  }
  const read = async () => {
    await listProjects(store)
    order.push('read')
  }
  await Promise.all([...[9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(write), read()])
  expect(order.indexOf('read')).toBeLessThan(order.indexOf('P9'))
  await store.close()
})

test('one that fails takes no other with it, and leaves nothing behind', async () => {
  const { store, count } = await openListed(folder)
  const failing = async (identifier: string) =>
    store.write(async (queries) => {
      await putProject(queries, identifier)
      throw new Error(`no ${identifier}`)
    })
  const outcomes = await Promise.allSettled([
    insertProject(store, 'A'),
    failing('B'),
    insertProject(store, 'C'),
    insertProject(store, 'A'),
    insertProject(store, 'D'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
  expect((outcomes[1] as PromiseRejectedResult).reason).toEqual(new Error('no B'))
  expect(await listProjects(store)).toEqual(['A', 'C', 'D'])
  expect(count('commit')).toBe(2)
  await store.close()
})

test('nobody is told before the commit', async () => {
  const { store, sent } = await openListed(folder)
  await Promise.all(['A', 'B'].map((name) => insertProject(store, name).then(() => sent.push(`told ${name}`))))
  expect(sent.slice(sent.indexOf('commit'))).toEqual(['commit', 'told A', 'told B'])
  await store.close()
})

test('writers that follow one another at once are all served', async () => {
  const { store } = await openListed(folder)
  const lane = async (name: string) => {
    for (let round = 0; round < 25; round++) await insertProject(store, `${name}${round}`)
  }
  await Promise.all(['A', 'B', 'C', 'D'].map(lane))
  expect(await listProjects(store)).toHaveLength(100)
  await store.close()
})

test('when the commit fails, everybody who shared it is told, and the next try starts afresh', async () => {
  const place = { label: 'team.db', path: join(folder, 'team.db') }
  const connection = connectTo(place)
  await prepareSqlite(connection, place, { limit: 100 })
  let failing = true
  const run: typeof connection.run = (sql) => {
    if (failing && sql === 'commit') throw Object.assign(new Error('disk'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    connection.run(sql)
  }
  const store = createGroupCommit(
    [createSqliteLane({ ...connection, run }, { place, busyTimeout: { limit: 100 } })],
    place,
  )
  const outcomes = await Promise.allSettled([insertProject(store, 'A'), insertProject(store, 'B')])
  expect(outcomes.map((one) => String((one as PromiseRejectedResult).reason))).toEqual([
    'UnavailableError: no space is left for the store team.db; this change was not written',
    'UnavailableError: no space is left for the store team.db; this change was not written',
  ])
  failing = false
  expect(await listProjects(store)).toEqual([])
  await insertProject(store, 'A')
  expect(await listProjects(store)).toEqual(['A'])
  await store.close()
})

test('closing waits for what was begun, and nothing can be begun after', async () => {
  const store = await openStore('file:team.db', { folder })
  const writing = insertProject(store, 'A')
  await store.close()
  expect(await writing).toBe('A')
  await expect(insertProject(store, 'B')).rejects.toThrow('the store team.db is closed')
  await store.close()
})

test('a reader does not see what is not committed', async () => {
  const [one, other] = [await openStore('file:team.db', { folder }), await openStore('file:team.db', { folder })]
  const seen = await one.write(async (queries) => {
    await putProject(queries, 'A')
    return listProjects(other)
  })
  expect([seen, await listProjects(other)]).toEqual([[], ['A']])
  await one.close()
  await other.close()
})

test('work that a refused connection left to another, which is refused as well, is done by the first once it has rested', async () => {
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  const full = new Error('full')
  const connectionThat = (begin: () => void): Connection => ({
    kinds: ['read'],
    capacity: 1,
    queries: {} as Connection['queries'],
    begin,
    savepoint: () => undefined,
    release: () => undefined,
    rollbackTo: () => undefined,
    commit: () => undefined,
    rollback: () => undefined,
    isTransient: () => false,
    isTurnedAway: (error) => error === full,
    explain: (error) => error,
    close: () => undefined,
  })
  const refuse = () => {
    time += 1
    throw full
  }
  let isFull = true
  const store = createGroupCommit([connectionThat(() => isFull && refuse()), connectionThat(refuse)], { label: '' })
  const rested = () => {
    isFull = false
    time = 1001
  }
  const reads = [1, 2].map((one) => store.read(async () => one))
  // When the second connection fails one of the reads, `rested` makes the first one usable again.
  const outcomes = await Promise.all(reads.map((read) => read.catch(rested)))
  expect(outcomes).toContainEqual(expect.any(Number))
})
