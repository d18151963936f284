import { inTightHeap } from '../system/heap.ts'
import { type Resolution, resolveTargets } from './resolve/index.ts'
import { withCreated } from './resolve/with-created.ts'
import { leaveOthersFailures } from './resolve/others-failures.ts'
import { applyPlan } from './apply/index.ts'
import { ignoreJournalLoss } from './journal/index.ts'
import { explainMatches } from './summary/explain.ts'
import type { SubmissionOptions } from './options.ts'
import { type Plan, plan } from './plan/index.ts'
import { identifierOf, type RunTest } from '../runs/read.ts'
import { isRunGone } from './run/run-gone.ts'
import { planOf, type Summary, summarize } from './summary/index.ts'
import { exitErrorOf } from './summary/exit-error.ts'

export { summaryLines } from './summary/lines.ts'
export { parseMapping } from './match/mapping.ts'
export { createMask } from './mask-secrets.ts'
export { usualRules } from './match/index.ts'
export { projectHasRun } from './run/ownership.ts'
export { parsePattern } from './match/patterns.ts'
export { planLine } from './summary/plan-line.ts'
export { usualPolicy } from './plan/policy.ts'
export { fillTemplate } from './run/name-template.ts'
export { undo, type Undone } from './undo/index.ts'
export { watchForGoneRun } from '../runs/gone-run.ts'
export { isRunGone, lookUpRun } from './run/run-gone.ts'
export type { IntoNewRun, IntoRun, SubmissionOptions } from './options.ts'
export type { Summary } from './summary/index.ts'

/** The outcome of a submission: its summary, the tests of the run as last read, and the error to exit with if not everything is stored. */
export type Submitted = { summary: Summary; tests: readonly RunTest[]; error: Error | undefined }

/**
 * Submits results to a run: finds their tests, creates missing cases and tests if asked to, sets the results that differ
 * from the run, and reads the run again to verify them. A failed test is not an error; only a result that is not stored is.
 */
export const submit = (order: SubmissionOptions): Promise<Submitted> =>
  inTightHeap(() => submitAll(stoppedByLoss(order)))

/** Makes the loss of the journal stop the submission, as a signal does. DECISIONS 412 */
const stoppedByLoss = (order: SubmissionOptions): SubmissionOptions => {
  const { lost } = order.journal
  return lost ? { ...order, stop: AbortSignal.any([order.stop, lost]) } : order
}

/** Finds or creates the tests of the results, and plans which results to set. */
const planAll = async (order: SubmissionOptions): Promise<{ resolved: Resolution; planned: Plan }> => {
  const found = await resolveTargets(order)
  try {
    const resolved = await leaveOthersFailures(order, found)
    order.stop.throwIfAborted()
    const planned = plan(resolved.matched, order.policy, order.ours)
    await order.onPlan?.(planOf({ resolved, planned }))
    return { resolved, planned }
  } catch (error) {
    const { run, created } = found
    const named = run?.displayId && identifierOf('runs', order.into.project.identifier, run.displayId)[0]
    throw withCreated(error, order, {
      cases: created.cases,
      errors: found.errors,
      run: created.run ? named || run?.id : undefined,
    })
  }
}

const submitAll = async (order: SubmissionOptions): Promise<Submitted> => {
  const { resolved, planned } = await planAll(order)
  const applied = await applyPlan(order, { run: resolved.run, planned, tests: resolved.tests })
  const explanation = order.explain
    ? explainMatches({ outcomes: order.outcomes, matching: resolved, plan: planned })
    : undefined
  const counted = summarize({ order, resolved, planned, applied, explanation })
  const errors = [...resolved.errors, ...applied.errors]
  const { tests, comments } = counted
  const left = tests.failed + tests.notSent + comments.failed + comments.notSent + errors.length
  // Nothing can be sent to a deleted run.
  const complete = isRunGone(errors) || left === 0
  // An undo then looks at what may be stored. DECISIONS 537
  const isUnknown = !complete && counted.failures.some(({ unknown }) => unknown)
  await order.journal.note({ did: 'end', complete, ...(isUnknown && { unknown: true }) }).catch(ignoreJournalLoss)
  // The journal may have been given up by now; its `file` is undefined then.
  const { file } = order.journal
  const summary = file === undefined ? counted : { ...counted, journal: file }
  const error = exitErrorOf({ summary, errors, order })
  return { summary, tests: applied.tests, error }
}
