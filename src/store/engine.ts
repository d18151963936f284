import type { Queries } from './table-types.ts'

export type QueryAnswer = { rows: unknown[]; changes: number }

/** Sends a statement; some engines answer at once. */
export type Query = (sql: string, parameters?: readonly unknown[]) => QueryAnswer | Promise<QueryAnswer>

export type TransactionKind = 'read' | 'write'

/** What a transaction of reads sees: the same object only where nothing in the store has changed in between. */
export type Snapshot = object

type Eventually<T = void> = T | Promise<T>

/**
 * One connection on which work is done, piece after piece, and how its engine begins, divides and ends a transaction.
 * All but those that look at an error throw what the driver throws. DECISIONS 53
 */
export type Connection = {
  /** The kinds of work on this connection, in turns. */
  kinds: readonly TransactionKind[]
  /** How many pieces share a transaction at most. */
  capacity: number
  queries: Queries
  /** What the transaction of reads that is open sees. */
  snapshot?: () => Snapshot | undefined
  /** Begins a transaction. Waits for other processes, until `isOver`. */
  begin: (kind: TransactionKind, isOver: () => boolean) => Eventually
  /** Before a piece of work. */
  savepoint: (kind: TransactionKind) => Eventually
  /** After a piece that succeeded; throws the error that it hid. */
  release: (kind: TransactionKind) => Eventually
  /** After a piece that failed with this error: rolls it back, or throws the error where the transaction cannot continue. */
  rollbackTo: (kind: TransactionKind, error: unknown) => Eventually
  commit: (kind: TransactionKind) => Eventually
  /** Ends what may be open; never throws. */
  rollback: () => Eventually
  /** Whether a transaction that ended with this error changed nothing and may succeed the next time. */
  isTransient: (error: unknown) => boolean
  /** Whether the engine had no room for this connection, as others have that are there already. DECISIONS 480 */
  isTurnedAway?: (error: unknown) => boolean
  /** Explains a driver's error; returns any other error unchanged. */
  explain: (error: unknown) => unknown
  /** Ends it for good, whatever it waits for, where its engine is elsewhere and may never answer. DECISIONS 536 */
  hangUp?: () => void
  close: () => Eventually
}
/** An upgrade of a store, which is named as people name it. */
export type Upgrade = { label: string; from: number; to: number }

export type Options = {
  /** Where relative addresses start. */
  folder?: string
  /** How long to wait for other processes, in milliseconds. */
  timeoutMs?: number
  /** How many reads go on side by side, where the engine can do that. */
  readers?: number
  /** How long the answer of a database server is waited for, in milliseconds. */
  answerMs?: number
  /** Ends the wait; its reason is thrown where it came before the store was open. */
  stop?: AbortSignal
  /** Ends, after `stop`, what is still given time. */
  hurry?: AbortSignal | undefined
  /** Where nothing is in a file or a database yet is a UsageError, and no store is made there; a file that is missing: `explainMissingStore`. */
  existing?: boolean
  /** Later failures are reported to clients: their message has no paths and no reasons; only the `cause` does. */
  discreet?: boolean
  /** Called where opening a store has upgraded it, with the versions of its schema. DECISIONS 342 */
  onUpgrade?: ((upgrade: Upgrade) => void) | undefined
  /** What time it is, for a store that has no clock of its own. */
  now?: () => Date
}

/**
 * A database server as people know it, such as `PostgreSQL 18.4`, and what does not hold there of all that a store promises.
 * `summary` is both in one line.
 */
export type EngineReport = { name: string; caveats: string[]; summary: string }

/** An opened engine: its connections, the store's name for people, without a password; where it is a server, the time there too. */
export type Opened = {
  connections: readonly Connection[]
  label: string
  now?: () => Date
  /** Looks at the server. */
  examine?: () => Promise<EngineReport>
}
