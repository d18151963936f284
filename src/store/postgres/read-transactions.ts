import type { Connection, Snapshot } from '../engine.ts'
import type { PostgresDatabase } from './address.ts'
import type { PostgresConnection } from './connection.ts'
import { createTransactionParts } from './transactions.ts'

/** The kind of a transaction that reads: all of it sees one snapshot. */
export const readOnly = 'isolation level repeatable read read only'

/** Creates a connection for reads. `begin` replaces the usual way to connect and begin a transaction. */
export const createReadConnection = (
  connection: PostgresConnection,
  base: PostgresDatabase,
  { begin: given }: { begin?: () => Promise<void> } = {},
): Connection => {
  const { failures, endAfter, ...common } = createTransactionParts(connection, base)
  let snapshot: Snapshot | undefined
  const begin = async () => {
    snapshot = {}
    if (given) return given()
    await connection.connect()
    failures.watch(connection.begin(readOnly))
  }
  return {
    ...common,
    kinds: ['read'],
    capacity: 16,
    snapshot: () => snapshot,
    begin,
    savepoint: () => undefined,
    release: () => failures.check(),
    rollbackTo: async (_kind, error) => {
      // The error came from the work and not from the database, for example because no row was found: the transaction can continue.
      if (connection.status() === 'T' && !failures.any()) return
      endAfter(error)
      await common.rollback()
      await begin()
    },
    // The rows have already been read, so the outcome of this commit does not matter.
    commit: () => void connection.send('commit').catch(() => undefined),
  }
}
