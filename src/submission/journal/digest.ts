import { createHash } from 'node:crypto'
import type { Outcome } from '../../reports/outcome.ts'

/** Returns a short digest by which the journal recognizes the text of a comment. */
export const digestOfComment = (content: string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 16)

/** Hashes all results of reports, messages included, to detect whether the reports have changed. */
export const digestOfOutcomes = (outcomes: readonly Outcome[]): string => {
  const hash = createHash('sha256')
  // Its place in the report and its duration may differ.
  const comparable = (outcome: Outcome) => ({ ...outcome, report: undefined, line: undefined, seconds: undefined })
  for (const outcome of outcomes) hash.update(`${JSON.stringify(comparable(outcome))}\n`)
  return hash.digest('hex')
}
