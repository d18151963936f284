import { createQueries } from '../queries.ts'
import type { PostgresDatabase } from './address.ts'
import type { PostgresConnection } from './connection.ts'
import { ConnectError, explainPostgresError, isEnd, isTransient } from './errors.ts'

/** Creates what read and write connections have in common, and a record of the failures of statements whose answer was not awaited. */
export const createTransactionParts = (connection: PostgresConnection, base: PostgresDatabase) => {
  const failures = createFailures()
  return {
    failures,
    queries: createQueries((sql, parameters) => failures.watch(connection.query(sql, parameters)), 'postgres'),
    rollback: async () => {
      failures.clear()
      await connection.send('rollback').catch(() => undefined)
    },
    /** Throws if the transaction cannot go on after an error: the first failure, not one of those that it caused. */
    endAfter: (error: unknown) => {
      if (!isEnd(error)) return
      failures.check()
      throw error
    },
    isTransient,
    // The database or this user has reached its connection limit.
    isTurnedAway: (error: unknown) => error instanceof ConnectError && error.code === '53300',
    explain: (error: unknown) => explainPostgresError(error, base),
    hangUp: connection.hangUp,
    close: connection.close,
  }
}

/** Keeps the first error since the last `clear`, also of statements whose answer was not awaited. */
const createFailures = () => {
  let first: { error: unknown } | undefined
  return {
    watch: <T>(sent: Promise<T>): Promise<T> => {
      sent.catch((error: unknown) => (first ??= { error }))
      return sent
    },
    any: () => first !== undefined,
    check: () => {
      if (first) throw first.error
    },
    clear: () => {
      first = undefined
    },
  }
}
