import type { Response } from '../message.ts'
import { TransportError } from '../request-outcome.ts'
import { readRetryAfter } from './retry-after.ts'

/**
 * The cause of a backoff: an overload (429, 503), a service that is down behind a proxy (502, 504) or unreachable, or broken connections.
 */
export type TransientFailure = Response | TransportError

/** Whether the end of a request causes a backoff. */
export const isTransientFailure = (result: Response | Error): result is TransientFailure =>
  result instanceof Error ? result instanceof TransportError && result.transient : isOverload(result) || isAway(result)

// A proxy's own answer is a page or empty; JSON is about this request alone. DECISIONS 473
const isAway = (response: Response): boolean =>
  // Reads the body last: the embedded service serializes it on access, which takes as long as all other work on a large answer.
  (response.status === 502 || response.status === 504) && !/^\s*[{[]/.test(response.body)

/** Whether an answer asks for fewer requests at once; a proxy's 502 or 504 does not. */
export const isOverload = ({ status }: Response): boolean => status === 429 || status === 503

/** Whether the service itself says when to retry. */
export const isAsking = (trouble: TransientFailure, wallClock: () => number): boolean =>
  askedFor(trouble, wallClock) !== undefined

/** Two clocks, in milliseconds: `now` measures durations and is monotonic; `wallClock` is the time of day, and may be set. DECISIONS 397 */
export type Clocks = { now: () => number; wallClock: () => number }

/** The time in which no request is sent to a service. Times are in milliseconds of `now`. */
export type Backoff = {
  /** Its last cause; undefined if there is no backoff. */
  cause: () => TransientFailure | undefined
  /** When the next request may begin. */
  until: () => number
  /** Whether the service itself named that time. */
  isAsked: () => boolean
  /** Whether it has lasted for so long that callers should get their error. */
  isLasting: () => boolean
  begin: (cause: TransientFailure) => void
  /** Prolongs the backoff if another failure asks for a later time. */
  extend: (cause: TransientFailure) => void
  end: () => void
}

/** How long a service may take to come back, from a restart for instance, before waiting callers get an error. */
const timeoutMs = 30_000

/**
 * The longest first backoff, in milliseconds, unless the service asks for more. A shorter `Retry-After` is no real wish: such a service
 * always says 0, or names a date by another clock.
 */
const first = 250

/**
 * Creates a backoff. It lasts as long as the service asks for; otherwise up to 250 ms, doubled each time that the single probe fails again,
 * up to 5 s, or up to 1 s if the service asks for less than 250 ms. DECISIONS 44
 */
export const createBackoff = ({ now, wallClock, random }: Clocks & { random: () => number }): Backoff => {
  let cause: TransientFailure | undefined
  let since = 0
  let until = 0
  let asked = false
  let pauses = 0
  let lasting = false
  return {
    cause: () => cause,
    until: () => until,
    isAsked: () => asked,
    isLasting: () => lasting,
    begin: (trouble) => {
      if (cause === undefined) since = now()
      else lasting ||= now() - since >= timeoutMs
      cause = trouble
      const wait = askedFor(trouble, wallClock)
      const isShort = wait !== undefined && wait < first
      const longest = Math.min(isShort ? 1000 : 5000, first * 2 ** pauses++)
      const own = trouble instanceof TransportError ? longest : random() * longest
      const next = now() + (wait === undefined || isShort ? Math.max(wait ?? 0, own) : wait)
      // During the probe, another answer may have named a later time.
      if (next < until) return
      until = next
      asked = wait !== undefined
    },
    extend: (trouble) => {
      const wait = askedFor(trouble, wallClock)
      if (wait === undefined || now() + wait < until) return
      until = now() + wait
      asked = true
    },
    end: () => {
      cause = undefined
      pauses = 0
      lasting = false
    },
  }
}

const askedFor = (trouble: TransientFailure, wallClock: () => number): number | undefined =>
  trouble instanceof TransportError ? undefined : readRetryAfter(trouble.headers, wallClock)
