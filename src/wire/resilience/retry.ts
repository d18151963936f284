import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { TestctlError } from '../../errors.ts'
import { isSuccess } from '../codec/responses.ts'
import type { Response } from '../message.ts'
import type { Sender } from '../outgoing.ts'
import { stillUnknown, TransportError } from '../request-outcome.ts'
import { createBudget } from './budget.ts'
import { givenUp, isDone, isUnclear, remember, type Sending, settle } from './ending.ts'
import { createLimiter, longestTimer } from './limiter.ts'
import { createPauseReporter, type OnPause, pauseOf } from './pause-report.ts'
import { readRetryAfter, tooLong } from './retry-after.ts'
import { mayRetry } from './retryable.ts'

/**
 * Options of `retrying`; tests replace the clocks (backoff.ts). Times are in milliseconds. `onPause` gets each wait before another attempt,
 * until the request has ended; `bears` is how many requests at once the service is known to bear.
 */
export type RetryOptions = {
  attempts?: number
  now?: () => number
  wallClock?: () => number
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
  random?: () => number
  onPause?: OnPause | undefined
  bears?: number | undefined
}

/**
 * Wraps a transport in the one loop of retries. Each attempt waits for its turn (limiter.ts): as many go at once as the service bears, and
 * none during a backoff. In a batch, a request that may be sent again (retryable.ts) waits with all others until the service is back
 * (DECISIONS 44). A single request has 3 attempts, with full jitter, never before the service's `Retry-After`, never after its deadline,
 * and within a budget for all requests together. DECISIONS 19, 153
 */
export const retrying = (options: RetryOptions, transport: Sender): Sender => {
  const { attempts = 3, sleep = rest, random = Math.random, onPause, bears } = options
  const { now = () => performance.now(), wallClock = Date.now } = options
  const budget = createBudget()
  const limiter = createLimiter({ now, wallClock, sleep, random, onPause, bears })
  let arrivals = 0

  /** Returns how long to wait before another attempt; undefined for no more attempts. Throws if the service asks for too long a wait. */
  const waitBefore = (attempt: number, sending: Sending, result: Response | TransportError): number | undefined => {
    if (attempt > attempts || !mayRetry(sending.request, result)) return undefined
    const asked = result instanceof TransportError ? undefined : readRetryAfter(result.headers, wallClock)
    // A retry at the time that the service itself names does not add to an outage.
    const isInvited = asked !== undefined && !(result instanceof TransportError) && result.status === 429
    if (!isInvited && !budget.spend()) return undefined
    const left = Math.min((sending.request.deadline ?? Infinity) - now(), longestTimer)
    if (asked !== undefined && asked >= left && !isUnclear(sending)) throw tooLong(result, wallClock() + asked)
    const jitter = random() * Math.min(5000, 200 * 2 ** (attempt - 2))
    if (asked === undefined) return jitter < left ? jitter : undefined
    // If little time is left after the time that the service names, jitter gets half of it, and the attempt the other half.
    return asked < left ? asked + Math.min(jitter, (left - asked) / 2) : undefined
  }

  return async (request) => {
    const sending: Sending = { request, arrival: ++arrivals, uncertain: false }
    const tell = createPauseReporter(onPause)
    try {
      for (let attempt = 1; ;) {
        const turn = await limiter.enter(sending)
        // After a suspension the deadline may pass before its signal aborts, so that arrived answers are read first (after-silence.ts).
        // Nothing more is sent meanwhile. DECISIONS 534
        if (now() > (request.deadline ?? Infinity)) await endOf(request.signal)
        const result = await transport(request).catch((error: Error) => error)
        limiter.leave(sending, turn, result)
        if (result instanceof Error && !(result instanceof TransportError)) {
          limiter.release()
          throw notSent(sending, result)
        }
        const isGone = isDone(sending, result)
        remember(sending, result)
        if (!isGone && mayRetry(request, result) && limiter.mayWait(sending)) continue
        limiter.release()
        if (isGone) return { status: 204, headers: {}, body: '' }
        if (!(result instanceof TransportError) && isSuccess(result)) budget.earn()
        const wait = waitBefore(++attempt, sending, result)
        if (wait === undefined) return settle(sending, result)
        tell(pauseOf(result, now() + wait))
        await sleep(wait, request.signal).catch(() => {
          throw givenUp(sending, result)
        })
      }
    } finally {
      tell(undefined)
    }
  }
}

/** Waits; rejects if the signal aborts. */
const rest = (ms: number, signal: AbortSignal | undefined): Promise<unknown> => setTimeout(ms, undefined, { signal })

const endOf = async (signal: AbortSignal | undefined): Promise<void> => {
  if (signal && !signal.aborted) await once(signal, 'abort')
}

// This attempt was not even sent, so its error does not tell whether an earlier one was applied.
const notSent = (sending: Sending, error: Error): Error =>
  isUnclear(sending) && error instanceof TestctlError ? stillUnknown(error.message, { cause: error }) : error
