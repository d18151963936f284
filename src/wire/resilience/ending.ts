import { isPage, isSuccess, mayHaveApplied } from '../codec/responses.ts'
import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import { stillUnknown, TransportError } from '../request-outcome.ts'
import { isTransientFailure, type TransientFailure } from './backoff.ts'
import { isTransientStatus } from './retryable.ts'

/**
 * A request in progress: its place in the queue; its last failure (`met`); whether it may have been applied (`uncertain`); the number of
 * the latest request when it failed (`failedAt`); whether it fails while others are answered (`isOwn`).
 */
export type Sending = {
  request: OutgoingRequest
  arrival: number
  met?: TransientFailure
  uncertain: boolean
  failedAt?: number
  isOwn?: boolean
}

/** Whether the caller must learn that a request may have been applied; for a read that does not matter. DECISIONS 291 */
export const isUnclear = ({ request, uncertain }: Sending): boolean => uncertain && request.method !== 'GET'

/** Whether a delete was done by an earlier attempt: that one may have been applied, and now the service itself, not a page, says 404. */
export const isDone = ({ request, uncertain }: Sending, result: Response | TransportError): boolean =>
  request.method === 'DELETE' &&
  uncertain &&
  !(result instanceof TransportError) &&
  result.status === 404 &&
  !isPage(result)

/** Records how an attempt ended, because it limits what a later attempt can prove. */
export const remember = (sending: Sending, result: Response | TransportError): void => {
  sending.uncertain ||= mayBeApplied(result)
  if (isTransientFailure(result)) sending.met = result
}

/** Whether an attempt with this end may have been applied. */
const mayBeApplied = (result: Response | TransportError): boolean =>
  result instanceof TransportError ? result.outcome === 'unknown' : mayHaveApplied(result)

/** Returns the final response of a request or throws its error. If the last attempt was not applied, an earlier one may have been. */
export const settle = (sending: Sending, result: Response | TransportError): Response => {
  if (!(result instanceof TransportError)) {
    const { status } = result
    if (!isUnclear(sending) || isSuccess(result) || mayHaveApplied(result)) return result
    // A 404: no earlier attempt can have changed something that does not exist.
    if (status === 404 && sending.request.repeatable) return result
    throw stillUnknown(`the service answered ${status}`, { transient: status === 429 || isTransientStatus(status) })
  }
  throw isUnclear(sending) && !mayBeApplied(result) ? stillUnknown(result.message, result) : result
}

/** Returns the error of a request that was aborted while it waited; `met` is the failure that made it wait. */
export const givenUp = (sending: Sending, met: Response | TransportError | undefined): TransportError => {
  const reason: unknown = sending.request.signal?.reason
  const outcome = sending.uncertain ? 'unknown' : 'not applied'
  if (met !== undefined && isUnclear(sending) && !mayBeApplied(met))
    return stillUnknown(messageOf(met), { cause: reason })
  return new TransportError(met === undefined ? wordsOf(reason) : messageOf(met), {
    outcome,
    transient: false,
    code: 'GIVEN_UP',
    cause: reason,
  })
}

const messageOf = (met: Response | TransportError): string =>
  met instanceof TransportError ? met.message : `the service answered ${met.status}`

const wordsOf = (reason: unknown): string => (reason instanceof Error ? reason.message : 'given up')
