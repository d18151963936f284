import type { Drop } from '../report-format.ts'
import { unseenFailures } from '../unseen-failures.ts'

/**
 * What a run says at its end of how many tests failed (`# fail 1`), held against those that did. AVA writes a title as it is, and one
 * that ends in `# SKIP` says of a failure that it does not count. DECISIONS 458
 */
export const createTotals = (drop: Drop) => {
  let failures = 0
  let isSummary = false
  let claim: { count: number; line: number } | undefined
  return {
    failed: (): void => void failures++,
    see: (text: string, line: number): void => {
      const [, word, count] = /^# (tests|fail) +(\d{1,9})$/.exec(text) ?? []
      // A test may print a line like the others.
      if (word === 'tests') isSummary = true
      else if (word === 'fail' && isSummary && Number(count) > 0) claim = { count: Number(count), line }
    },
    /** At the end of each run that the report holds. */
    finish: (): void => {
      if (claim && failures === 0) drop(unseenFailures(claim.count, claim.line))
      failures = 0
      isSummary = false
      claim = undefined
    },
  }
}
