import type { Dropped } from './report-format.ts'

/** What is dropped of a run that counts failures, where no result is one. DECISIONS 409 */
export const unseenFailures = (count: number, line: number | undefined): Dropped => ({
  reason: `results may be missing: it counts ${count === 1 ? 'a failure' : `${count} failures`}, and no result is one`,
  line,
  name: 'the run',
})

/** What is dropped of a run that says that it failed, without a number, where no result is a failure. DECISIONS 464 */
export const unseenFailure = (line: number | undefined): Dropped => ({
  reason: 'results may be missing: it says that it failed, and no result is a failure',
  line,
  name: 'the run',
})

/** What is dropped of a run that counts more failures than it has, where a test was tried again though it had passed. DECISIONS 455 */
export const hiddenFailure = (name: string, line: number | undefined): Dropped => ({
  reason: 'it counts more failures than results that failed, and this test passed in each of its attempts',
  line,
  name,
})
