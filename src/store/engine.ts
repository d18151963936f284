import type { Queries } from './tables.ts'

export type Answer = { rows: unknown[]; changes: number }

/** Sends a statement; some engines answer at once. */
export type Query = (sql: string, parameters?: readonly unknown[]) => Answer | Promise<Answer>

export type Kind = 'read' | 'write'

type Eventually<T = void> = T | Promise<T>

/**
 * One connection on which work is done, piece after piece, and how its engine begins, divides and ends a transaction.
 * All but `explain` and `isPassing` throw what the driver throws. DECISIONS 53
 */
export type Lane = {
  /** What is done here, in turns. */
  kinds: readonly Kind[]
  /** How many pieces share a transaction at most. */
  capacity: number
  queries: Queries
  /** Begins a transaction. Waits for other processes, until `isOver`. */
  begin: (kind: Kind, isOver: () => boolean) => Eventually
  /** Before a piece of work. */
  mark: (kind: Kind) => Eventually
  /** After a piece that went well; throws where it did not and nobody noticed. */
  keep: (kind: Kind) => Eventually
  /** After a piece that failed with this error: undoes it, or throws the error where the transaction cannot go on. */
  takeBack: (kind: Kind, error: unknown) => Eventually
  commit: (kind: Kind) => Eventually
  /** Ends what may be open; never throws. */
  rollBack: () => Eventually
  /** Whether a transaction that ended with this error has left nothing behind and may go well the next time. */
  isPassing: (error: unknown) => boolean
  /** Says what a driver's error means for the store; what is not a driver's error is given back as it is. */
  explain: (error: unknown) => unknown
  close: () => Eventually
}
export type Options = {
  /** Where relative addresses start. */
  folder?: string
  /** How long to wait for other processes, in milliseconds. */
  patience?: number
  /** How many reads go on side by side, where the engine can do that. */
  readers?: number
  /** Ends the wait; its reason is thrown where it came before the store was open. */
  stop?: AbortSignal
  /** What fails later is told to strangers: they hear that it failed, and only the `cause` names places and reasons. */
  discreet?: boolean
}

/** What an engine gives: the connections on which work is done, and the store's name for people, without a password. */
export type Opened = { lanes: readonly Lane[]; said: string }
