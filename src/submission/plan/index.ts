import { type ResultName, results } from '../../contract/vocabulary.ts'
import type { Outcome } from '../../reports/outcome.ts'
import type { Matched } from '../match/matching.ts'
import type { Policy } from './policy.ts'
import type { RunTest } from '../../runs/read.ts'

/** A test, what the reports say of it (all of its results), what it holds, and what it is to hold by the reports. */
export type Planned = { test: RunTest; outcomes: readonly Outcome[]; from: ResultName; to: ResultName }

/**
 * What is to be done with the tests that results were found for. `set` differ from what the run holds now; `unchanged` do
 * not; `skipped` are left as they are, because a test that was skipped has not been tested; so are `newer`, which
 * somebody else set after the time that the policy names (`to` is what the reports say).
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
    const to = fold(outcomes, policy)
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

// Where the service does not say when, nobody can tell that it was before: what somebody set is then rather kept.
const isNewer = ({ result, updatedAt = Infinity }: RunTest, { keepNewer }: Policy): boolean =>
  keepNewer !== undefined && result !== 'untested' && updatedAt > keepNewer.getTime()

/** How many tests go from one result to another. */
export type Transition = { from: ResultName; to: ResultName; count: number }

/** What a plan changes to what, in the order of the interface's words; nothing of what stays as it is. */
export const transitionsOf = ({ set }: Pick<Plan, 'set'>): Transition[] =>
  results.flatMap((from) =>
    results.flatMap((to) => {
      const count = set.filter((one) => one.from === from && one.to === to).length
      return count > 0 ? [{ from, to, count }] : []
    }),
  )

/**
 * What several results for one test come to: its parameters, shards and retries, in reading order.
 * What ran decides, and `fold` says how: the worst of it, the best, or the last. A skipped result never decides against one
 * that ran; only where nothing ran, the test counts as `skipped` says. Undefined: it keeps what it has. DECISIONS 35
 */
export const fold = (outcomes: readonly Outcome[], policy: Policy): ResultName | undefined => {
  const ran = outcomes.flatMap((outcome) => endedAs(outcome, policy) ?? [])
  if (ran.length === 0) return policy.skipped === 'ignore' ? undefined : policy.skipped
  if (policy.fold === 'last') return ran.at(-1)
  const decisive = policy.fold === 'worst' ? 'failed' : 'passed'
  return ran.includes(decisive) ? decisive : ran[0]
}

/** What one result is by itself; nothing for a test that did not run. */
const endedAs = ({ result, flaky }: Outcome, policy: Policy): 'passed' | 'failed' | undefined => {
  if (result === 'skipped') return undefined
  return flaky && result === 'passed' ? policy.flaky : result
}
