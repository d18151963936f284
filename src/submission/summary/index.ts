import type { ResultName } from '../../contract/vocabulary.ts'
import { errorMessage, mayBeDone } from '../../errors.ts'
import type { Outcome, Report } from '../../reports/index.ts'
import type { Resolution } from '../resolve/index.ts'
import type { Applied } from '../apply/index.ts'
import { countComments } from '../apply/due-comments.ts'
import type { MatchExplanation } from './explain.ts'
import type { Unmatched } from '../match/model.ts'
import { caseNameOf, targetName } from '../match/names.ts'
import type { SubmissionOptions } from '../options.ts'
import { type Plan, type Planned, transitionsOf } from '../plan/index.ts'
import { identifierOf } from '../../runs/read.ts'
import type { PlanCounts } from '../plan/counts.ts'

/** A result with its place in a report. */
type Named = { name: string; report: string; line: number | undefined; result: Outcome['result'] }

/** A test of the run, with its old and its new result. */
type Change = { test: string; name: string; from: ResultName; to: ResultName }

/**
 * The summary of a submission. It adds up:
 * results: `read = matched + unmatched`;
 * tests: `matched = set + unchanged + skipped + newer + failed + notSent` (in a dry run nothing is set or written: `changes` are
 * to be set, `plan.comments` to be written);
 * and `tests.matched = results.matched + results.shared - results.folded`.
 */
export type Summary = {
  run: { id: string; identifier?: string | undefined; name: string; created: boolean } | null
  /** Whether it was a dry run. DECISIONS 220 */
  rehearsal: boolean
  reports: readonly Report[]
  results: {
    read: number
    matched: number
    unmatched: number
    /** Further results of tests that have several: they are folded into one. */
    folded: number
    /** Further tests of results that match several. */
    shared: number
    /** Entries of the reports that are no results. */
    dropped: number
  }
  plan: PlanCounts
  tests: {
    matched: number
    set: number
    setTo: Record<Exclude<ResultName, 'inProgress'>, number>
    unchanged: number
    /** Left as they were, because a test that was skipped has not been tested. */
    skipped: number
    /** Left as they were, because they were set later than `--keep-newer` says. */
    newer: number
    failed: number
    notSent: number
    /** Tests of the run that are in no report. */
    inNoReport: number
  }
  comments: { written: number; kept: number; failed: number; notSent: number }
  created: { cases: number; tests: number }
  /** In a dry run: what would be set. */
  changes?: Change[] | undefined
  unmatched: (Named & { reason: string; nearest?: string[] })[]
  /** Identifiers that do not exist, in results that were matched by another one. */
  missing: (Named & { identifiers: readonly string[] })[]
  /** Results that were left alone; `from` is what the run holds. */
  newer: Change[]
  /** Tests first, then comments. `unknown`: no clear answer came, and it may have been done. DECISIONS 388 */
  failures: { test: string; name: string; result: ResultName; reason: string; unknown?: true }[]
  explanation?: readonly MatchExplanation[] | undefined
  /** The file that `runs undo` takes. */
  journal?: string | undefined
}

type Planning = { resolved: Resolution; planned: Plan }

/** Counts the changes of a plan, the tests that it leaves alone, and the results that match nothing. */
export const planOf = ({ resolved, planned }: Planning): PlanCounts => {
  const { unchanged, skipped, newer } = planned
  const reported = new Set([...planned.set, ...unchanged, ...skipped, ...newer].map(({ test }) => test.id))
  return {
    transitions: transitionsOf(planned),
    unchanged: unchanged.length,
    skipped: skipped.length,
    newer: newer.length,
    unmatched: resolved.unmatched.length,
    inNoReport: resolved.tests.filter(({ id }) => !reported.has(id)).length,
  }
}

type Done = Planning & {
  order: SubmissionOptions
  applied: Applied
  explanation: readonly MatchExplanation[] | undefined
}

/** Builds the summary from the counts of what was read, matched, created and sent. The caller adds `journal`. */
export const summarize = ({ order, resolved, planned, applied, explanation }: Done): Summary => {
  const { run, created, matched, unmatched } = resolved
  const { sent, remarked } = applied
  const count = planned.set.length + planned.unchanged.length + planned.skipped.length + planned.newer.length
  const pairs = matched.reduce((sum, { targets }) => sum + targets.length, 0)
  const setTo = (result: ResultName) => sent.done.filter(({ item }) => item.to === result).length
  const kept = remarked?.done.filter(({ value }) => value === 'kept').length ?? 0
  const [identifier] = run?.displayId ? identifierOf('runs', order.into.project.identifier, run.displayId) : []
  const inPlan = planOf({ resolved, planned })
  return {
    run: run ? { id: run.id, ...(identifier && { identifier }), name: run.name, created: created.run } : null,
    rehearsal: order.dryRun,
    reports: order.reports,
    results: {
      read: order.outcomes.length,
      matched: matched.length,
      unmatched: unmatched.length,
      folded: pairs - count,
      shared: pairs - matched.length,
      dropped: order.reports.reduce((sum, { dropped }) => sum + dropped.length, 0),
    },
    plan: { ...inPlan, ...(order.dryRun && { comments: countComments(planned, order) }) },
    tests: {
      matched: count,
      set: sent.done.length,
      setTo: { passed: setTo('passed'), failed: setTo('failed'), untested: setTo('untested') },
      unchanged: planned.unchanged.length,
      skipped: planned.skipped.length,
      newer: planned.newer.length,
      failed: sent.failed.length,
      notSent: sent.skipped.length,
      inNoReport: inPlan.inNoReport,
    },
    comments: {
      written: (remarked?.done.length ?? 0) - kept,
      kept,
      failed: remarked?.failed.length ?? 0,
      notSent: remarked?.skipped.length ?? 0,
    },
    created: { cases: created.cases, tests: created.tests },
    ...(order.dryRun && { changes: planned.set.map(changeOf) }),
    unmatched: unmatched.map(unmatchedOf),
    missing: matched.flatMap(({ outcome, missing: identifiers }) =>
      identifiers.length > 0 ? [{ ...nameIt(outcome), identifiers }] : [],
    ),
    newer: planned.newer.map(changeOf),
    failures: failuresOf(applied),
    ...(explanation && { explanation }),
  }
}

const changeOf = ({ test, from, to }: Planned): Change => ({ test: targetName(test), name: test.name, from, to })

const failuresOf = ({ sent, remarked }: Applied): Summary['failures'] => [
  ...sent.failed.map(({ item: { test, to }, error }) => ({
    test: targetName(test),
    name: test.name,
    result: to,
    reason: errorMessage(error),
    ...(mayBeDone(error) && { unknown: true as const }),
  })),
  ...(remarked?.failed ?? []).map(({ item: { test }, error }) => ({
    test: targetName(test),
    name: test.name,
    result: test.result,
    ...(mayBeDone(error)
      ? { reason: `its comment: ${errorMessage(error)}`, unknown: true as const }
      : { reason: `its comment was not written: ${errorMessage(error)}` }),
  })),
]

const unmatchedOf = ({ outcome, reason, nearest }: Unmatched): Summary['unmatched'][number] => ({
  ...nameIt(outcome),
  reason,
  ...(nearest && { nearest: nearest.map((target) => `${targetName(target)} ${target.name}`) }),
})

const nameIt = (outcome: Outcome): Named => ({
  name: caseNameOf(outcome),
  report: outcome.report,
  line: outcome.line,
  result: outcome.result,
})
