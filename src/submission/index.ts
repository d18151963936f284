import { allocate } from './allocation.ts'
import type { Order } from './order.ts'
import { plan } from './plan.ts'
import { send } from './send.ts'
import { type Summary, summarize } from './summary.ts'
import { verdictOf } from './verdict.ts'

export { linesOf } from './lines.ts'
export { projectHasRun } from './ownership.ts'
export { usualRules } from './match.ts'
export { usualPolicy } from './policy.ts'
export type { IntoNewRun, IntoRun, Order } from './order.ts'
export type { Summary } from './summary.ts'

/** What a submission came to, and the error to end with where not all of it is stored. */
export type Submitted = { summary: Summary; error: Error | undefined }

/**
 * Submits results to a run: finds the tests that they are for, creates what is missing where that was ordered, and sets
 * those that differ from what the run holds. What a test came to is no error, only a result that is not stored is.
 */
export const submit = async (order: Order): Promise<Submitted> => {
  const allocation = await allocate(order)
  order.stop.throwIfAborted()
  const planned = plan(allocation.matched, order.policy)
  const progress = order.progress?.('setting results', planned.set.length)
  const sent = await send(order.api, planned.set, { stop: order.stop, onSettled: progress?.step })
  progress?.done()
  const summary = summarize({ order, allocation, planned, sent })
  const errors = [...allocation.errors, ...sent.failed.map(({ error }) => error)]
  return { summary, error: verdictOf({ summary, errors, stop: order.stop }) }
}
