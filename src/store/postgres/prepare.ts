import { UsageError } from '../../errors.ts'
import type { Options } from '../engine.ts'
import { migrations, statementsSince } from '../migrations.ts'
import { refuseNewer } from '../newer-version.ts'
import type { PostgresDatabase } from './address.ts'
import type { PostgresConnection } from './connection.ts'
import { createInUtf8, foreignDatabase } from './errors.ts'

/**
 * Creates or upgrades the schema of this testctl in a database. If several processes do so at once, one does the work: the others wait
 * at the table or the row that it writes first, and then find the work done. With `existing`, throws a UsageError for a database
 * without a store, and leaves it unchanged. DECISIONS 178
 */
export const preparePostgres = async (
  connection: PostgresConnection,
  base: PostgresDatabase,
  { existing = false, onUpgrade }: Pick<Options, 'existing' | 'onUpgrade'> = {},
): Promise<void> => {
  const version = await inReadOnly(connection, () => readVersion(connection, base))
  if (version >= migrations.length) return
  if (existing && version === 0) throw new UsageError(`there is no store ${base.label}`, { hint: 'check its address' })
  await connection.begin('')
  try {
    await migrate(connection, version)
    await connection.send('commit')
    if (version > 0) onUpgrade?.({ label: base.label, from: version, to: migrations.length })
  } catch (error) {
    await connection.send('rollback').catch(() => undefined)
    const present = await inReadOnly(connection, () => readVersion(connection, base)).catch(() => version)
    if (present === version) throw error
    await preparePostgres(connection, base)
  }
}

/**
 * Returns the schema version of the store in a database, 0 for an empty database. Throws a UsageError for any other database and for a
 * newer version.
 */
export const readPostgresVersion = async (connection: PostgresConnection, base: PostgresDatabase): Promise<number> => {
  const version = await inReadOnly(connection, () => readVersion(connection, base))
  refuseNewer(`in the database ${base.label}`, version)
  return version
}

/** Reads the identity of the store in a database. */
export const readIdentity = (connection: PostgresConnection): Promise<string> =>
  inReadOnly(connection, async () => {
    const { rows } = await connection.send('select identity from about')
    return String(rows[0]?.['identity'])
  })

/** Runs reads in a transaction of their own, which ends with a rollback. `mode` is how it begins. */
export const inReadOnly = async <T>(
  connection: PostgresConnection,
  work: () => Promise<T>,
  mode = 'read only',
): Promise<T> => {
  await connection.begin(mode)
  try {
    return await work()
  } finally {
    await connection.send('rollback').catch(() => undefined)
  }
}

const readVersion = async (connection: PostgresConnection, base: PostgresDatabase): Promise<number> => {
  const [found] = (await connection.send(whatIsThere)).rows
  if (found?.['schema'] === null)
    throw new UsageError(`the database ${base.label} has no schema to put tables in`, { hint: 'check its search_path' })
  if (found?.['marked'] !== true) {
    if (found?.['used'] === true) throw foreignDatabase(base)
    refuseEncoding(found?.['encoding'], base)
    return 0
  }
  const [mark] = (await connection.send('select application, version from testctl_store')).rows
  if (mark?.['application'] !== application) throw foreignDatabase(base)
  const version = Number(mark['version'])
  if (version > migrations.length) {
    const [about] = (await connection.send('select oldest from about')).rows
    refuseNewer(`in the database ${base.label}`, version, Number(about?.['oldest']))
  }
  return version
}

// Another engine may not report its encoding: that is no reason to refuse it. DECISIONS 339
const refuseEncoding = (encoding: unknown, { label }: PostgresDatabase): void => {
  if (typeof encoding !== 'string' || ['UTF8', 'SQL_ASCII'].includes(encoding)) return
  throw new UsageError(`the database ${label} has the encoding ${encoding}, which cannot hold every text`, {
    hint: `make another one: ${createInUtf8}`,
  })
}

const application = 'testctl'

// Tables of an extension do not count.
const whatIsThere = `
  select current_schema() as schema, current_setting('server_encoding', true) as encoding,
    bool_or(c.relname = 'testctl_store') as marked, count(c.oid) > 0 as used
  from pg_namespace n join pg_class c on c.relnamespace = n.oid and c.relkind in ('r', 'p')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  where n.nspname = current_schema()`

const migrate = async (connection: PostgresConnection, version: number): Promise<void> => {
  // Waits for current writers, and lets no other writer in between.
  const marking =
    version === 0
      ? `create table testctl_store (application text not null, version bigint not null);
        insert into testctl_store values ('${application}', ${migrations.length}) returning version`
      : `update testctl_store set version = ${migrations.length} where version = ${version} returning version`
  const { rows } = await connection.send(marking)
  if (rows.length === 0) throw new Error('another process has upgraded the store')
  // A message of its own: the database starts the timeout when a message arrives, before it reads a setting in it.
  await connection.send(`set local statement_timeout = ${fillingLimit}`)
  await connection.send(statementsSince(version).map(asSqlite).join(';\n'), fillingLimit)
}

/** The time limit for the statements of an upgrade, in milliseconds: they may have to count millions of rows. */
const fillingLimit = 3_600_000

// 64-bit integers, and texts that are compared byte by byte, as in SQLite.
const asSqlite = (statement: string): string =>
  statement.startsWith('create table')
    ? statement.replace(/\binteger\b/g, 'bigint').replace(/\btext\b/g, 'text collate "C"')
    : statement
