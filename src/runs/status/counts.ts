import type { Result } from '../../contract/vocabulary.ts'

/** How many tests there are, and how many of each result. */
export type Counts = Record<Result | 'total', number>

/** What is said of a result in a sentence: `3 tests in progress`. */
export const said: Record<Result, string> = {
  passed: 'passed',
  failed: 'failed',
  inProgress: 'in progress',
  untested: 'untested',
}
