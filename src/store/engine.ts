import type { Queries } from './table-types.ts'

export type QueryAnswer = { rows: unknown[]; changes: number }

/** Sends a statement; some engines answer synchronously. */
export type Query = (sql: string, parameters?: readonly unknown[]) => QueryAnswer | Promise<QueryAnswer>

export type TransactionKind = 'read' | 'write'

/** Identifies the snapshot of a read transaction. Two transactions share this object only if nothing in the store changed in between. */
export type Snapshot = object

type Eventually<T = void> = T | Promise<T>

/**
 * A connection that does work piece by piece, and how its engine begins, divides and ends a transaction. All functions except those
 * that inspect an error throw the driver's errors unchanged. DECISIONS 53
 */
export type Connection = {
  /** The kinds of transaction that this connection runs, in turn. */
  kinds: readonly TransactionKind[]
  /** The maximum number of pieces in one transaction. */
  capacity: number
  queries: Queries
  /** The snapshot of the open read transaction. */
  snapshot?: () => Snapshot | undefined
  /** Begins a transaction. A wait for other processes may end early when `isOver` returns true. */
  begin: (kind: TransactionKind, isOver: () => boolean) => Eventually
  /** Called before each piece of work. */
  savepoint: (kind: TransactionKind) => Eventually
  /** Called after a piece that succeeded. Throws an error that the piece swallowed or did not await. */
  release: (kind: TransactionKind) => Eventually
  /** Called after a piece that failed with this error. Rolls it back, or throws the error if the transaction cannot continue. */
  rollbackTo: (kind: TransactionKind, error: unknown) => Eventually
  commit: (kind: TransactionKind) => Eventually
  /** Rolls back the open transaction, if any; never throws. */
  rollback: () => Eventually
  /** Whether a transaction that ended with this error changed nothing and may succeed the next time. */
  isTransient: (error: unknown) => boolean
  /** Whether the server refused this connection because it has reached its connection limit. DECISIONS 480 */
  isTurnedAway?: (error: unknown) => boolean
  /** Explains a driver's error; returns any other error unchanged. */
  explain: (error: unknown) => unknown
  /** Cuts the connection for good, whatever it is waiting for. Only for an engine on a server, which may never answer. DECISIONS 536 */
  hangUp?: () => void
  close: () => Eventually
}
/** An upgrade of a store's schema, by version. `label` is the store's name for people. */
export type Upgrade = { label: string; from: number; to: number }

export type Options = {
  /** The folder that relative addresses start from. */
  folder?: string
  /** How long to wait for other processes, in milliseconds. */
  timeoutMs?: number
  /** The number of connections that read in parallel, if the engine supports that. */
  readers?: number
  /** How long to wait for an answer of a database server, in milliseconds. */
  answerMs?: number
  /** Ends the wait for other processes or a server. If it fires before the store is open, its reason is thrown. */
  stop?: AbortSignal
  /** Ends the grace period that work gets after `stop`. */
  hurry?: AbortSignal | undefined
  /** Throws a UsageError instead of creating a store in an empty file or database. For a missing file see `explainMissingStore`. */
  existing?: boolean
  /** Keeps paths and reasons out of error messages, because clients see them; they stay in `cause`. */
  discreet?: boolean
  /** Called after opening has upgraded the store, with the versions of its schema. DECISIONS 342 */
  onUpgrade?: ((upgrade: Upgrade) => void) | undefined
  /** The clock for a store that has none of its own. */
  now?: () => Date
}

/**
 * The name of a database server, such as `PostgreSQL 18.4`, and the promises of a store that do not hold there. `summary` has both in
 * one line.
 */
export type EngineReport = { name: string; caveats: string[]; summary: string }

/** An opened engine: its connections, the store's name for people (without a password) and, for a server, the clock there. */
export type Opened = {
  connections: readonly Connection[]
  label: string
  now?: () => Date
  /** Reports on the server. */
  examine?: () => Promise<EngineReport>
}
