import type { StoreLocation } from '../address.ts'
import type { Connection, Snapshot } from '../engine.ts'
import { createQueries } from '../queries.ts'
import { readPragma, type SqliteConnection } from './connection.ts'
import { explainSqliteWork } from './errors.ts'
import { type BusyTimeout, retryWhileBusy } from './busy-timeout.ts'
import { createFileGuard } from './same-file.ts'

/** Creates the only connection to a store in a file: it runs writes and reads in turn. */
export const createSqliteLane = (
  connection: SqliteConnection,
  { place, busyTimeout }: { place: StoreLocation; busyTimeout: BusyTimeout },
): Connection => {
  const guard = createFileGuard(place)
  let snapshot: Snapshot = {}
  let version: unknown

  // Not deferred: a deferred transaction that turns from reading to writing fails at once instead of waiting for the lock. TRAPS 15
  const beginWriting = () => {
    version = undefined
    connection.run('begin immediate')
  }

  const beginReading = () => {
    connection.run('begin')
    try {
      // Takes the lock now, while it is possible to wait for it. The number changes when another connection changes the file.
      const present = readPragma(connection, 'data_version')
      if (present !== version) snapshot = {}
      version = present
    } catch (error) {
      rollback()
      throw error
    }
  }

  const rollback = (): void => {
    try {
      if (connection.inTransaction()) connection.run('rollback')
    } catch {
      // Callers get the first failure; if the connection is broken, the next `begin` fails.
    }
  }

  return {
    kinds: ['write', 'read'],
    capacity: 256,
    queries: createQueries(connection.query, 'sqlite'),
    snapshot: () => snapshot,
    begin: async (kind, isOver) => {
      guard(kind)
      const begin = kind === 'write' ? beginWriting : beginReading
      await retryWhileBusy({ ...busyTimeout, isOver: () => isOver() || (busyTimeout.isOver?.() ?? false) }, begin)
    },
    savepoint: (kind) => {
      if (kind === 'write') connection.run('savepoint work')
    },
    release: (kind) => {
      if (kind === 'write') connection.run('release work')
    },
    rollbackTo: (kind, error) => {
      // A full disk can end the whole transaction; then nothing of the batch is kept.
      if (!connection.inTransaction()) throw error
      if (kind === 'read') return
      connection.run('rollback to work')
      connection.run('release work')
    },
    commit: () => {
      connection.run('commit')
    },
    rollback: rollback,
    // Never retried: `begin` has already waited for the lock.
    isTransient: () => false,
    explain: (error) => explainSqliteWork(error, place),
    close: () => connection.close(),
  }
}
