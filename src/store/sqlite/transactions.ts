import type { Place } from '../address.ts'
import type { Lane } from '../engine.ts'
import { createQueries } from '../queries.ts'
import type { Connection } from './connection.ts'
import { explainFailure } from './errors.ts'
import { type Patience, retryWhileBusy } from './busy-timeout.ts'

/** The work on the one connection to a file: everything that is written in turns with everything that is read. */
export const createLane = (connection: Connection, { place, patience }: { place: Place; patience: Patience }): Lane => {
  // Not deferred: one that turns from reading to writing fails at once where it ought to wait. TRAPS 15
  const beginWriting = () => connection.query('begin immediate')

  const beginReading = () => {
    connection.query('begin')
    try {
      // Takes the lock now, where it can still be waited for.
      connection.query('pragma user_version')
    } catch (error) {
      rollBack()
      throw error
    }
  }

  const rollBack = (): void => {
    try {
      if (connection.inTransaction()) connection.query('rollback')
    } catch {
      // Those who wait are told of the first failure; if the connection is beyond help, the next `begin` says so.
    }
  }

  return {
    kinds: ['write', 'read'],
    capacity: 256,
    queries: createQueries(connection.query, 'sqlite'),
    begin: async (kind, isOver) => {
      const begin = kind === 'write' ? beginWriting : beginReading
      await retryWhileBusy({ ...patience, isOver: () => isOver() || (patience.isOver?.() ?? false) }, begin)
    },
    mark: (kind) => {
      if (kind === 'write') connection.query('savepoint work')
    },
    keep: (kind) => {
      if (kind === 'write') connection.query('release work')
    },
    takeBack: (kind, error) => {
      // A full disk can end the whole transaction; then nothing of the batch is kept.
      if (!connection.inTransaction()) throw error
      if (kind === 'read') return
      connection.query('rollback to work')
      connection.query('release work')
    },
    commit: () => {
      connection.query('commit')
    },
    rollBack,
    // Who held the lock was waited for already.
    isPassing: () => false,
    explain: (error) => explainFailure(error, place),
    close: () => connection.close(),
  }
}
