import { createHash } from 'node:crypto'
import type { Outcome } from '../../reports/outcome.ts'

/** Tells whether reports say the same as they did before: a hash of all their results, messages included. */
export const digestOfOutcomes = (outcomes: readonly Outcome[]): string => {
  const hash = createHash('sha256')
  // Its place and its duration may differ.
  const comparable = (outcome: Outcome) => ({ ...outcome, report: undefined, line: undefined, seconds: undefined })
  for (const outcome of outcomes) hash.update(`${JSON.stringify(comparable(outcome))}\n`)
  return hash.digest('hex')
}
