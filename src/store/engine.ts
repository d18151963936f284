import type { Queries } from './tables.ts'

export type QueryAnswer = { rows: unknown[]; changes: number }

/** Sends a statement; some engines answer at once. */
export type Query = (sql: string, parameters?: readonly unknown[]) => QueryAnswer | Promise<QueryAnswer>

export type TransactionKind = 'read' | 'write'

type Eventually<T = void> = T | Promise<T>

/**
 * One connection on which work is done, piece after piece, and how its engine begins, divides and ends a transaction.
 * All but `explain` and `isTransient` throw what the driver throws. DECISIONS 53
 */
export type Connection = {
  /** What is done here, in turns. */
  kinds: readonly TransactionKind[]
  /** How many pieces share a transaction at most. */
  capacity: number
  queries: Queries
  /** Begins a transaction. Waits for other processes, until `isOver`. */
  begin: (kind: TransactionKind, isOver: () => boolean) => Eventually
  /** Before a piece of work. */
  savepoint: (kind: TransactionKind) => Eventually
  /** After a piece that went well; throws where it did not and nobody noticed. */
  release: (kind: TransactionKind) => Eventually
  /** After a piece that failed with this error: undoes it, or throws the error where the transaction cannot go on. */
  rollbackTo: (kind: TransactionKind, error: unknown) => Eventually
  commit: (kind: TransactionKind) => Eventually
  /** Ends what may be open; never throws. */
  rollback: () => Eventually
  /** Whether a transaction that ended with this error has left nothing behind and may go well the next time. */
  isTransient: (error: unknown) => boolean
  /** Says what a driver's error means for the store; what is not a driver's error is given back as it is. */
  explain: (error: unknown) => unknown
  close: () => Eventually
}
export type Options = {
  /** Where relative addresses start. */
  folder?: string
  /** How long to wait for other processes, in milliseconds. */
  timeoutMs?: number
  /** How many reads go on side by side, where the engine can do that. */
  readers?: number
  /** Ends the wait; its reason is thrown where it came before the store was open. */
  stop?: AbortSignal
  /** What fails later is told to strangers: they hear that it failed, and only the `cause` names places and reasons. */
  discreet?: boolean
}

/** What an engine gives: the connections on which work is done, and the store's name for people, without a password. */
export type Opened = { connections: readonly Connection[]; label: string }
