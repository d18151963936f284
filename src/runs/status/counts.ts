import type { ResultName } from '../../contract/vocabulary.ts'

/** How many tests there are, and how many of each result. */
export type ResultCounts = Record<ResultName | 'total', number>

/** Counts tests by their result. */
export const countResults = (tests: readonly { result: ResultName }[]): ResultCounts => {
  const counts: ResultCounts = { total: tests.length, passed: 0, failed: 0, inProgress: 0, untested: 0 }
  for (const { result } of tests) counts[result]++
  return counts
}

/** Whether a run has tests and each has passed or failed. An empty run is not over: its tests may still be on their way. DECISIONS 277 */
export const isOver = ({ total, untested, inProgress }: ResultCounts): boolean =>
  total > 0 && untested + inProgress === 0
