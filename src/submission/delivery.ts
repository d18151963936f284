import type { Settled } from '../batch.ts'
import { type Remark, type Remarked, writeRemarks } from './comments.ts'
import { PartialError } from '../errors.ts'
import type { Order } from './order.ts'
import type { Plan, Planned } from './plan.ts'
import { readTests, type RunTest } from './reads.ts'
import { reconcile } from './reconciliation.ts'
import { remarkOn, wantsRemark } from './remark.ts'
import type { Run } from './run.ts'
import { send } from './send.ts'

/** What became of a plan: results and comments, the tests of the run afterwards, and what went wrong. */
export type Delivery = {
  sent: Settled<Planned, void>
  remarked: Settled<Remark, Remarked> | undefined
  tests: readonly RunTest[]
  errors: unknown[]
}

/** Carries a plan out: writes it down, sets what differs, writes the comments, and reads the run again. */
export const deliver = async (
  order: Order,
  { run, planned, tests }: { run: Run | undefined; planned: Plan; tests: readonly RunTest[] },
): Promise<Delivery> => {
  if (!run) return { sent: { done: [], failed: [], skipped: [] }, remarked: undefined, tests, errors: [] }
  const { api, journal, stop } = order
  await journal.note(...planned.set.map(intentionOf))
  const setting = order.progress?.('setting results', planned.set.length)
  const sent = await send(planned.set, { api, run: run.id, journal, stop, onSettled: setting?.step })
  setting?.done()
  const remarked = await remark(order, [...sent.done.map(({ item }) => item), ...planned.unchanged])
  const errors = [...sent.failed, ...(remarked?.failed ?? [])].map(({ error }) => error)
  if (planned.set.length === 0 || stop.aborted) return { sent, remarked, tests, errors }
  try {
    const now = await readTests(api, run.id, {
      project: order.into.project.identifier,
      remarks: remarked !== undefined,
      progress: order.progress,
    })
    const checked = reconcile(sent, now)
    const failures = [...checked.failed, ...(remarked?.failed ?? [])].map(({ error }) => error)
    return { sent: checked, remarked, tests: now, errors: failures }
  } catch (error) {
    return { sent, remarked, tests, errors: [...errors, uncheckedBy(error)] }
  }
}

const uncheckedBy = (cause: unknown): PartialError =>
  new PartialError(`the run could not be read again to check it: ${cause instanceof Error ? cause.message : cause}`, {
    hint: 'run it again: what is there is not sent again',
    cause,
  })

const intentionOf = ({ test, from, to }: Planned) => ({
  did: 'intended' as const,
  test: test.id,
  identifier: test.identifiers[0],
  name: test.name,
  from,
  to,
})

const remark = async (order: Order, settled: readonly Planned[]) => {
  const { api, journal, stop, policy, mask } = order
  const remarks = settled
    .filter((one) => wantsRemark(one.outcomes, policy))
    .map((one): Remark => ({ test: one.test, content: remarkOn(one, { mask, limit: policy.commentLimit }) }))
  if (remarks.length === 0 || stop.aborted) return undefined
  const progress = order.progress?.('writing comments', remarks.length)
  const remarked = await writeRemarks(remarks, { api, journal, stop, onSettled: progress?.step })
  progress?.done()
  return remarked
}
