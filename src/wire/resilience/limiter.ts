import { createWindow } from './concurrency-window.ts'
import type { Request, Response } from '../message.ts'
import { stillUnknown, TransportError } from '../request-outcome.ts'
import { createPauseReporter, type OnPause, pauseOf } from './pause.ts'
import { createQueue } from './queue.ts'
import { createBackoff, isAsking, isTransientFailure, type TransientFailure } from './backoff.ts'
import { tooLong } from './retry-after.ts'
import { errorOf } from '../codec/responses.ts'

/** A request that wants to go, and what is known of it: what it met when it was sent before, and may have done then. */
export type Slot = { request: Request; arrival: number; met?: TransientFailure; uncertain: boolean }

/** Lets requests go and hears how they end. */
export type Limiter = {
  /** The number of a request that may go now; undefined when it has to wait. */
  pass: () => number | undefined
  /** Waits for that number. Rejects at once where the turn cannot come in time, later where it was given up. */
  wait: (visitor: Slot) => Promise<number>
  /** Whether a request may wait to be sent again, rather than fail now. */
  mayWait: (visitor: Slot) => boolean
  /** Tells how the request of that number ended. */
  conclude: (number: number, result: Response | Error) => void
  /** Lets those go whose turn has come. */
  release: () => void
}

/**
 * While all is well, as many go at once as the service bears. In a respite nobody goes before its end; then one goes
 * alone, and the others follow when it is answered.
 */
export const createLimiter = ({
  now,
  random,
  sleep,
  onPause,
  bears,
}: {
  now: () => number
  random: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Hears of a respite, until the service answers again. */
  onPause?: OnPause | undefined
  /** How many requests at once the service is known to bear. */
  bears?: number | undefined
}): Limiter => {
  const allowance = createWindow(bears === undefined ? {} : { first: bears, most: bears })
  const respite = createBackoff({ now, random })
  const tell = createPauseReporter(onPause)
  const queue = createQueue<Slot>({
    givenUp: (visitor) => givenUp(visitor, visitor.met ?? respite.cause()),
    onLeft: () => release(),
  })
  let successes = 0
  let broken = 0
  let trial: number | undefined
  let alarm: AbortController | undefined

  // A command that has sent a few requests, one after another, should not keep a person waiting for its error.
  const isBatch = (): boolean => successes > 0 && (allowance.anyUnderWay() || queue.size() > 0 || successes >= 16)

  const refusalOf = (visitor: Slot): Error | undefined => {
    const cause = respite.cause()
    if (cause === undefined || respite.until() <= now()) return undefined
    if (respite.isLasting()) return failureOf(visitor, visitor.met ?? cause)
    if (respite.until() < Math.min(visitor.request.deadline ?? Infinity, now() + longestTimer)) return undefined
    return respite.isAsked() && !isUnclear(visitor)
      ? tooLong(cause, respite.until())
      : failureOf(visitor, visitor.met ?? cause)
  }

  const release = (): void => {
    while (queue.size() > 0) {
      const quiet = respite.cause() !== undefined
      if (quiet && trial === undefined && now() < respite.until()) return wake()
      if (quiet ? trial !== undefined : !allowance.isFree()) return
      const number = allowance.begin()
      if (quiet) trial = number
      queue.release(number)
    }
    // A timer that nobody waits for would keep the process from its end.
    alarm?.abort()
  }

  const wake = (): void => {
    alarm?.abort()
    alarm = new AbortController()
    sleep(respite.until() - now(), alarm.signal).then(release, () => undefined)
  }

  return {
    pass: () =>
      respite.cause() === undefined && queue.size() === 0 && allowance.isFree() ? allowance.begin() : undefined,
    wait: async (visitor) => {
      const refusal = refusalOf(visitor)
      if (refusal !== undefined) throw refusal
      const turn = queue.join(visitor)
      release()
      return turn
    },
    mayWait: (visitor) => respite.cause() !== undefined && isBatch() && refusalOf(visitor) === undefined,
    conclude: (number, result) => {
      const tried = number === trial
      if (tried) trial = undefined
      const troubled = isTransientFailure(result)
      const answered = !(result instanceof Error)
      allowance.end(answered && !troubled)
      if (troubled) {
        if (answered) allowance.halve(number)
        else broken += 1
        const alarming = isAsking(result, now()) || (isBatch() && (answered || broken > 1))
        if (tried || (respite.cause() === undefined && alarming)) respite.begin(result)
        else respite.extend(result)
        queue.refuse(refusalOf)
      } else if (answered) {
        successes += 1
        broken = 0
        // One that was sent before may have been told of a later time meanwhile.
        if (tried && respite.until() <= now()) respite.end()
      }
      const cause = respite.cause()
      tell(cause && pauseOf(cause, respite.until()))
    },
    release,
  }
}

// A longer one than this would go off at once.
const longestTimer = 2 ** 31 - 1

/** Whether somebody has to be told that it may have been done. */
const isUnclear = ({ request, uncertain }: Slot): boolean => uncertain && !request.repeatable

const failureOf = (visitor: Slot, trouble: TransientFailure): Error => {
  const { request, uncertain } = visitor
  if (!(trouble instanceof TransportError))
    return isUnclear(visitor) ? stillUnknown(`the service answered ${trouble.status}`) : errorOf(request, trouble)
  const { message, code, hint, cause } = trouble
  const outcome = uncertain ? 'unknown' : 'not applied'
  return new TransportError(message, { outcome, transient: false, code, hint, cause })
}

const givenUp = ({ request, uncertain }: Slot, trouble: TransientFailure | undefined): TransportError => {
  const reason: unknown = request.signal?.reason
  const message =
    trouble instanceof TransportError
      ? trouble.message
      : trouble
        ? `the service answered ${trouble.status}`
        : reason instanceof Error
          ? reason.message
          : 'given up'
  const outcome = uncertain ? 'unknown' : 'not applied'
  return new TransportError(message, { outcome, transient: false, code: 'GIVEN_UP', cause: reason })
}
