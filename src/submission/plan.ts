import type { Result } from '../contract/vocabulary.ts'
import type { Outcome } from '../reports/outcome.ts'
import type { Matched } from './match.ts'
import type { Policy } from './policy.ts'
import type { RunTest } from './reads.ts'

/** A test, what the reports say of it (all of its results), what it holds, and what it is to hold. */
export type Planned = { test: RunTest; outcomes: readonly Outcome[]; from: Result; to: Result }

/**
 * What is to be done with the tests that results were found for. `set` differ from what the run holds now; `unchanged` do
 * not; `skipped` are left as they are, because a test that was skipped has not been tested; so are `newer`, which
 * somebody else set after the time that the policy names.
 */
export type Plan = { set: Planned[]; unchanged: Planned[]; skipped: Planned[]; newer: Planned[] }

/** Compares results with what the run holds. Several for one test are folded as the policy says. */
export const plan = (matched: readonly Matched<RunTest>[], policy: Policy): Plan => {
  const ofTest = new Map<string, { test: RunTest; outcomes: Outcome[] }>()
  for (const { outcome, targets } of matched)
    for (const test of targets) {
      const known = ofTest.get(test.id)
      if (known) known.outcomes.push(outcome)
      else ofTest.set(test.id, { test, outcomes: [outcome] })
    }
  const made: Plan = { set: [], unchanged: [], skipped: [], newer: [] }
  for (const { test, outcomes } of ofTest.values()) {
    const result = worstOf(outcomes)
    const pile = result === 'skipped' ? made.skipped : result === test.result ? made.unchanged : made.set
    pile.push({ test, outcomes, from: test.result, to: result === 'skipped' ? test.result : result })
  }
  void policy
  return made
}

const order = ['failed', 'passed', 'skipped'] as const

const worstOf = (outcomes: readonly Outcome[]): Outcome['result'] =>
  order.find((result) => outcomes.some((outcome) => outcome.result === result)) ?? 'skipped'
