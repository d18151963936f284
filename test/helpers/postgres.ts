import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { once } from '../../src/system/async/once.ts'

/**
 * A fresh database of the PostgreSQL that was started for the tests: its address, and a way to look into it while a test runs, on one
 * connection. Each connection is a process of the server, which takes longer to begin than an answer.
 */
export const createDatabase = async ({ template = 'template1' } = {}) => {
  const name = `test_${process.pid}_${++made}`
  // To copy the files of an empty database takes half of what it takes to write all of them to the log.
  await (await owner()).query(`create database ${name} template ${template} strategy file_copy`)
  const address = `${inject('postgres')}/${name}`
  let client: Promise<pg.Client> | undefined
  const forget = () => (client = undefined)
  const look = async () => {
    const opened = await connect(address)
    opened.on('error', forget)
    onTestFinished(async () => {
      forget()
      await opened.end()
    })
    return opened
  }
  return { name, address, ask: async (sql: string) => lastRows(await (client ??= look()), sql) }
}

/**
 * A fresh database with an empty store in it, for what is not about how that is made: to make its tables takes the server four times as
 * long as to copy them. The stores of a worker have one identity.
 */
export const createStore = async () => createDatabase({ template: await withStore() })

const withStore = once(async () => {
  const { name, address } = await createDatabase()
  await (await openStore(address)).close()
  return name
})

/** Who makes the databases. The connection is no reason for the worker to go on, and ends with it or with the server. */
const owner = once(async () => {
  const client = await connect(`${inject('postgres')}/postgres`)
  client.on('error', () => undefined)
  // @ts-expect-error The types do not know it.
  client.unref()
  return client
})

/** A schema of its own in a database: its name, and an address under which tables go into it. */
export type Schema = { name: string; address: string; deletions?: readonly string[] }

/** Makes one. */
export const createSchema = async (address: string): Promise<Schema> => {
  const name = `team_${++made}`
  await ask(address, `create schema ${name}`)
  return { name, address: `${address}?options=${encodeURIComponent(`-c search_path=${name}`)}` }
}

/** Leaves the store in a schema as it was when it was made. */
export const emptyStore = async (client: pg.Client, schema: Schema): Promise<void> => {
  // One without tables may get them later.
  if (!schema.deletions?.length) schema.deletions = await deletionsIn(client, schema)
  // All of them are emptied: to look for the rows that go along with each row would take most of the time.
  await client.query(
    ['begin', 'set local session_replication_role = replica', ...schema.deletions, 'commit'].join('; '),
  )
}

const deletionsIn = async (client: pg.Client, { name }: Schema): Promise<string[]> => {
  const { rows } = await client.query<{ table: string }>(
    `select format('%I.%I', schemaname, tablename) as table from pg_tables
    where schemaname = '${name}' and tablename not in ('testctl_store', 'about')`,
  )
  return rows.map(({ table }) => `delete from ${table}`)
}

let made = 0

/** A connection to a database, of somebody who has nothing to do with testctl. */
export const connect = async (address: string): Promise<pg.Client> => {
  const client = new pg.Client(address)
  await client.connect()
  return client
}

/** Sends some SQL on a connection of its own. Gives the rows of the last statement. */
export const ask = async (address: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = await connect(address)
  try {
    return await lastRows(client, sql)
  } finally {
    await client.end()
  }
}

const lastRows = async (client: pg.Client, sql: string): Promise<Record<string, unknown>[]> =>
  [await client.query<Record<string, unknown>>(sql)].flat().at(-1)!.rows
