import { inTightHeap } from '../heap.ts'
import { allocate } from './allocation.ts'
import { type Delivery, deliver } from './delivery.ts'
import { explain } from './explain.ts'
import type { Order } from './order.ts'
import { plan } from './plan.ts'
import type { RunTest } from './reads.ts'
import { isRunGone } from './run-gone.ts'
import { planOf, type Summary, summarize } from './summary.ts'
import { verdictOf } from './verdict.ts'

export { linesOf } from './lines.ts'
export { parseMapping } from './mapping.ts'
export { createMask } from './masking.ts'
export { usualRules } from './match.ts'
export { projectHasRun } from './ownership.ts'
export { parsePattern } from './patterns.ts'
export { planLine } from './planline.ts'
export { usualPolicy } from './policy.ts'
export { fillTemplate } from './templates.ts'
export { undo, type Undone } from './undo.ts'
export type { IntoNewRun, IntoRun, Order } from './order.ts'
export type { Summary } from './summary.ts'

/**
 * What a submission came to: the summary, the tests of the run as they are now, and the error to end with where not all
 * of it is stored.
 */
export type Submitted = { summary: Summary; tests: readonly RunTest[]; error: Error | undefined }

/**
 * Submits results to a run: finds the tests that they are for, creates what is missing where that was ordered, sets those
 * that differ from what the run holds, and reads the run again to see that it holds them. What a test came to is no error,
 * only a result that is not stored is.
 */
export const submit = (order: Order): Promise<Submitted> => inTightHeap(() => submitAll(order))

const submitAll = async (order: Order): Promise<Submitted> => {
  const allocation = await allocate(order)
  order.stop.throwIfAborted()
  const planned = plan(allocation.matched, order.policy, order.ours)
  await order.onPlan?.(planOf({ allocation, planned }))
  const delivery: Delivery = order.rehearsal
    ? { sent: { done: [], failed: [], skipped: [] }, remarked: undefined, tests: allocation.tests, errors: [] }
    : await deliver(order, { run: allocation.run, planned, tests: allocation.tests })
  const explanation = order.explain
    ? explain({ outcomes: order.outcomes, matching: allocation, plan: planned })
    : undefined
  const summary = summarize({ order, allocation, planned, delivery, explanation })
  const errors = [...allocation.errors, ...delivery.errors]
  const error = verdictOf({ summary, errors, stop: order.stop, policy: order.policy })
  // To a run that is gone nothing can be sent any more.
  const complete = isRunGone(errors) || summary.tests.failed + summary.tests.notSent + errors.length === 0
  await order.journal.note({ did: 'end', complete })
  return { summary, tests: delivery.tests, error }
}
