import type { ResultName } from '../../contract/vocabulary.ts'
import type { RunTest } from '../read.ts'
import type { RunState } from '../status/index.ts'
import type { ResultCounts } from '../status/counts.ts'
import type { NamedRun } from '../line-parts.ts'
import { addTo } from '../../system/maps/add-to.ts'

/** The ways in which a test can differ between two runs, the most important first. */
export const differenceKinds = ['newlyFailing', 'stillFailing', 'fixed', 'changed', 'added', 'removed'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/**
 * A test that differs, as the later run has it, or the earlier if only that has it. A result is null in a run
 * that does not have the test.
 */
export type TestDifference = {
  id: string
  identifier: string | undefined
  name: string
  caseId: string
  from: ResultName | null
  to: ResultName | null
}

/** What changed from one run to another. */
export type Difference = {
  from: NamedRun & { results: ResultCounts }
  to: NamedRun & { results: ResultCounts }
  counts: Record<DifferenceKind | 'unchanged', number>
} & Record<DifferenceKind, TestDifference[]>

/**
 * Compares two runs of a project, case by case. If a run has several tests of one case, the first is compared with
 * the first, and so on. A test that failed and has not been tested again is not fixed, only changed. DECISIONS 42
 */
export const diff = (from: RunState, to: RunState): Difference => {
  const piles: Record<DifferenceKind, TestDifference[]> = {
    newlyFailing: [],
    stillFailing: [],
    fixed: [],
    changed: [],
    added: [],
    removed: [],
  }
  let unchanged = 0
  for (const [before, after] of pair(from.tests, to.tests)) {
    const kind = kindOf(before?.result, after?.result)
    const test = after ?? before
    if (kind === 'unchanged') unchanged++
    else if (test) piles[kind].push(changeOf(test, { before, after }))
  }
  const counts = { unchanged, ...Object.fromEntries(differenceKinds.map((kind) => [kind, piles[kind].length])) }
  return {
    from: { ...from.run, results: from.counts },
    to: { ...to.run, results: to.counts },
    counts: counts as Difference['counts'],
    ...piles,
  }
}

/** Returns the regressions of the later run: tests that fail and did not fail before, and new tests that fail. DECISIONS 42 */
export const regressions = ({ newlyFailing, added }: Difference): TestDifference[] => [
  ...newlyFailing,
  ...added.filter(({ to }) => to === 'failed'),
]

type Pair = readonly [before: RunTest | undefined, after: RunTest | undefined]

/** Pairs the tests of both runs by case, in the order of the later run; the tests that only the earlier run has follow. */
const pair = (before: readonly RunTest[], after: readonly RunTest[]): Pair[] => {
  const waiting = new Map<string, RunTest[]>()
  for (const test of before.toReversed()) addTo(waiting, test.caseId, test)
  const pairs = after.map((test): Pair => [waiting.get(test.caseId)?.pop(), test])
  const paired = new Set(pairs.map(([test]) => test))
  return [...pairs, ...before.filter((test) => !paired.has(test)).map((test): Pair => [test, undefined])]
}

const kindOf = (before: ResultName | undefined, after: ResultName | undefined): DifferenceKind | 'unchanged' => {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  if (after === 'failed') return before === 'failed' ? 'stillFailing' : 'newlyFailing'
  if (before === after) return 'unchanged'
  return before === 'failed' && after === 'passed' ? 'fixed' : 'changed'
}

/** Describes a test with its earlier and its current result. */
export const changeOf = (
  { id, identifiers: [identifier], name, caseId }: RunTest,
  { before, after }: { before: RunTest | undefined; after: RunTest | undefined },
): TestDifference => ({ id, identifier, name, caseId, from: before?.result ?? null, to: after?.result ?? null })
