import type { Drop } from '../report-format.ts'
import { unseenFailure, unseenFailures } from '../unseen-failures.ts'

/**
 * Compares the number of failures that a run names at its end with those that were read or dropped. AVA, QUnit and jasmine-reporters
 * do not escape titles, so one that ends in `# SKIP` hides a failure; prove fails a file that ends with an error though all its
 * tests passed. DECISIONS 458, 464
 */
export const createTotals = (drop: Drop) => {
  // The failed tests and dropped entries of the run, and of all runs before it: prove sums up all of its files.
  let explanations = 0
  let earlier = 0
  let summary: 'runner' | 'prove' | undefined
  let claim: { count: number | undefined; line: number } | undefined
  return {
    failed: (): void => void explanations++,
    drop: ((entry) => {
      explanations++
      drop(entry)
    }) satisfies Drop,
    see: (text: string, line: number): void => {
      // A test may print a line like the last ones.
      if (/^# (?:tests|pass) +\d{1,9}$/.test(text)) summary = 'runner'
      else if (/^Files=\d+, Tests=\d+, /.test(text)) summary = 'prove'
      else if (summary === 'prove' && text === 'Result: FAIL') claim = { count: undefined, line }
      else {
        const [, fail, failure] = /^# (?:fail +(\d{1,9})$|\d+ specs?, (\d{1,9}) failures?, )/.exec(text) ?? []
        const count = Number((summary === 'runner' && fail) || failure || 0)
        if (count > 0) claim = { count, line }
        // The summary of the runner is the last one: a test of Node.js may have printed `fail 3`.
        else if (summary === 'runner' && fail) claim = undefined
      }
    },
    /** Ends a run (a report may have several); drops an entry if the run counts failures that nothing explains. */
    finish: (): void => {
      if (claim?.count === undefined) {
        if (claim && explanations + earlier === 0) drop(unseenFailure(claim.line))
      } else if (explanations === 0) drop(unseenFailures(claim.count, claim.line))
      earlier += explanations
      explanations = 0
      summary = undefined
      claim = undefined
    },
  }
}
