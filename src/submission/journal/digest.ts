import { createHash } from 'node:crypto'
import type { Outcome } from '../../reports/outcome.ts'

/** Tells whether reports say the same as they did before: a hash of all their results, messages included. */
export const digestOf = (outcomes: readonly Outcome[]): string => {
  const hash = createHash('sha256')
  // Where it stands and how long it took may differ.
  const said = (outcome: Outcome) => ({ ...outcome, report: undefined, line: undefined, seconds: undefined })
  for (const outcome of outcomes) hash.update(`${JSON.stringify(said(outcome))}\n`)
  return hash.digest('hex')
}
