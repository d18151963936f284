import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { once } from '../../src/system/async/once.ts'

/**
 * Creates a fresh database in the PostgreSQL for the tests. `ask` sends SQL to it while a test runs, always on the same connection:
 * each connection is a process of the server, which takes longer to start than a query.
 */
export const createDatabase = async ({ template = 'template1' } = {}) => {
  const name = `test_${process.pid}_${++made}`
  // Copying the files of an empty database takes half of the time of writing them to the log.
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
 * Creates a fresh database with an empty store, for tests that are not about creating one: the server takes four times as long to create
 * the tables as to copy them. All stores of a worker have the same identity.
 */
export const createStore = async () => createDatabase({ template: await withStore() })

const withStore = once(async () => {
  const { name, address } = await createDatabase()
  await (await openStore(address)).close()
  return name
})

/** The connection that creates the databases. It does not keep the worker alive, and ends with it or with the server. */
const owner = once(async () => {
  const client = await connect(`${inject('postgres')}/postgres`)
  client.on('error', () => undefined)
  // @ts-expect-error The types do not know it.
  client.unref()
  return client
})

/** A schema in a database: its name, an address that creates tables in it, and the statements of `emptyStore` once they are known. */
export type Schema = { name: string; address: string; deletions?: readonly string[] }

/** Creates a schema with a new name in the database at `address`. */
export const createSchema = async (address: string): Promise<Schema> => {
  const name = `team_${++made}`
  await ask(address, `create schema ${name}`)
  return { name, address: `${address}?options=${encodeURIComponent(`-c search_path=${name}`)}` }
}

/** Empties the store in a schema, which is then as it was when it was created. */
export const emptyStore = async (client: pg.Client, schema: Schema): Promise<void> => {
  // A schema that has no tables yet may get some later.
  if (!schema.deletions?.length) schema.deletions = await deletionsIn(client, schema)
  // Turns off foreign keys: all tables are emptied anyway, and looking for dependent rows would take most of the time.
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

/** Opens a connection to a database that does not go through testctl. */
export const connect = async (address: string): Promise<pg.Client> => {
  const client = new pg.Client(address)
  await client.connect()
  return client
}

/** Sends SQL on a new connection, which it closes. Returns the rows of the last statement. */
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
