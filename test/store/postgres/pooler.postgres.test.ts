import pg from 'pg'
import { expect, inject, onTestFinished, test as anyTest } from 'vitest'
import { createDatabase, createSchema, createStore } from '../../helpers/postgres.ts'
import { startPooler } from '../../helpers/pooler.ts'
import { lacks } from '../../helpers/programs.ts'
import { insertProject, listProjects } from '../rows.ts'
import { layCable } from './cable.ts'
import { failure, open } from './opened.ts'

const test = anyTest.skipIf(lacks('pgbouncer'))

/** Creates an empty database and a pooler in transaction mode in front of it. `through` gives the pooled form of an address. */
const behindPooler = async (...lines: string[]) => putBehind(await createDatabase(), lines)

/** Does the same for a database with a store in it. */
const storeBehindPooler = async (...lines: string[]) => putBehind(await createStore(), lines)

const putBehind = async (database: Awaited<ReturnType<typeof createDatabase>>, lines: readonly string[]) => {
  const pooler = await startPooler(inject('postgres'), lines)
  onTestFinished(pooler.remove)
  const pooled = (address: string) => address.replace(inject('postgres'), pooler.address.replace(/\/$/, ''))
  return { ...database, pooled: pooled(database.address), through: pooled }
}
const names = Array.from({ length: 60 }, (_, at) => `P${at}`)

test.each([1, 3])('servers behind PgBouncer share %i sessions of the database', async (size) => {
  const { pooled } = await behindPooler(`default_pool_size = ${size}`)
  const stores = await Promise.all([open(pooled), open(pooled), open(pooled)])
  await Promise.all(names.map((name, at) => insertProject(stores[at % 3]!, name)))
  for (const store of stores) expect((await listProjects(store)).toSorted()).toEqual(names.toSorted())
})

test('nothing of ours is left in a session that others use next', async () => {
  const { pooled } = await behindPooler('default_pool_size = 1')
  const before = await leftovers(pooled)
  const store = await open(pooled)
  await insertProject(store, 'A')
  await listProjects(store)
  expect(await leftovers(pooled)).toEqual(before)
})

test('tables lie in the schema that the address names, which PgBouncer itself does not take', async () => {
  const { address, through, ask } = await behindPooler('default_pool_size = 2')
  const ours = await open(through((await createSchema(address)).address))
  const theirs = await open(through((await createSchema(address)).address))
  await insertProject(ours, 'A')
  expect([await listProjects(ours), await listProjects(theirs)]).toEqual([['A'], []])
  expect(await ask(`select from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('a lock that somebody holds is waited for as long as one is patient', async () => {
  const { pooled, address } = await storeBehindPooler()
  const store = await open(pooled, { timeoutMs: 3_000 })
  const other = new pg.Client(address)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin; lock table testctl_store')
  expect((await failure(insertProject(store, 'A'))).message).toMatch(/is locked by another session$/)
  await other.query('rollback')
  expect(await insertProject(store, 'A')).toBe('A')
})

test('an answer comes after the disk has it, though the database would not wait', async () => {
  const { pooled, ask, name } = await storeBehindPooler()
  await ask(`alter database ${name} set synchronous_commit = off`)
  const store = await open(pooled)
  const seen = await store.write((queries) =>
    queries
      .selectNoFrom((is) => is.fn<string>('current_setting', [is.val('synchronous_commit')]).as('setting'))
      .execute(),
  )
  expect(seen).toEqual([{ setting: 'on' }])
})

test('a connection that is cut behind the pooler loses nothing and does nothing twice', async () => {
  const { pooled } = await storeBehindPooler('default_pool_size = 2')
  let cuts = 0
  const cable = await layCable(pooled, (sent) =>
    sent.includes('commit\0') && cuts < 4 ? (cuts++ % 2 ? 'cut before' : 'cut after') : 'pass',
  )
  onTestFinished(cable.remove)
  const store = await open(cable.address)
  for (const name of names.slice(0, 10)) expect(await insertProject(store, name)).toBe(name)
  expect(await listProjects(store)).toEqual(names.slice(0, 10))
  expect(cuts).toBe(4)
})

test('a pooler that is full is named, with what to look at', async () => {
  const { pooled } = await behindPooler('max_client_conn = 4')
  const others: pg.Client[] = []
  onTestFinished(() => void others.map((other) => other.end()))
  // Until all places are taken, including the one of the connection that checked whether the pooler listens.
  while (others.length < 4) {
    const other = new pg.Client(pooled)
    await other.connect().then(
      () => others.push(other),
      () => undefined,
    )
  }
  const error = await failure(open(pooled))
  expect(error.message).toMatch(/is behind a pooler that refuses the connection: no more connections allowed/)
  expect(error).toHaveProperty('hint', expect.stringContaining('max_client_conn'))
})

test('a pooler in statement mode, in which there are no transactions, is named with the setting', async () => {
  const { pooled } = await behindPooler('pool_mode = statement')
  const error = await failure(open(pooled))
  expect(error.message).toMatch(/is behind a pooler that refuses the connection: transaction blocks not allowed/)
  expect(error).toHaveProperty('hint', expect.stringContaining('pool_mode'))
})

test('a pooler whose sessions are all at work is named after its patience, and used again when one is free', async () => {
  const { pooled } = await storeBehindPooler('default_pool_size = 1', 'query_wait_timeout = 3')
  const store = await open(pooled)
  const other = new pg.Client(pooled)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  for (const error of await Promise.all([failure(insertProject(store, 'A')), failure(listProjects(store))])) {
    expect(error).toMatchObject({ name: 'UnavailableError', status: 503 })
    expect(error.message).toMatch(/is behind a pooler that refuses the connection: query_wait_timeout/)
  }
  await other.query('rollback')
  expect(await insertProject(store, 'A')).toBe('A')
})

test('a pooler that keeps everybody waiting is given up in time', async () => {
  const { pooled } = await storeBehindPooler('default_pool_size = 1')
  const store = await open(pooled, { timeoutMs: 2000 })
  const other = new pg.Client(pooled)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  const errors = await Promise.all([failure(insertProject(store, 'A')), failure(listProjects(store))])
  for (const { message } of errors) expect(message).toMatch(/cannot be reached: Query read timeout$/)
  await other.query('rollback')
  expect(await insertProject(store, 'A')).toBe('A')
})

/** Reads the settings and the number of prepared statements that a session of the pool was left with. */
const leftovers = async (address: string) => {
  const client = new pg.Client(address)
  await client.connect()
  try {
    const settings = ['lock_timeout', 'idle_in_transaction_session_timeout', 'search_path', 'synchronous_commit']
    const { rows } = await client.query<Record<string, unknown>>(
      `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join()},
        (select count(*) from pg_prepared_statements) as statements`,
    )
    return rows
  } finally {
    await client.end()
  }
}
