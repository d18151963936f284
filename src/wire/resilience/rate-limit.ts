import { isRetryable, type Request, type Transport } from '../message.ts'
import { TransportError } from '../request-outcome.ts'
import { isTransientFailure, type TransientFailure } from './backoff.ts'
import { rest, settle, type RetryOptions } from './retry.ts'
import { createLimiter } from './limiter.ts'

/**
 * Lets as many requests go at once as the service bears: more while it goes well, fewer once it has enough (429, 503), and
 * none before the time that it names. When it cannot be reached or breaks connections, one request after another tries it,
 * and all others wait. In a batch, what can be sent again without harm waits with them instead of failing, so that a batch
 * outlives a restart of the service. A request by itself fails as it would without this. DECISIONS 44
 */
export const withRateLimit = (
  surroundings: Omit<RetryOptions, 'attempts'> & { bears?: number | undefined },
  transport: Transport,
): Transport => {
  const { now = Date.now, sleep = rest, random = Math.random, onPause, bears } = surroundings
  const turnstile = createLimiter({ now, sleep, random, onPause, bears })
  let arrivals = 0
  return async (request) => {
    const arrival = ++arrivals
    let uncertain = false
    let number = turnstile.pass() ?? (await turnstile.wait({ request, arrival, uncertain }))
    for (;;) {
      const result = await transport(request).catch((error: Error) => error)
      turnstile.conclude(number, result)
      if (isTransientFailure(result) && isHarmless(request, result)) {
        uncertain ||= result instanceof TransportError && result.outcome === 'unknown'
        const visitor = { request, arrival, met: result, uncertain }
        if (turnstile.mayWait(visitor)) {
          number = await turnstile.wait(visitor)
          continue
        }
      }
      turnstile.release()
      if (result instanceof Error && !(result instanceof TransportError)) throw result
      return settle(request, result, uncertain)
    }
  }
}

/** Whether a request can be sent again as if it had not been. A delete would not find again what it has deleted. */
const isHarmless = (request: Request, trouble: TransientFailure): boolean => {
  if (!(trouble instanceof TransportError)) return trouble.status === 429 || isRetryable(request)
  return trouble.outcome === 'not applied' || (isRetryable(request) && request.method !== 'DELETE')
}
