import type { StandbyState } from '../store/standbys/index.ts'
import { type Finding, ok, warn } from './finding.ts'

/** Checks that each standby of TESTCTL_STORE_READS can answer reads. If one cannot, the primary does. DECISIONS 239 */
export const checkStandbys = (states: readonly StandbyState[]): Finding => {
  const found = states.map(({ label, problem }) => {
    if (!problem) return `${label} answers reads`
    const { cause } = problem
    return `${label} is not used: ${cause instanceof Error ? cause.message : problem.message}`
  })
  const message = found.join('; ')
  return states.some(({ problem }) => problem)
    ? warn(message, 'the primary answers in its place; check TESTCTL_STORE_READS, and the replication')
    : ok(message)
}
