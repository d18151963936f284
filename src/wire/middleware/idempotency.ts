import { keyHeader, lifetimeHeader } from '../../contract/idempotency.ts'
import { preconditionHeader } from '../../contract/precondition/index.ts'
import { abortAfterSilence } from './after-silence.ts'
import { parseJson } from '../codec/json.ts'
import type { Response } from '../message.ts'
import type { OutgoingRequest, Sender } from '../outgoing.ts'
import { TransportError } from '../request-outcome.ts'
import { isRetryable } from '../resilience/retryable.ts'
import { isPage, isSuccess } from '../codec/responses.ts'

/**
 * Makes requests that are not repeatable, or have a precondition, safe to retry: gives each an Idempotency-Key for all its attempts, its
 * own or a new one. They may be retried as soon as any response of the service announces that it honours such keys. `attempt` sends a
 * request once; `repeat` wraps it in the retries. DECISIONS 59
 */
export const idempotent = (attempt: Sender, repeat: (attempt: Sender) => Sender): Sender => {
  let isHonoured = false
  const watched: Sender = async (request) => {
    if (request.repeatable) return attempt(request).then(note)
    const response = note(await withinReason(attempt, request))
    if (isRetryable(request)) refuseUnreadable(response)
    return response
  }
  const note = (response: Response): Response => {
    isHonoured ||= Number(response.headers[lifetimeHeader]) >= longestRepeating
    return response
  }
  const repeated = repeat(watched)
  return (request) => {
    // A retry of a conditional update would fail on its own change; with the key, the service repeats its first answer. DECISIONS 421
    if (request.repeatable && !(preconditionHeader in request.headers)) return repeated(request)
    const headers = Object.assign({ [keyHeader]: crypto.randomUUID() }, request.headers)
    return repeated(Object.assign({}, request, { headers, isKeyHonoured: () => isHonoured }))
  }
}

// In seconds. A service that forgets sooner might do a request twice.
const longestRepeating = 3600

/** Gives an attempt that can be repeated half of the time that is left: its connection may hang for ever, and the next one need not. */
const withinReason = async (attempt: Sender, request: OutgoingRequest): Promise<Response> => {
  const { signal, deadline } = request
  if (!isRetryable(request) || deadline === undefined) return attempt(request)
  const ms = Math.max(0, deadline - performance.now()) / 2
  const controller = new AbortController()
  const late = new Error('no answer came in time')
  const end = abortAfterSilence(controller, { outer: signal, ms: Math.min(ms, 2 ** 31 - 1), late })
  try {
    return await attempt(Object.assign({}, request, { signal: controller.signal }))
  } catch (error) {
    if (!(error instanceof TransportError) || error.cause !== late) throw error
    throw new TransportError(error.message, { ...error, transient: true, cause: late })
  } finally {
    end()
  }
}

/** Throws for a success whose body is not JSON: a proxy may have sent it. */
const refuseUnreadable = (response: Response): void => {
  if (!isSuccess(response) || parseJson(response.body) !== undefined) return
  const message = isPage(response)
    ? 'the answer was an HTML page, not JSON'
    : 'the answer was empty, not whole, or not JSON'
  throw new TransportError(message, { outcome: 'unknown', transient: true, code: 'UNREADABLE' })
}
