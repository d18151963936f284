import { type ResultName, results } from '../../contract/vocabulary.ts'
import type { Outcome } from '../../reports/outcome.ts'
import type { Matched } from '../match/model.ts'
import { foldOutcomes } from './fold.ts'
import type { Policy } from './policy.ts'
import type { RunTest } from '../../runs/read.ts'

/** A test with all of its results in the reports, its result in the run, and its new result by the reports. */
export type Planned = { test: RunTest; outcomes: readonly Outcome[]; from: ResultName; to: ResultName }

/**
 * The matched tests, by what a submission does with them. `set` get a new result; `unchanged` have it already.
 * `skipped` keep theirs, because a test that was skipped has not been tested. `newer` keep theirs, because
 * another user set it after the policy's `keepNewer` (`to` is the result of the reports).
 */
export type Plan = { set: Planned[]; unchanged: Planned[]; skipped: Planned[]; newer: Planned[] }

/**
 * Compares results with those in the run. Folds several results of one test as the policy says. `ours` says
 * when this submission itself set a test, by its id: unless the test was changed again since, it is not newer.
 */
export const plan = (
  matched: readonly Matched<RunTest>[],
  policy: Policy,
  ours: ReadonlyMap<string, number | undefined> = new Map(),
): Plan => {
  const made: Plan = { set: [], unchanged: [], skipped: [], newer: [] }
  const isOurs = ({ id, updatedAt }: RunTest): boolean => ours.has(id) && ours.get(id) === updatedAt
  for (const { test, outcomes } of resultsByTest(matched)) {
    const from = test.result
    const to = foldOutcomes(outcomes, policy)
    if (to === undefined) made.skipped.push({ test, outcomes, from, to: from })
    else if (to === from) made.unchanged.push({ test, outcomes, from, to })
    else if (isNewer(test, policy) && !isOurs(test)) made.newer.push({ test, outcomes, from, to })
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

// If the service does not say when a result was set, it may be newer, and is kept.
const isNewer = ({ result, updatedAt = Infinity }: RunTest, { keepNewer }: Policy): boolean =>
  keepNewer !== undefined && result !== 'untested' && updatedAt > keepNewer.getTime()

/** How many tests go from one result to another. */
export type Transition = { from: ResultName; to: ResultName; count: number }

/** Counts the changes of a plan by transition, in the order of the interface's result names. Unchanged tests do not count. */
export const transitionsOf = ({ set }: Pick<Plan, 'set'>): Transition[] => {
  const all = results.flatMap((from) => results.map((to): Transition => ({ from, to, count: 0 })))
  for (const { from, to } of set) all[results.indexOf(from) * results.length + results.indexOf(to)]!.count += 1
  return all.filter(({ count }) => count > 0)
}
