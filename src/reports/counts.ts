import type { Outcome } from './outcome.ts'

/**
 * The number of tests in a report, and how they ended. Each is counted once: `cases = passed + failed + skipped + flaky`.
 * For a whole report, `cases` also includes the tests that were dropped; `errors` are among the failed.
 */
export type ReportCounts = {
  cases: number
  passed: number
  failed: number
  errors: number
  skipped: number
  flaky: number
}

export const noCounts = (): ReportCounts => ({ cases: 0, passed: 0, failed: 0, errors: 0, skipped: 0, flaky: 0 })

/** Counts one more outcome. A flaky one passed in the end and is counted as flaky, not as passed. */
export const addCount = (
  counts: ReportCounts,
  { result, error, flaky }: Pick<Outcome, 'result' | 'error' | 'flaky'>,
): void => {
  counts.cases++
  counts[result === 'passed' && flaky ? 'flaky' : result]++
  if (error) counts.errors++
}
