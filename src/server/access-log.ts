import { keyLifetime, lifetimeHeader } from '../contract/idempotency.ts'
import type { Response } from '../wire/message.ts'
import { matchRoute, routePath } from '../wire/codec/route.ts'
import type { IncomingRequest, Handler } from './http/request.ts'
import type { Log } from './monitoring/log.ts'
import type { Metrics } from './monitoring/metrics.ts'
import { isPagePath } from './pages/path.ts'
import type { Pages } from './public-pages.ts'

/**
 * Gives every request an id, counts it and logs it: method, the shape of its path, status, milliseconds, and the name of
 * its key. No key, no body, no query and no id of a resource.
 */
export const logAccess =
  (
    { log, metrics, pages }: { log: Log; metrics: Metrics; pages: Pages },
    answer: (arrival: IncomingRequest, tell: (holder: string) => void) => Promise<Response>,
  ): Handler =>
  async (arrival) => {
    const begun = performance.now()
    let key: string | undefined
    metrics.begin()
    const { response, gone } = await answer(arrival, (holder) => (key = holder)).then(
      (response) => ({ response, gone: undefined }),
      // Whoever went away in the middle of a body gets nothing, and is accounted for all the same.
      (error: unknown) => ({ response: undefined, gone: error }),
    )
    const ms = performance.now() - begun
    const route = routeOf(arrival, pages)
    const status = response?.status ?? clientGone
    const id = idOf(arrival, response)
    metrics.end({ method: methodOf(arrival.method), route, status, seconds: ms / 1000 })
    const line = {
      id,
      method: arrival.method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      key,
      address: arrival.address,
    }
    if (status >= 500) log.error({ ...line, error: explain(response?.cause) })
    // Those who watch a server ask for these all the time.
    else if (pages.has(arrival.path)) log.debug(line)
    else log.info(line)
    if (!response) throw gone
    return { ...response, headers: { ...usual, ...response.headers, 'x-request-id': id } }
  }

// What people see by one key is not kept for others. Even an error says that a create can be sent again.
const usual = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  [lifetimeHeader]: String(keyLifetime),
}

// What nginx calls it.
const clientGone = 499

// The answer to a delete has a request id in its body: one request has one id.
const idOf = ({ method }: IncomingRequest, response: Response | undefined): string => {
  const [, told] =
    method === 'DELETE' && response?.status === 200 ? (/"requestId":"([\w-]+)"/.exec(response.body) ?? []) : []
  return told ?? crypto.randomUUID()
}

const routeOf = ({ method, path }: IncomingRequest, pages: Pages): string => {
  if (pages.has(path)) return path
  if (path.startsWith('/settings')) return '/settings'
  if (isPagePath(path)) return '/{page}'
  const row = matchRoute(method === 'HEAD' ? 'GET' : method, path)?.row
  return row ? routePath(row.route) : 'none'
}

const known = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS']

const methodOf = (method: string): string => (known.includes(method) ? method : 'other')

const explain = (cause: unknown): unknown =>
  cause instanceof Error ? { message: cause.message, stack: cause.stack, cause: explain(cause.cause) } : cause
