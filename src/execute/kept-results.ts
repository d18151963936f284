import type { Op } from './outbox/op.ts'
import type { Event } from './session/index.ts'
import type { SetByHand } from './session/state.ts'

/**
 * Returns the results that an earlier execution left `pending` and that this one has sent, or asks about after a conflict, according to
 * the events in `heard` before the session began. The last decision of a test counts; a test whose result was taken back has none.
 */
export const keptResults = (pending: readonly Op[], heard: readonly Event[]): SetByHand[] => {
  const settled = new Set(
    heard.flatMap((event) => {
      if (event.type === 'sent') return [event.sent.n]
      return event.type === 'conflict' ? [event.op.n] : []
    }),
  )
  return [...new Set(pending.map(({ test }) => test))].flatMap((test) => {
    const ops = pending.filter((op) => op.test === test)
    const decisions = ops.filter((op) => op.do === 'decide')
    const last = decisions.findLast(({ n }) => settled.has(n))
    const from = decisions[0]?.from
    if (!last || from === undefined || from === last.result) return []
    const note = ops.findLast((op) => op.do === 'comment')?.content ?? ''
    return [{ test, from, to: last.result, note }]
  })
}
