import { createRequire } from 'node:module'

/** What node:sqlite and better-sqlite3 have in common, as far as it is used here. */
export type Database = {
  prepare: (sql: string) => Statement
  close: () => void
  /** Whether a transaction is open: one driver's word for it … */
  readonly isTransaction?: boolean
  /** … and the other's. */
  readonly inTransaction?: boolean
}

export type Statement = {
  all: (...parameters: unknown[]) => unknown[]
  run: (...parameters: unknown[]) => { changes: number | bigint }
  columns: () => unknown[]
  /** better-sqlite3 knows beforehand whether a statement returns rows. */
  readonly reader?: boolean
}

/** Opens a file with one driver; undefined where the driver is not there. */
type Driver = () => ((path: string) => Database) | undefined

/** The drivers, the preferred one first: what comes with the runtime, then what npm installed. */
export const drivers: Readonly<Record<string, Driver>> = {
  'node:sqlite': () => {
    const builtin = withoutExperimentalWarning(() => process.getBuiltinModule('node:sqlite' as 'module')) as unknown as
      | { DatabaseSync: new (path: string) => Database }
      | undefined
    return builtin && ((path) => new builtin.DatabaseSync(path))
  },
  'better-sqlite3': () => {
    const installed = requireInstalled('better-sqlite3') as (new (path: string) => Database) | undefined
    return installed && ((path) => new installed(path))
  },
}

// The only touch of `process` outside of io.ts and bin: which modules a runtime has built in is asked there, and what it
// says on stderr while one is loaded is stopped there. Success leaves stderr empty.
const withoutExperimentalWarning = <T>(load: () => T): T => {
  const emitWarning = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: []) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest)
  }) as typeof process.emitWarning
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

// Not an import: an optional package must be missed when a store is opened, not when the program is loaded.
const requireInstalled = (name: string): unknown => {
  try {
    return createRequire(import.meta.url)(name)
  } catch {
    return undefined
  }
}
