import type { ResultName } from '../../contract/vocabulary.ts'
import type { Outcome } from '../../reports/outcome.ts'
import type { Policy } from './policy.ts'

/**
 * The one result of several for a test: its parameters, shards and retries, in reading order.
 * The results that ran decide, and `fold` says how: the worst, the best, or the last. A skipped result never decides against one
 * that ran; only where nothing ran, the test counts as `skipped` says. Undefined: it keeps what it has. DECISIONS 35
 */
export const foldOutcomes = (outcomes: readonly Outcome[], policy: Policy): ResultName | undefined => {
  const ran = outcomes.flatMap((outcome) => endedAs(outcome, policy) ?? [])
  if (ran.length === 0) return policy.skipped === 'ignore' ? undefined : policy.skipped
  if (policy.fold === 'last') return ran.at(-1)
  const decisive = policy.fold === 'worst' ? 'failed' : 'passed'
  return ran.includes(decisive) ? decisive : ran[0]
}

/** The result of one outcome; undefined for a test that did not run. */
const endedAs = ({ result, flaky }: Outcome, policy: Policy): 'passed' | 'failed' | undefined => {
  if (result === 'skipped') return undefined
  return flaky && result === 'passed' ? policy.flaky : result
}
