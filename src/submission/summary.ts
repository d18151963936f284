import type { Settled } from '../batch.ts'
import type { Result } from '../contract/vocabulary.ts'
import type { Outcome, Report } from '../reports/index.ts'
import type { Allocation } from './allocation.ts'
import { namesOf } from './names.ts'
import type { Order } from './order.ts'
import type { Plan, Planned } from './plan.ts'
import { identifierOf } from './reads.ts'

/** A result of a report, named so that it can be found there. */
type Named = { name: string; report: string; line: number | undefined; result: Outcome['result'] }

/**
 * What a submission came to. It adds up:
 * results: `read = matched + unmatched`;
 * tests: `matched = set + unchanged + skipped + failed + notSent`;
 * and `tests.matched = results.matched + results.shared - results.folded`.
 */
export type Summary = {
  run: { id: string; identifier?: string | undefined; name: string; created: boolean } | null
  rehearsal: boolean
  reports: readonly Report[]
  results: {
    read: number
    matched: number
    unmatched: number
    /** Further results of tests that have one: the worst counts. */
    folded: number
    /** Further tests of results that are for several. */
    shared: number
  }
  tests: {
    matched: number
    set: number
    setTo: { passed: number; failed: number }
    unchanged: number
    /** Left as they were, because a test that was skipped has not been tested. */
    skipped: number
    failed: number
    notSent: number
    /** Tests of the run that no report says anything of. */
    inNoReport: number
  }
  created: { cases: number; tests: number }
  unmatched: (Named & { reason: string })[]
  /** Identifiers in the names of results that were matched by another one, and that are not there. */
  missing: (Named & { identifiers: readonly string[] })[]
  failures: { test: string; name: string; result: Result; reason: string }[]
}

type Done = { order: Order; allocation: Allocation; planned: Plan; sent: Settled<Planned, unknown> }

/** Counts what was read, found, created and sent. */
export const summarize = ({ order, allocation, planned, sent }: Done): Summary => {
  const { run, created, matched, unmatched } = allocation
  const piles = [...planned.set, ...planned.unchanged, ...planned.skipped, ...planned.newer]
  const pairs = matched.reduce((sum, { targets }) => sum + targets.length, 0)
  const setTo = (result: Result) => sent.done.filter(({ item }) => item.to === result).length
  const [identifier] = run?.displayId ? identifierOf('runs', order.into.project.identifier, run.displayId) : []
  return {
    run: run ? { id: run.id, ...(identifier && { identifier }), name: run.name, created: created.run } : null,
    rehearsal: order.rehearsal,
    reports: order.reports,
    results: {
      read: order.outcomes.length,
      matched: matched.length,
      unmatched: unmatched.length,
      folded: pairs - piles.length,
      shared: pairs - matched.length,
    },
    tests: {
      matched: piles.length,
      set: sent.done.length,
      setTo: { passed: setTo('passed'), failed: setTo('failed') },
      unchanged: planned.unchanged.length,
      skipped: planned.skipped.length,
      failed: sent.failed.length,
      notSent: sent.skipped.length,
      inNoReport: allocation.total - piles.length,
    },
    created: { cases: created.cases, tests: created.tests },
    unmatched: unmatched.map(({ outcome, reason }) => ({ ...nameIt(outcome), reason })),
    missing: matched.flatMap(({ outcome, missing: identifiers }) =>
      identifiers.length > 0 ? [{ ...nameIt(outcome), identifiers }] : [],
    ),
    failures: sent.failed.map(({ item: { test, to }, error }) => ({
      test: test.identifiers[0] ?? test.id,
      name: test.name,
      result: to,
      reason: error instanceof Error ? error.message : String(error),
    })),
  }
}

const nameIt = (outcome: Outcome): Named => ({
  name: namesOf(outcome)[0],
  report: outcome.report,
  line: outcome.line,
  result: outcome.result,
})
