import type { Op } from './outbox/op.ts'
import type { Event } from './session/index.ts'
import type { SetByHand } from './session/state.ts'

/**
 * What an earlier execution set and this one has sent, or asks about because another person changed the test meanwhile: what came
 * of it in `heard`, before there was a session.
 */
export const keptResults = (pending: readonly Op[], heard: readonly Event[]): SetByHand[] => {
  const settled = new Set(
    heard.flatMap((event) => {
      if (event.type === 'sent') return [event.sent.n]
      return event.type === 'conflict' ? [event.op.n] : []
    }),
  )
  return pending.flatMap((last) => {
    if (last.do !== 'decide' || !settled.has(last.n)) return []
    const ofTest = pending.filter(({ test }) => test === last.test)
    const first = ofTest.find((op) => op.do === 'decide') ?? last
    const note = ofTest.findLast((op) => op.do === 'comment')?.content ?? ''
    return first.from === last.result ? [] : [{ test: last.test, from: first.from, to: last.result, note }]
  })
}
