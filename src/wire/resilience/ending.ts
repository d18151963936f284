import { isSuccess, mayHaveApplied } from '../codec/responses.ts'
import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import { stillUnknown, TransportError } from '../request-outcome.ts'
import type { TransientFailure } from './backoff.ts'
import { isTransientStatus } from './retryable.ts'

/** A request on its way: its place among all, the trouble that it met last, and whether it may have been applied by now. */
export type Sending = { request: OutgoingRequest; arrival: number; met?: TransientFailure; uncertain: boolean }

/** Whether somebody has to be told that it may have been done: of what can be repeated, nobody needs to know. */
export const isUnclear = ({ request, uncertain }: Sending): boolean => uncertain && !request.repeatable

/** A delete that finds nothing, after one that may have been applied, was done by that one. */
export const isDone = ({ request, uncertain }: Sending, result: Response | TransportError): boolean =>
  request.method === 'DELETE' && uncertain && !(result instanceof TransportError) && result.status === 404

/** Whether an attempt that ended so may have been applied. */
export const mayBeApplied = (result: Response | TransportError): boolean =>
  result instanceof TransportError ? result.outcome === 'unknown' : mayHaveApplied(result.status)

/** The end of a request: what the last attempt did not do, an earlier one may have done. */
export const settle = (sending: Sending, result: Response | TransportError): Response => {
  if (!(result instanceof TransportError)) {
    const { status } = result
    if (!isUnclear(sending) || isSuccess(result) || mayHaveApplied(status)) return result
    throw stillUnknown(`the service answered ${status}`, { transient: status === 429 || isTransientStatus(status) })
  }
  throw sending.uncertain && result.outcome !== 'unknown'
    ? new TransportError(result.message, { ...result, outcome: 'unknown', cause: result.cause })
    : result
}

/** The error of a request whose signal ended it while it waited; `met` is what it waited for. */
export const givenUp = (
  { request, uncertain }: Sending,
  met: Response | TransportError | undefined,
): TransportError => {
  const reason: unknown = request.signal?.reason
  const outcome = uncertain ? 'unknown' : 'not applied'
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
