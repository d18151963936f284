import type { EngineReport } from '../engine.ts'
import { type PostgresDatabase, parsePostgresAddress } from './address.ts'
import { createConnection, type PostgresConnection } from './connection.ts'
import { examineEngine } from './engine-report.ts'
import { explainPostgresOpening } from './errors.ts'
import { createKnownStore } from './known-store.ts'
import { readPostgresVersion } from './prepare.ts'
import { loadDriver } from './session.ts'

/** Connects to a database as it is, for some work; no store is made or upgraded there. `timeoutMs` is in milliseconds. */
export const withDatabase = async <T>(
  base: PostgresDatabase,
  timeoutMs: number,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> => {
  const connection = createConnection(await loadDriver(), base, { timeoutMs, known: createKnownStore() })
  try {
    await connection.connect()
    return await work(connection)
  } catch (error) {
    throw explainPostgresOpening(error, base)
  } finally {
    await connection.close()
  }
}

/** The name of the database at an address, the version of its store, 0 where there is none, and what its engine is. */
export const examineDatabase = (
  address: string,
  timeoutMs: number,
): Promise<{ label: string; version: number; engine?: EngineReport }> => {
  const base = parsePostgresAddress(address)
  return withDatabase(base, timeoutMs, async (connection) => {
    const version = await readPostgresVersion(connection, base)
    // There is no table yet to lock.
    return { label: base.label, version, ...(version > 0 && { engine: await examineEngine(connection) }) }
  })
}
