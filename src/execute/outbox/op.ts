import type { ResultName } from '../../contract/vocabulary.ts'

/** A kind of operation on a test. `claim`: an unassigned test is assigned to the tester. */
export type OpBody =
  | { do: 'open'; before: ResultName; claim: boolean }
  | Deciding
  /** The test is left without a decision: reverts what opening did. */
  | { do: 'leave'; before: ResultName }
  /** `over`: only if the test is still assigned to that person. */
  | { do: 'assign'; to: string; over?: string }
  | { do: 'comment'; content: string }
  /** Takes back the comment that the operation `of` made. */
  | { do: 'uncomment'; of: number }

/**
 * Sets a result. `from`: replaces only this result, or one that the tester has set since. `takesBack`: replaces only a result that the
 * tester set. `instead`: the earlier decisions that this one replaces, which were not sent, or not answered (`isBegun`).
 * DECISIONS 577
 */
export type Deciding = {
  do: 'decide'
  result: ResultName
  from: ResultName
  claim: boolean
  takesBack?: boolean
  instead?: readonly { n: number; result: ResultName; isBegun: boolean }[]
}

/** An operation to be sent, with a number that grows. */
export type Op = { n: number; test: string; identifier: string } & OpBody

/** Whether the tester asked for an operation: opening and leaving a test happen without a key for them. */
export const isChange = (op: Op): op is Change => op.do !== 'open' && op.do !== 'leave'

/** An operation that the tester asked for. */
export type Change = Exclude<Op, { do: 'open' | 'leave' }>

/** Whether an operation has this number, or replaces the one that has it. */
export const coversOp = (op: { n: number } & Deciding, n: number): boolean =>
  op.n === n || op.instead?.some((one) => one.n === n) === true

/** The result of a test that another person has changed, and who that is. */
export type Theirs = { result: ResultName; by: string }

/** The outcome of an operation; the journal keeps it for the next execution. */
export type Sent = {
  n: number
  test: string
  /** The result of the test now, if known. */
  result?: ResultName | undefined
  /** True if the operation claimed the test for the tester, false if that no longer holds. */
  claimed?: boolean | undefined
  /** The id of the comment that was made. */
  comment?: string | undefined
}
