import { load } from './substitute.ts'

/** The part of the API of node:sqlite that testctl uses. The package that replaces it has the same API. */
export type Database = {
  prepare: (sql: string) => Statement
  /** Runs statements with `;` between them. */
  exec: (sql: string) => void
  close: () => void
  /** Whether a transaction is open. */
  readonly isTransaction: boolean
}

export type Statement = {
  all: (...parameters: unknown[]) => unknown[]
  run: (...parameters: unknown[]) => { changes: number | bigint }
  columns: () => { name: string }[]
  /** Makes a row a list of values, without their names; node:sqlite has it from Node 22.16 on. */
  setReturnArrays?: (returns: boolean) => void
}

type Sqlite = { DatabaseSync: new (path: string) => Database }

/** Loads a driver; throws or returns undefined if there is none. */
type Driver = () => Sqlite | undefined

/** The package for runtimes whose SQLite is missing or too old; it ships its own binaries. DECISIONS 95 */
export const substitute = '@photostructure/sqlite'

/** The drivers, the preferred one first: that of the runtime, then that of testctl. */
export const drivers: Readonly<Record<string, Driver>> = {
  'node:sqlite': () =>
    withoutExperimentalWarning(() => process.getBuiltinModule('node:sqlite' as 'module')) as unknown as
      | Sqlite
      | undefined,
  // Not a static import: a binary that does not fit this machine must fail only when a store is opened.
  [substitute]: () => load() as Sqlite | undefined,
}

// Uses `process`, which most files leave to io.ts: it knows which modules the runtime has built in, and it prints the warning that is
// suppressed here while one loads. Success leaves stderr empty.
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

/** A driver that cannot be used: its SQLite is too old, or it did not load. */
export type UnusableDriver = { driver: string; version: string } | { driver: string; error: unknown }
