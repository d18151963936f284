import type { ResultName } from '../../contract/vocabulary.ts'

/** How many tests there are, and how many of each result. */
export type ResultCounts = Record<ResultName | 'total', number>

/** Counts tests by their result. */
export const countResults = (tests: readonly { result: ResultName }[]): ResultCounts => {
  const counts: ResultCounts = { total: tests.length, passed: 0, failed: 0, inProgress: 0, untested: 0 }
  for (const { result } of tests) counts[result]++
  return counts
}

/** Whether every test has passed or failed. */
export const isOver = ({ untested, inProgress }: ResultCounts): boolean => untested + inProgress === 0
