import type { StoreLocation } from '../address.ts'
import type { Connection, Snapshot } from '../engine.ts'
import { createQueries } from '../queries.ts'
import { readPragma, type SqliteConnection } from './connection.ts'
import { explainSqliteWork } from './errors.ts'
import { type BusyTimeout, retryWhileBusy } from './busy-timeout.ts'
import { createFileGuard } from './same-file.ts'

/** The work on the one connection to a file: everything that is written in turns with everything that is read. */
export const createSqliteLane = (
  connection: SqliteConnection,
  { place, busyTimeout }: { place: StoreLocation; busyTimeout: BusyTimeout },
): Connection => {
  const guard = createFileGuard(place)
  let snapshot: Snapshot = {}
  let version: unknown

  // Not deferred: one that turns from reading to writing fails at once where it ought to wait. TRAPS 15
  const beginWriting = () => {
    version = undefined
    connection.run('begin immediate')
  }

  const beginReading = () => {
    connection.run('begin')
    try {
      // Takes the lock now, where it can still be waited for. The number tells whether another connection has changed the file.
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
    // The wait for the lock is already over.
    isTransient: () => false,
    explain: (error) => explainSqliteWork(error, place),
    close: () => connection.close(),
  }
}
