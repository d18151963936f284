import type { ResultName } from '../../contract/vocabulary.ts'

/** How many tests there are, and how many of each result. */
export type ResultCounts = Record<ResultName | 'total', number>

/** What is said of a result in a sentence: `3 tests in progress`. */
export const phraseOf: Record<ResultName, string> = {
  passed: 'passed',
  failed: 'failed',
  inProgress: 'in progress',
  untested: 'untested',
}
