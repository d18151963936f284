import type { Dropped } from './report-format.ts'

/** What is dropped of a run that counts failures, where no result is one. DECISIONS 409 */
export const unseenFailures = (count: number, line: number | undefined): Dropped => ({
  reason: `results may be missing: it counts ${count === 1 ? 'a failure' : `${count} failures`}, and no result is one`,
  line,
  name: 'the run',
})
