import { createHash } from 'node:crypto'
import type { Outcome } from '../../reports/outcome.ts'

/** Tells a comment that was to be written from others, in fewer characters than it has. */
export const digestOfComment = (content: string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 16)

/** Tells whether reports say the same as they did before: a hash of all their results, messages included. */
export const digestOfOutcomes = (outcomes: readonly Outcome[]): string => {
  const hash = createHash('sha256')
  // Its place and its duration may differ.
  const comparable = (outcome: Outcome) => ({ ...outcome, report: undefined, line: undefined, seconds: undefined })
  for (const outcome of outcomes) hash.update(`${JSON.stringify(comparable(outcome))}\n`)
  return hash.digest('hex')
}
