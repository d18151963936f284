import type { Settled } from '../batch.ts'
import { type Remark, type Remarked, settleRemarks, writeRemarks } from './comments.ts'
import { NotFoundError, PartialError } from '../errors.ts'
import type { Entry } from '../journal/index.ts'
import type { Order } from './order.ts'
import type { Plan, Planned } from './plan.ts'
import { readTests, type RunTest } from './reads.ts'
import { reconcile } from './reconciliation.ts'
import { remarkOn, wantsRemark } from './remark.ts'
import type { Run } from './run.ts'
import { isRunGone, RunGoneError } from './run-gone.ts'
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
  const { api, journal, stop, atOnce } = order
  await journal.noteAll(intentionsOf(planned))
  const setting = order.progress?.('setting results', planned.set.length)
  const sent = await send(planned.set, { api, run: run.id, journal, stop, atOnce, onSettled: setting?.step })
  setting?.done()
  const remarked = await remark(order, [...sent.done.map(({ item }) => item), ...planned.unchanged])
  const errors = [...sent.failed, ...(remarked?.failed ?? [])].map(({ error }) => error)
  const wrote = remarked?.done.some(({ value }) => value !== 'kept') ?? false
  const nothingNew = planned.set.length === 0 && !wrote
  if (nothingNew || stop.aborted || isRunGone(errors)) return { sent, remarked, tests, errors }
  try {
    const now = await readTests(api, run.id, {
      project: order.into.project.identifier,
      remarks: remarked !== undefined,
      before: tests,
      progress: order.progress,
    })
    const checked = reconcile(sent, now)
    const single = remarked && (await settled(order, remarked, now))
    const failures = [...checked.failed, ...(single?.failed ?? [])].map(({ error }) => error)
    return { sent: checked, remarked: single, tests: now, errors: failures }
  } catch (error) {
    const why = error instanceof NotFoundError ? new RunGoneError(error) : uncheckedBy(error)
    return { sent, remarked, tests, errors: [...errors, why] }
  }
}

const uncheckedBy = (cause: unknown): PartialError =>
  new PartialError(`the run could not be read again to check it: ${cause instanceof Error ? cause.message : cause}`, {
    hint: 'run it again: what is there is not sent again',
    cause,
  })

const intentionsOf = function* ({ set }: Plan): Generator<Entry> {
  for (const { test, from, to } of set)
    yield { did: 'intended', test: test.id, identifier: test.identifiers[0], name: test.name, from, to }
}

const settled = async (
  { api, journal, stop }: Order,
  remarked: Settled<Remark, Remarked>,
  now: readonly RunTest[],
): Promise<Settled<Remark, Remarked>> => {
  const { done, failed } = await settleRemarks(remarked.done, { api, journal, stop, now })
  return { done, failed: [...remarked.failed, ...failed], skipped: remarked.skipped }
}

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
