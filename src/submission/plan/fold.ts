import type { ResultName } from '../../contract/vocabulary.ts'
import type { Outcome } from '../../reports/outcome.ts'
import type { Policy } from './policy.ts'

/**
 * Folds all results of one test (its parameters, shards and retries, in reading order) into one. The results
 * that ran decide, as `fold` says: the worst, the best, or the last. Only if none ran, the policy for `skipped`
 * decides. Undefined means that the test keeps its result. DECISIONS 35
 */
export const foldOutcomes = (outcomes: readonly Outcome[], policy: Policy): ResultName | undefined => {
  const ran = outcomes.flatMap((outcome) => endedAs(outcome, policy) ?? [])
  if (ran.length === 0) return policy.skipped === 'ignore' ? undefined : policy.skipped
  if (policy.fold === 'last') return ran.at(-1)
  const decisive = policy.fold === 'worst' ? 'failed' : 'passed'
  return ran.includes(decisive) ? decisive : ran[0]
}

/** Returns the result of one outcome; undefined for a test that did not run. */
const endedAs = ({ result, flaky }: Outcome, policy: Policy): 'passed' | 'failed' | undefined => {
  if (result === 'skipped') return undefined
  return flaky && result === 'passed' ? policy.flaky : result
}
