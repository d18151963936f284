import { TestctlError, UnavailableError } from '../errors.ts'
import { isPostgresAddress, parseStoreAddress } from './address.ts'
import { createGroupCommit } from './group-commit.ts'
import type { EngineReport, Options } from './engine.ts'
import type { Work } from './joint-work.ts'
import { openSqlite } from './sqlite/index.ts'

export { explainMissingStore, MissingStoreError } from './existing.ts'
export { probeStore } from './newer-version.ts'
export { readStoreId } from './identity.ts'

/** The storage of the service. The promise of a write resolves when its change is on the disk. */
export type Store = {
  /** Runs queries that belong together, all on the same snapshot. */
  read: <T>(work: Work<T>) => Promise<T>
  /** Runs changes that belong together: all of them are kept or none. The caller gets the error that the work throws. */
  write: <T>(work: Work<T>) => Promise<T>
  /** The time by the clock of the store: all servers on it agree, whatever their own clocks say. */
  now: () => Date
  /** Reports on the database server that keeps the store; undefined for a store in a file. */
  examine: () => Promise<EngineReport | undefined>
  /** Finishes the work in progress, without waiting for other processes, and closes the store. */
  close: () => Promise<void>
}

/**
 * Opens the store at an address: `file:./team.db`, which is created if it is missing, `:memory:`, or
 * `postgres://user:password@host:5432/database`, where the tables are created in an empty database. Throws a UsageError if the address
 * cannot be that of a store, and an UnavailableError if the store cannot be used now.
 */
export const openStore = async (address: string, options: Options = {}): Promise<Store> => {
  const {
    connections,
    label,
    now = options.now ?? (() => new Date()),
    examine = async () => undefined,
  } = isPostgresAddress(address)
    ? await (await import('./postgres/index.ts')).openPostgres(address, options)
    : await openSqlite(parseStoreAddress(address, options.folder), options)
  return { ...createGroupCommit(connections, { label, ...(options.discreet && { tell: conceal }) }), now, examine }
}

// The errors that clients get never say where the store is. DECISIONS 62
const conceal = (error: unknown): unknown => {
  if (!(error instanceof TestctlError)) return error
  const status = error.status ?? 503
  const label = status === 500 ? 'the store failed: it may or may not have been done' : 'the store cannot be used now'
  return new UnavailableError(label, { status, cause: error })
}
