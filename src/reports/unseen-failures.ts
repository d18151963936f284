import type { Dropped } from './report-format.ts'

/** Returns the entry to drop for a run that counts failures although no result is one. DECISIONS 409 */
export const unseenFailures = (count: number, line: number | undefined): Dropped => ({
  reason: `results may be missing: it counts ${count === 1 ? 'a failure' : `${count} failures`}, and no result is one`,
  line,
  name: 'the run',
})

/** Returns the entry to drop for a run that says that it failed, without a number, although no result is a failure. DECISIONS 464 */
export const unseenFailure = (line: number | undefined): Dropped => ({
  reason: 'results may be missing: it says that it failed, and no result is a failure',
  line,
  name: 'the run',
})

/** Returns the entry to drop for a run that counts more failures than it has, if a test was retried although it passed. DECISIONS 455 */
export const hiddenFailure = (name: string, line: number | undefined): Dropped => ({
  reason: 'it counts more failures than results that failed, and this test passed in each of its attempts',
  line,
  name,
})
