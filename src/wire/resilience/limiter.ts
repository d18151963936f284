import { createWindow } from './concurrency-window.ts'
import type { Response } from '../message.ts'
import { stillUnknown, TransportError } from '../request-outcome.ts'
import { givenUp, isUnclear, type Sending } from './ending.ts'
import { createPauseReporter, type OnPause, pauseOf } from './pause-report.ts'
import { createQueue } from './queue.ts'
import {
  type Clocks,
  createBackoff,
  isAsking,
  isOverload,
  isTransientFailure,
  type TransientFailure,
} from './backoff.ts'
import { isRetryable } from './retryable.ts'
import { tooLong } from './retry-after.ts'
import { errorOf } from '../codec/error-of.ts'

/** Decides when requests are sent, from how earlier ones ended. */
export type Limiter = {
  /** Waits for a request's turn; resolves to its number. Rejects once the turn cannot come in time, and if the request is aborted. */
  enter: (sending: Sending) => Promise<number>
  /** Whether a request may wait to be sent again, rather than fail now. */
  mayWait: (sending: Sending) => boolean
  /** Reports how the request of that number ended. Waiting requests go when `release` or `enter` is called. */
  leave: (sending: Sending, number: number, result: Response | Error) => void
  /** Lets the requests go whose turn has come. */
  release: () => void
}

/**
 * Creates a limiter. It lets as many requests go at once as the service bears. During a backoff it lets none go, then one alone as a
 * probe, and the others after the probe's answer.
 */
export const createLimiter = ({
  now,
  wallClock,
  random,
  sleep,
  onPause,
  bears,
}: Clocks & {
  random: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Called with each backoff, until the service answers again. */
  onPause?: OnPause | undefined
  /** How many requests at once the service is known to bear. */
  bears?: number | undefined
}): Limiter => {
  const window = createWindow(bears === undefined ? {} : { first: bears, most: bears })
  const backoff = createBackoff({ now, wallClock, random })
  const tell = createPauseReporter(onPause)
  const queue = createQueue<Sending>({
    givenUp: (sending) => givenUp(sending, sending.met ?? backoff.cause()),
    onLeft: () => release(),
  })
  let successes = 0
  // How many connections broke or requests failed at a proxy since the service answered; and the last request that failed.
  let broken = 0
  let lastBroken: Sending | undefined
  // The number of the latest request that was answered.
  let latestAnswered = 0
  let trial: number | undefined
  let alarm: AbortController | undefined

  // A command that has sent a few requests, one after another, should not keep a person waiting for its error.
  const isBatch = (): boolean => successes > 0 && (window.anyUnderWay() || queue.size() > 0 || successes >= 16)

  const isBehindProxy = (): boolean => {
    const cause = backoff.cause()
    return cause !== undefined && !(cause instanceof TransportError) && !isOverload(cause)
  }

  const refusalOf = (sending: Sending): Error | undefined => {
    const cause = backoff.cause()
    if (cause === undefined || backoff.until() <= now()) return undefined
    if (backoff.isLasting()) return failureOf(sending, sending.met ?? cause)
    if (backoff.until() < Math.min(sending.request.deadline ?? Infinity, now() + longestTimer)) return undefined
    return backoff.isAsked() && !isUnclear(sending)
      ? tooLong(cause, wallClock() + backoff.until() - now())
      : failureOf(sending, sending.met ?? cause)
  }

  const release = (): void => {
    while (queue.size() > 0) {
      const quiet = backoff.cause() !== undefined
      if (quiet && trial === undefined && now() < backoff.until()) return wake()
      if (quiet ? trial !== undefined : !window.isFree()) return
      const number = window.begin()
      if (quiet) trial = number
      queue.release(number, quiet && isBehindProxy() ? failedBefore : undefined)
    }
    // A timer without waiting requests would keep the process alive.
    alarm?.abort()
  }

  const wake = (): void => {
    alarm?.abort()
    alarm = new AbortController()
    sleep(backoff.until() - now(), alarm.signal).then(release, () => undefined)
  }

  return {
    enter: async (sending) => {
      if (backoff.cause() === undefined && queue.size() === 0 && window.isFree()) return window.begin()
      const refusal = refusalOf(sending)
      if (refusal !== undefined) throw refusal
      const turn = queue.join(sending)
      release()
      return turn
    },
    mayWait: (sending) =>
      backoff.cause() !== undefined && isBatch() && !sending.isOwn && refusalOf(sending) === undefined,
    leave: (sending, number, result) => {
      const tried = number === trial
      if (tried) trial = undefined
      const troubled = isTransientFailure(result)
      const answered = !(result instanceof Error)
      window.end(answered && !troubled)
      if (troubled) {
        const overloaded = answered && isOverload(result)
        if (overloaded) window.halve(number)
        // If a proxy keeps failing one request while others are answered, the failure is about that request. DECISIONS 473
        const isAway = answered && !overloaded
        sending.isOwn = isAway && (sending.isOwn === true || latestAnswered > (sending.failedAt ?? Infinity))
        sending.failedAt = window.latest()
        if (!overloaded && !sending.isOwn && !(isAway && sending === lastBroken)) broken += 1
        lastBroken = sending
        const alarming = isAway
          ? isBatch() && !sending.isOwn && broken > 1
          : isAsking(result, wallClock) || (isBatch() && (overloaded || broken > 1))
        if (tried || (backoff.cause() === undefined && alarming)) backoff.begin(result)
        else if (!isAway || backoff.cause() !== undefined) backoff.extend(result)
        queue.refuse(refusalOf)
      } else if (answered) {
        successes += 1
        broken = 0
        lastBroken = undefined
        latestAnswered = Math.max(latestAnswered, number)
        // Another answer may have named a later time meanwhile.
        if (tried && backoff.until() <= now()) backoff.end()
      }
      const cause = backoff.cause()
      tell(cause && pauseOf(cause, backoff.until()))
    },
    release,
  }
}

// Orders the probes behind a proxy: first requests that never failed, then those that failed longest ago, so that one which fails on its
// own is not the only probe. A create that may be sent only once goes last.
const failedBefore = (sending: Sending): number => (isRetryable(sending.request) ? (sending.failedAt ?? 0) : Infinity)

/** The longest timer, in milliseconds: a longer one would fire at once. */
export const longestTimer = 2 ** 31 - 1

const failureOf = (sending: Sending, trouble: TransientFailure): Error => {
  if (!(trouble instanceof TransportError))
    return isUnclear(sending)
      ? stillUnknown(`the service answered ${trouble.status}`)
      : errorOf(sending.request, trouble, { isOwn: sending.met !== undefined })
  const { message, code, hint, cause } = trouble
  if (isUnclear(sending) && trouble.outcome === 'not applied') return stillUnknown(message)
  const outcome = sending.uncertain ? 'unknown' : 'not applied'
  return new TransportError(message, { outcome, transient: false, code, hint, cause })
}
