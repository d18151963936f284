import { closeSync, openSync } from 'node:fs'
import type { StoreLocation } from '../address.ts'
import type { Opened, Options } from '../engine.ts'
import { type SqliteConnection, connectTo } from './connection.ts'
import { explainSqliteOpening } from './errors.ts'
import { createSqliteLane } from './transactions.ts'
import { explainOrphanedLog } from './orphaned-log.ts'
import { prepareSqlite } from './prepare.ts'
import { findSqlite } from './find-sqlite.ts'

/** Opens a store in a file, which is created if it is missing, or in memory. */
export const openSqlite = async (
  place: StoreLocation,
  { timeoutMs: limit = 10_000, stop, existing = false, onUpgrade }: Options,
): Promise<Opened> => {
  const busyTimeout = { limit, isOver: () => stop?.aborted ?? false }
  // Before the file is created, so that nothing is left behind if there is no SQLite.
  const sqlite = findSqlite()
  const orphaned = explainOrphanedLog(place)
  if (orphaned) throw orphaned
  let connection: SqliteConnection | undefined
  try {
    makePrivate(place)
    connection = connectTo(place, sqlite)
    await prepareSqlite(connection, place, { ...busyTimeout, existing, onUpgrade })
    return { connections: [createSqliteLane(connection, { place, busyTimeout })], label: place.label }
  } catch (error) {
    connection?.close()
    if (stop?.aborted) throw stop.reason
    throw explainSqliteOpening(error, place)
  }
}

/**
 * Creates a missing file that only its owner can access; SQLite gives the files beside it the same mode. Ignores errors, which SQLite
 * will explain.
 */
const makePrivate = ({ path }: StoreLocation): void => {
  if (path === ':memory:') return
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch {
    // It exists already, or cannot be created.
  }
}
