import { RejectedError } from '../../errors.ts'
import type { Response } from '../../wire/message.ts'

type Headers = Readonly<Record<string, string>>

/** Returns a refusal in the form of all errors of the service; `retryAfter` is in seconds. */
export const refuse = (
  status: number,
  message: string,
  { retryAfter, headers }: { retryAfter?: number; headers?: Headers } = {},
): Response => ({
  status,
  headers: {
    'content-type': 'application/json',
    ...headers,
    ...(retryAfter !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
  },
  body: JSON.stringify({ message }),
})

/** Returns a response with status 200 and a content type. */
export const reply = (type: string, body: string, headers: Headers = {}): Response => ({
  status: 200,
  headers: { 'content-type': type, ...headers },
  body,
})

/**
 * Adds headers to a response, which keeps its own headers of the same names. Spreading several objects into one takes ten times
 * as long as assigning them. DECISIONS 252
 */
export const withHeaders = (response: Response, headers: Headers): Response => {
  const { status, body, stream, cause } = response
  return { status, headers: Object.assign({}, headers, response.headers), body, cause, ...(stream && { stream }) }
}

/** Returns the response to an unreadable request; rethrows all other errors. */
export const refuseRead = (error: unknown): Response => {
  if (!(error instanceof RejectedError)) throw error
  const { status = 400, message } = error
  // The only 415 of a body is about its encoding (RFC 9110, 15.5.16).
  if (status === 415) return refuse(status, message, { headers: { 'accept-encoding': 'identity' } })
  return refuse(status, message, status === 503 ? { retryAfter: 1 } : {})
}
