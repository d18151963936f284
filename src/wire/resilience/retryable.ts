import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import { TransportError } from '../request-outcome.ts'

/**
 * Whether a request may be sent again after this result. The only place that decides it, for a single request, for a batch and for attempts
 * with an Idempotency-Key (PROMISES, "Requests"). DECISIONS 23
 */
export const mayRetry = (request: OutgoingRequest, result: Response | TransportError): boolean => {
  if (result instanceof TransportError)
    return result.transient && (isRetryable(request) || result.outcome === 'not applied')
  // With 429 a service says that it has not even looked at the request; every other status may come from a proxy
  // after the service did its work.
  return result.status === 429 || (isRetryable(request) && isTransientStatus(result.status))
}

/** Whether it may be sent again after any outcome of the first attempt. */
export const isRetryable = ({ repeatable, isKeyHonoured }: OutgoingRequest): boolean =>
  repeatable || isKeyHonoured?.() === true

/** Whether a status says that the next attempt may succeed. */
export const isTransientStatus = (status: number): boolean => status === 408 || status >= 500
