import { createHash } from 'node:crypto'
import type { Outcome } from '../reports/outcome.ts'

/** Tells whether reports say the same as they did before: a hash of all their results, messages included. */
export const digestOf = (outcomes: readonly Outcome[]): string => {
  const hash = createHash('sha256')
  for (const { report, line, seconds, ...said } of outcomes) hash.update(`${JSON.stringify(said)}\n`)
  return hash.digest('hex')
}
