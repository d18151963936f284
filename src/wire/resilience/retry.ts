import { setTimeout } from 'node:timers/promises'
import { TestctlError } from '../../errors.ts'
import { isRetryable, type Request, type Response, type Transport } from '../message.ts'
import { stillUnknown, TransportError } from '../request-outcome.ts'
import { createPauseReporter, type OnPause, pauseOf } from './pause.ts'
import { readRetryAfter, tooLong } from './retry-after.ts'
import { isSuccess, mayHaveApplied } from '../codec/responses.ts'

/**
 * What `retrying` needs of the world; tests put a clock of their own in its place. Times are in milliseconds. `onPause`
 * hears of each wait before another attempt, until the request has ended.
 */
export type RetryOptions = {
  attempts?: number
  now?: () => number
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
  random?: () => number
  onPause?: OnPause | undefined
}

/**
 * Tries again where that is safe and may help (PROMISES, "Requests"): at most 3 attempts, full jitter, never before the
 * service's `Retry-After`, nothing beyond the deadline of the request, and within a budget for all requests together.
 * DECISIONS 19
 */
export const retrying = (surroundings: RetryOptions, transport: Transport): Transport => {
  const { attempts = 3, now = Date.now, sleep = rest, random = Math.random, onPause } = surroundings
  const budget = createBudget()
  return async (request) => {
    let maybeApplied = false
    const tell = createPauseReporter(onPause)
    try {
      for (let attempt = 1; ; attempt++) {
        const result = await transport(request).catch((error: unknown) => {
          if (error instanceof TransportError) return error
          // Not even sent this time.
          throw isUnclear(request, maybeApplied) && error instanceof TestctlError
            ? stillUnknown(error.message, { cause: error })
            : error
        })
        if (isDone(request, result, maybeApplied)) return { status: 204, headers: {}, body: '' }
        maybeApplied ||= result instanceof TransportError ? result.outcome === 'unknown' : mayHaveApplied(result.status)
        if (!(result instanceof TransportError) && isSuccess(result)) budget.earn()
        if (attempt >= attempts || !isWorthwhile(request, result)) return settle(request, result, maybeApplied)
        const asked = result instanceof TransportError ? undefined : readRetryAfter(result.headers, now())
        // To come back later, as the service itself asks its callers to, adds nothing to an outage.
        const invited = asked !== undefined && !(result instanceof TransportError) && result.status === 429
        if (!invited && !budget.spend()) return settle(request, result, maybeApplied)
        const left = Math.min((request.deadline ?? Infinity) - now(), longestTimer)
        if (asked !== undefined && asked >= left && !isUnclear(request, maybeApplied))
          throw tooLong(result, now() + asked)
        const wait = (asked ?? 0) + random() * Math.min(5000, 200 * 2 ** (attempt - 1))
        if (wait >= left && (asked === undefined || asked >= left)) return settle(request, result, maybeApplied)
        tell(pauseOf(result, now() + wait))
        await sleep(Math.min(wait, left), request.signal).catch(() => {
          throw stopped(request, result, maybeApplied)
        })
      }
    } finally {
      tell(undefined)
    }
  }
}

// A longer one than this would go off at once.
const longestTimer = 2 ** 31 - 1

/** Waits, until the signal ends it with its reason. */
export const rest = (ms: number, signal: AbortSignal | undefined): Promise<unknown> =>
  setTimeout(ms, undefined, { signal })

/** Whether somebody has to be told that it may have been done: of what can be repeated, nobody needs to know. */
const isUnclear = ({ repeatable }: Request, maybeApplied: boolean): boolean => maybeApplied && !repeatable

/** A delete that finds nothing, after one that may have been applied, was done by that one. */
const isDone = (request: Request, result: Response | TransportError, maybeApplied: boolean): boolean =>
  request.method === 'DELETE' && maybeApplied && !(result instanceof TransportError) && result.status === 404

// Only what is the same when sent twice is sent again after it may have been applied. DECISIONS 23
const isWorthwhile = (request: Request, result: Response | TransportError): boolean => {
  if (result instanceof TransportError)
    return result.transient && (isRetryable(request) || result.outcome === 'not applied')
  // With 429 a service says that it has not even looked at the request; every other status may come from a proxy
  // after the service did its work.
  return result.status === 429 || (isRetryable(request) && isPassing(result.status))
}

const isPassing = (status: number): boolean => status === 408 || status >= 500

/** The end of a request: what the last attempt did not do, an earlier one may have done. */
export const settle = (request: Request, result: Response | TransportError, maybeApplied: boolean): Response => {
  if (!(result instanceof TransportError)) {
    const { status } = result
    if (!isUnclear(request, maybeApplied) || isSuccess(result) || mayHaveApplied(status)) return result
    throw stillUnknown(`the service answered ${status}`, { transient: status === 429 || isPassing(status) })
  }
  throw maybeApplied && result.outcome !== 'unknown'
    ? new TransportError(result.message, { ...result, outcome: 'unknown', cause: result.cause })
    : result
}

const stopped = (request: Request, result: Response | TransportError, maybeApplied: boolean): TransportError => {
  const message = result instanceof TransportError ? result.message : `the service answered ${result.status}`
  const outcome = maybeApplied ? 'unknown' : 'not applied'
  return new TransportError(message, { outcome, transient: false, code: 'GIVEN_UP', cause: request.signal?.reason })
}

/**
 * How many repetitions all requests of a process may have between them: ten, and one more for every ten that succeed.
 * In an outage the repetitions of a batch end soon, so that they don't add to what the service suffers from.
 * DECISIONS 23
 */
export const createBudget = (capacity = 10): { spend: () => boolean; earn: () => void } => {
  let tokens = capacity
  return {
    spend: () => {
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    earn: () => {
      tokens = Math.min(capacity, tokens + 0.1)
    },
  }
}
