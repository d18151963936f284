import type { Outcome } from '../reports/outcome.ts'
import type { Matched } from './match.ts'
import type { RunTest } from './reads.ts'

/** A test, and what the reports say of it: the worst of its results, all of which are listed. */
export type Planned = { test: RunTest; outcomes: readonly Outcome[]; result: Outcome['result'] }

/**
 * What is to be done with the tests that results were found for. `set` differ from what the run holds now;
 * `unchanged` do not; `skipped` are left as they are, because a test that was skipped has not been tested.
 */
export type Plan = { set: Planned[]; unchanged: Planned[]; skipped: Planned[] }

/** Compares results with what the run holds. Several for one test are folded: failed > passed > skipped. */
export const plan = (matched: readonly Matched<RunTest>[]): Plan => {
  const ofTest = new Map<string, { test: RunTest; outcomes: Outcome[] }>()
  for (const { outcome, targets } of matched)
    for (const test of targets) {
      const known = ofTest.get(test.id)
      if (known) known.outcomes.push(outcome)
      else ofTest.set(test.id, { test, outcomes: [outcome] })
    }
  const made: Plan = { set: [], unchanged: [], skipped: [] }
  for (const { test, outcomes } of ofTest.values()) {
    const result = worstOf(outcomes)
    const pile = result === 'skipped' ? made.skipped : result === test.result ? made.unchanged : made.set
    pile.push({ test, outcomes, result })
  }
  return made
}

const order = ['failed', 'passed', 'skipped'] as const

const worstOf = (outcomes: readonly Outcome[]): Outcome['result'] =>
  order.find((result) => outcomes.some((outcome) => outcome.result === result)) ?? 'skipped'
