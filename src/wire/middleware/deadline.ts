import { abortAfterSilence } from './after-silence.ts'
import type { Sender } from '../outgoing.ts'
import { createSharedSignal } from './shared-signal.ts'

/**
 * Sets one deadline for a whole call, retries included: `ms` milliseconds from its start (TRAPS 5). Copies the request with Object.assign,
 * as all code on the path of each request does: Node 20 takes eight times as long for a spread. DECISIONS 252
 */
export const withDeadline = (
  { ms, now = () => performance.now() }: { ms: number; now?: () => number },
  transport: Sender,
): Sender => {
  const spans = new Map<AbortSignal | undefined, Span>()
  return async (request) => {
    const { signal } = request
    let span = spans.get(signal)
    if (!span || now() > span.joinable) spans.set(signal, (span = begin(signal, { ms, now })))
    span.calls += 1
    try {
      return await transport(Object.assign({}, request, { signal: span.signal, deadline: span.deadline }))
    } finally {
      span.calls -= 1
      if (span.calls === 0) {
        span.end()
        if (spans.get(signal) === span) spans.delete(signal)
      }
    }
  }
}

/**
 * A deadline shared by calls that begin within 50 ms (at most a twentieth of the deadline), as those of a batch do. A signal and a timer
 * for each call would cost a batch a tenth of its time.
 */
type Span = { signal: AbortSignal; deadline: number; joinable: number; calls: number; end: () => void }

const begin = (outer: AbortSignal | undefined, { ms, now }: { ms: number; now: () => number }): Span => {
  const controller = createSharedSignal()
  const end = abortAfterSilence(controller, { outer, ms, late: new Error(`no answer within ${ms / 1000} s`) })
  return { signal: controller.signal, deadline: now() + ms, joinable: now() + Math.min(50, ms / 20), calls: 0, end }
}
