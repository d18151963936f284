import { type ResultName, results } from '../../contract/vocabulary.ts'
import type { Outcome } from '../../reports/outcome.ts'
import type { Matched } from '../match/model.ts'
import { foldOutcomes } from './fold.ts'
import type { Policy } from './policy.ts'
import type { RunTest } from '../../runs/read.ts'

/** A test with all of its results in the reports, its result in the run, and its new result by the reports. */
export type Planned = { test: RunTest; outcomes: readonly Outcome[]; from: ResultName; to: ResultName }

/**
 * What a submission does with each matched test. `set` differ from the run now; `unchanged` do
 * not; `skipped` are left as they are, because a test that was skipped has not been tested; so are `newer`, which
 * another user set after the time of the policy (`to` is the result of the reports).
 */
export type Plan = { set: Planned[]; unchanged: Planned[]; skipped: Planned[]; newer: Planned[] }

/**
 * Compares results with what the run holds. Several for one test are folded as the policy says.
 * `ours` are the ids of tests that this submission has set itself: they are never newer.
 */
export const plan = (
  matched: readonly Matched<RunTest>[],
  policy: Policy,
  ours: ReadonlySet<string> = new Set(),
): Plan => {
  const made: Plan = { set: [], unchanged: [], skipped: [], newer: [] }
  for (const { test, outcomes } of resultsByTest(matched)) {
    const from = test.result
    const to = foldOutcomes(outcomes, policy)
    if (to === undefined) made.skipped.push({ test, outcomes, from, to: from })
    else if (to === from) made.unchanged.push({ test, outcomes, from, to })
    else if (isNewer(test, policy) && !ours.has(test.id)) made.newer.push({ test, outcomes, from, to })
    else made.set.push({ test, outcomes, from, to })
  }
  return made
}

const resultsByTest = (matched: readonly Matched<RunTest>[]): Iterable<{ test: RunTest; outcomes: Outcome[] }> => {
  const byTest = new Map<string, { test: RunTest; outcomes: Outcome[] }>()
  for (const { outcome, targets } of matched)
    for (const test of targets) {
      const known = byTest.get(test.id)
      if (known) known.outcomes.push(outcome)
      else byTest.set(test.id, { test, outcomes: [outcome] })
    }
  return byTest.values()
}

// Where the service does not say when, it may have been set since: the result in the run is kept.
const isNewer = ({ result, updatedAt = Infinity }: RunTest, { keepNewer }: Policy): boolean =>
  keepNewer !== undefined && result !== 'untested' && updatedAt > keepNewer.getTime()

/** How many tests go from one result to another. */
export type Transition = { from: ResultName; to: ResultName; count: number }

/** The changes of a plan, in the order of the interface's words, without the unchanged tests. */
export const transitionsOf = ({ set }: Pick<Plan, 'set'>): Transition[] => {
  const all = results.flatMap((from) => results.map((to): Transition => ({ from, to, count: 0 })))
  for (const { from, to } of set) all[results.indexOf(from) * results.length + results.indexOf(to)]!.count += 1
  return all.filter(({ count }) => count > 0)
}
