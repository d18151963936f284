import { keyLifetime, lifetimeHeader } from '../contract/idempotency.ts'
import { RejectedError } from '../errors.ts'
import type { Response } from '../wire/message.ts'
import type { IncomingRequest } from './http/request.ts'
import { refuseRead, withHeaders } from './http/response.ts'
import type { Log } from './monitoring/log.ts'
import type { Metrics } from './monitoring/metrics.ts'
import type { FoundRoute } from './route.ts'

/**
 * Wraps the handler of requests: counts and logs each one, and adds the usual headers to its answer. The log has the request id (also
 * in the answer), method, path without ids, status, milliseconds, key name and address; never a key, body, query or resource id.
 * If the client disconnects before the answer, the status is 499 and `unsent` is the status that the answer would have had.
 */
export const logAccess =
  (
    { log, metrics }: { log: Log; metrics: Metrics },
    answer: (
      request: IncomingRequest,
      route: FoundRoute,
      tell: (holder: string) => void,
    ) => Response | Promise<Response>,
  ) =>
  async (request: IncomingRequest, route: FoundRoute): Promise<Response> => {
    const begun = performance.now()
    let key: string | undefined
    let response: Response | undefined
    let gone: unknown
    metrics.begin()
    try {
      response = await answer(request, route, (holder) => (key = holder))
    } catch (error) {
      // A client that went away in the middle of a body gets no answer, and is logged all the same.
      if (error instanceof RejectedError) response = refuseRead(error)
      else gone = error
    }
    const ms = performance.now() - begun
    const meant = response?.status
    const status = meant === undefined || request.isGone() ? clientGone : meant
    const { id } = request
    metrics.end({ method: methodOf(request.method), route: route.label, status, seconds: ms / 1000 })
    const line = {
      id,
      method: request.method,
      route: route.label,
      status,
      unsent: status === clientGone ? meant : undefined,
      ms: Math.round(ms * 10) / 10,
      key,
      address: request.address,
    }
    if ((meant ?? status) >= 500) log.error({ ...line, error: explain(response?.cause) })
    // Monitoring asks for these all the time.
    else if (route.kind === 'page') log.debug(line)
    else log.info(line)
    if (!response) throw gone
    return withHeaders(response, usualWith(id))
  }

// Answers depend on the key, so they must not be cached. Errors, too, announce how long an Idempotency-Key is honoured.
const usualWith = (id: string) => ({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  [lifetimeHeader]: lifetime,
  'x-request-id': id,
})
const lifetime = String(keyLifetime)

// The status that nginx logs for a client that disconnected.
const clientGone = 499

const known = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS']

const methodOf = (method: string): string => (known.includes(method) ? method : 'other')

const explain = (cause: unknown): unknown =>
  cause instanceof Error ? { message: cause.message, stack: cause.stack, cause: explain(cause.cause) } : cause
