import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { type Options } from '../../../src/store/engine.ts'
import { createStore } from '../../helpers/postgres.ts'
import { startPostgres } from '../../helpers/postgres.setup.ts'
import { insertProject, listProjects } from '../rows.ts'
import { type Fate, layCable } from './cable.ts'
import { open, failure } from './opened.ts'

// RELIABILITY 19

/** Opens a store through a proxy. `fate` decides for each chunk what happens to it. */
const openByCable = async (fate?: (sent: string) => Fate, options?: Options) => {
  const database = await createStore()
  const cable = await layCable(database.address, fate)
  onTestFinished(cable.remove)
  return { database, cable, store: await open(cable.address, options) }
}

/** Returns a `fate` function that applies `fate` to the first `times` commits and counts them. */
const atCommit = (fate: Fate, times = 1) => {
  const seen = { commits: 0 }
  return { seen, fate: (sent: string): Fate => (/commit\0/.test(sent) && seen.commits++ < times ? fate : 'pass') }
}

const kept = async (database: { ask: (sql: string) => Promise<Record<string, unknown>[]> }) =>
  (await database.ask('select identifier from projects order by position')).map(({ identifier }) => identifier)

test('a connection that the database ends is made anew, and nobody notices', async () => {
  const database = await createStore()
  const store = await open(database.address)
  await insertProject(store, 'A')
  await listProjects(store)
  await database.ask(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $$testctl$$ and datname = current_database()',
  )
  expect([await insertProject(store, 'B'), await listProjects(store)]).toEqual(['B', ['A', 'B']])
})

test('a connection that ends in the middle of the work loses nothing and does nothing twice', async () => {
  const database = await createStore()
  const store = await open(database.address)
  const promised: string[] = []
  const work = async (lane: number) => {
    for (let round = 0; round < 40; round++) promised.push(await insertProject(store, `L${lane}R${round}`))
  }
  const writing = Promise.all([1, 2, 3, 4].map(work))
  let done = false
  void writing.finally(() => (done = true)).catch(() => undefined)
  // Waits for a write between two cuts: testctl is right to give up work that is cut off again and again.
  for (let before = -1; !done; await sleep(10)) {
    if (promised.length === before) continue
    before = promised.length
    await database.ask(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $$testctl$$ and datname = current_database()',
    )
  }
  await writing
  expect(promised).toHaveLength(160)
  expect((await kept(database)).toSorted()).toEqual(promised.toSorted())
})

test.for([
  ['before the database gets the commit', 'cut before'],
  ['before its answer is heard', 'cut after'],
] as const)('a cable that is cut %s: the database is asked how it ended, and all is there once', async ([, fate]) => {
  const commit = atCommit(fate)
  const { database, store } = await openByCable(commit.fate)
  const promised = await Promise.all(['A', 'B', 'C'].map((name) => insertProject(store, name)))
  expect(promised).toEqual(['A', 'B', 'C'])
  expect(await kept(database)).toEqual(['A', 'B', 'C'])
  // The second commit repeats the work, or waits for the standbys of the first.
  expect(commit.seen.commits).toBe(2)
})

test('a commit that nobody can be asked about is said to be unknown, not done and not undone', async () => {
  let state: 'there' | 'gone' | 'back' = 'there'
  const { database, store } = await openByCable(
    (sent) => {
      if (state === 'gone') return 'cut before'
      if (state === 'back' || !/commit\0/.test(sent)) return 'pass'
      state = 'gone'
      return 'cut after'
    },
    { timeoutMs: 5000, discreet: true },
  )
  const error = await failure(insertProject(store, 'A'))
  expect(error).toMatchObject({ name: 'UnavailableError', status: 500 })
  expect(error.message).toBe('the store failed: it may or may not have been done')
  state = 'back'
  expect(await kept(database)).toEqual(['A'])
  await insertProject(store, 'B')
  expect(await listProjects(store)).toEqual(['A', 'B'])
})

test('a database that is gone is told at once, by name and without the password, and used again when it is back', async () => {
  const server = await startPostgres()
  onTestFinished(server.remove)
  const address = `${server.address}/postgres`
  const store = await open(address)
  const served = await open(address, { discreet: true })
  await insertProject(store, 'A')
  await server.stop()
  for (const attempt of [() => insertProject(store, 'B'), () => listProjects(store)]) {
    const error = await failure(attempt())
    expect(error).toMatchObject({ name: 'UnavailableError', status: 503 })
    expect(error.message).toMatch(`the database postgres on 127.0.0.1:${server.port} cannot be reached: `)
    expect(error.message).not.toContain('secret')
  }
  expect((await failure(listProjects(served))).message).toBe('the store cannot be used now')
  const missing = await failure(openStore(address))
  expect(missing).toMatchObject({ name: 'UnavailableError', status: 503 })
  await server.start()
  await insertProject(store, 'B')
  expect([await listProjects(store), await listProjects(served)]).toEqual([
    ['A', 'B'],
    ['A', 'B'],
  ])
})
