import type { ResultName } from '../../contract/vocabulary.ts'

/** What is to be done about a test. `claim`: an unassigned test is assigned to the tester. */
export type OpBody =
  | { do: 'open'; before: ResultName; claim: boolean }
  /** `from`: only over that, or what the tester made of it since. `takesBack`: only over what the tester set. */
  | { do: 'decide'; result: ResultName; from: ResultName; claim: boolean; takesBack?: boolean }
  /** Left without a decision: what opening did is taken back. */
  | { do: 'leave'; before: ResultName }
  /** `over`: only where the test is still assigned to that person. */
  | { do: 'assign'; to: string; over?: string }
  | { do: 'comment'; content: string }
  /** Takes back the comment that the operation `of` made. */
  | { do: 'uncomment'; of: number }

/** Something to be sent, with a number that grows. */
export type Op = { n: number; test: string; identifier: string } & OpBody

/** Whether the tester asked for it: a test is opened and left without a key for it. */
export const isChange = ({ do: kind }: OpBody): boolean => kind !== 'open' && kind !== 'leave'

/** What another person changed in a test. */
export type Theirs = { result: ResultName; by: string }

/** What an operation came to; it stands in the journal, so that the next command knows. */
export type Sent = {
  n: number
  test: string
  /** What the test holds now, where that is known. */
  result?: ResultName | undefined
  /** The test was taken. */
  claimed?: boolean | undefined
  /** The comment that was made. */
  comment?: string | undefined
}
