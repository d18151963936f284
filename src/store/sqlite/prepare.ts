import { basename } from 'node:path'
import type { StoreLocation } from '../address.ts'
import type { Options } from '../engine.ts'
import { type SqliteConnection, readPragma } from './connection.ts'
import { foreignFile } from './errors.ts'
import { refuseForeignParts } from './foreign-parts.ts'
import { migrations, statementsSince } from '../migrations.ts'
import { MissingStoreError } from '../existing.ts'
import { refuseNewer } from '../newer-version.ts'
import { blockingWait, type BusyTimeout, retryWhileBusy } from './busy-timeout.ts'

/**
 * Sets up a fresh connection: its wait for locks, durability, and the schema of this testctl. With `existing`, throws a
 * MissingStoreError for a file without a schema, and leaves it unchanged.
 */
export const prepareSqlite = async (
  connection: SqliteConnection,
  place: StoreLocation,
  { existing = false, onUpgrade, ...busyTimeout }: BusyTimeout & Pick<Options, 'existing' | 'onUpgrade'>,
): Promise<void> => {
  // First, because every other statement reads the file and may meet a lock.
  connection.run(`pragma busy_timeout = ${Math.min(blockingWait, busyTimeout.limit)}`)
  // Before anything is written, so that a database of another program stays unchanged.
  const version = await retryWhileBusy(busyTimeout, () =>
    // In one snapshot, because another process may be creating a store in the file.
    inTransaction(connection, 'begin', () => readUsableVersion(connection, place)),
  )
  if (existing && version === 0) throw explainNoStoreIn(place)
  // The switch to WAL does not wait for a lock as other statements do. TRAPS 14
  await retryWhileBusy(busyTimeout, () => connection.run('pragma journal_mode = wal'))
  // Set on every connection and read back, because a driver may be built with another default, or lower it for a file that is already
  // in WAL. TRAPS 14
  connection.run('pragma synchronous = full', 'pragma foreign_keys = on')
  if (readPragma(connection, 'synchronous') !== 2) throw new Error('the store does not wait for the disk')
  if (version >= migrations.length) return
  const from = await retryWhileBusy(busyTimeout, () =>
    // The version is read again under the lock: of several processes that open a fresh file, one does the work.
    inTransaction(connection, 'begin immediate', () => migrate(connection, readSqliteVersion(connection, place))),
  )
  if (from > 0 && from < migrations.length) onUpgrade?.({ label: place.label, from, to: migrations.length })
}

const explainNoStoreIn = ({ label, path }: StoreLocation): MissingStoreError =>
  new MissingStoreError(`there is nothing in the store ${label}`, {
    hint: `was it moved without ${basename(path)}-wal, which belongs beside it? to make a new one: testctl projects create`,
  })

/** Marks a file as one of testctl ("tctl"), in the `application_id` of SQLite's header. */
const applicationId = 0x7463746c

/** Returns the schema version of a store's file, 0 for an empty file. Throws a UsageError for any other file. */
export const readSqliteVersion = (connection: SqliteConnection, place: StoreLocation): number => {
  const application = readPragma(connection, 'application_id')
  const version = Number(readPragma(connection, 'user_version'))
  if (application !== applicationId && (application !== 0 || version !== 0 || !isEmpty(connection)))
    throw foreignFile(place)
  return version
}

/**
 * Like `readSqliteVersion`, but also throws a UsageError for a store of a newer version that this testctl cannot work with, and for one
 * with harmful foreign parts.
 */
export const readUsableVersion = (connection: SqliteConnection, place: StoreLocation): number => {
  const version = readSqliteVersion(connection, place)
  if (version > migrations.length) {
    const [about] = connection.query('select oldest from about').rows as { oldest: number }[]
    refuseNewer(place.label, version, about?.oldest)
  }
  refuseForeignParts(connection, place)
  return version
}

const isEmpty = (connection: SqliteConnection): boolean =>
  connection.query('select name from sqlite_master limit 1').rows.length === 0

/** Upgrades the schema, and returns the version that it had. */
const migrate = (connection: SqliteConnection, version: number): number => {
  if (version >= migrations.length) return version
  connection.run(
    ...statementsSince(version).map(strictly),
    `pragma application_id = ${applicationId}`,
    `pragma user_version = ${migrations.length}`,
  )
  return version
}

const inTransaction = <T>(connection: SqliteConnection, begin: string, work: () => T): T => {
  connection.run(begin)
  try {
    const value = work()
    connection.run('commit')
    return value
  } catch (error) {
    if (connection.inTransaction()) connection.run('rollback')
    throw error
  }
}

// With `strict`, SQLite enforces the types of columns, as PostgreSQL always does.
const strictly = (statement: string): string =>
  statement.startsWith('create table') ? `${statement} strict` : statement
