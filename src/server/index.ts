import type { Writable } from 'node:stream'
import type { KeyHolder } from '../service/auth/key-cache.ts'
import type { CountWrongKey } from '../service/auth/wrong-keys.ts'
import type { Response } from '../wire/message.ts'
import { logAccess } from './access-log.ts'
import { createAuthenticator } from './auth/index.ts'
import type { Handler, IncomingRequest } from './http/request.ts'
import type { Dashboard } from './dashboard/index.ts'
import { allowing, type ApiOf, createInterface } from './api.ts'
import type { SiteHandler } from './pages/index.ts'
import { mostConnections } from './http/connections.ts'
import { listen, type ListenOptions } from './http/listen.ts'
import { createLog, type LogLevel } from './monitoring/log.ts'
import { findFewFiles } from '../system/limits/few-files.ts'
import { createFairLimit, type FairLimit } from '../system/async/fair-limit.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { createPages } from './public-pages.ts'
import { createReadiness } from './monitoring/readiness.ts'
import { logStandbys, type ObservedStandbys, remarkOn } from './monitoring/standbys.ts'
import { inTime } from './overdue.ts'
import { refuse } from './http/response.ts'
import { isPlain, longestPath } from './http/target.ts'
import { findRoute, type FoundRoute } from './route.ts'

export { checkPort } from './http/port.ts'
export { createFairLimit } from '../system/async/fair-limit.ts'

/** The dependencies of a server: its keys, its handlers, and its address. */
export type ServeOptions = Omit<ListenOptions, 'onGarbage'> & {
  /** Makes the API for the holder of a key. */
  apiOf: ApiOf
  /** The limit of large bodies and answers in work at the same time, shared with the service. */
  fairLimit?: FairLimit
  /** Finds the holder of a key; undefined for an invalid key. */
  find: (key: string) => Promise<KeyHolder | undefined>
  /** Counts wrong keys by the network that they come from. */
  countWrongKey: CountWrongKey
  /** Checks that the store is available; rejects if it is not. */
  checkStore: () => Promise<unknown>
  /** The standbys that answer reads of the store. */
  standbys?: ObservedStandbys | undefined
  /** The handler of `/settings`. */
  dashboard: Dashboard
  /** The handler of `/`, `/WEB` and `/WEB-R7`. */
  site: SiteHandler
  /** How many requests a second each key may make, and each network without one; 0 for no limit. */
  rateLimit?: number
  log: { to: Writable; level: LogLevel }
}

export type Server = {
  url: string
  /** Accepts no more requests and finishes the open ones, or cuts them off when `hurry` aborts; returns how many were cut off. */
  stop: (hurry?: AbortSignal) => Promise<number>
}

/** Serves the interface at a port, with the dashboard, the pages and the monitoring endpoints. */
export const serve = async (options: ServeOptions): Promise<Server> => {
  const { apiOf, find, countWrongKey, checkStore, standbys, dashboard, site } = options
  const { rateLimit = 0, fairLimit = createFairLimit() } = options
  const log = createLog(options.log.to, options.log.level)
  const metrics = createMetrics(standbys?.counts)
  let stopping = false
  const isReady = createReadiness({ checkStore, isStopping: () => stopping })
  if (standbys) logStandbys(standbys, log)
  const pages = createPages({ metrics, isReady, remarks: () => (standbys ? remarkOn(standbys) : '') })
  const authenticator = createAuthenticator({ find, countWrongKey, rate: rateLimit })
  const answerApi = createInterface({ apiOf, authenticator, fairLimit })

  const answer = (
    request: IncomingRequest,
    route: FoundRoute,
    tell: (holder: string) => void,
  ): Response | Promise<Response> => {
    const { method, path } = request
    // DECISIONS 558
    if (path.length > longestPath) return authenticator.byAddress(request) ?? refuse(414, 'the path is too long')
    if (!isPlain(path)) {
      // `OPTIONS *` asks about the server as a whole (RFC 9110, 9.3.7).
      const isForAll = method === 'OPTIONS' && path === '*'
      return authenticator.byAddress(request) ?? (isForAll ? optionsOfAll : refuse(400, unclear))
    }
    if (route.kind === 'interface') return answerApi(request, route.match, tell)
    const refused = authenticator.byAddress(request)
    if (refused) return refused
    if (route.kind === 'settings') return dashboard(request, tell)
    if (route.kind === 'site') return site(request, tell)
    if (method === 'OPTIONS') return { status: 204, headers: { allow: allowing(['GET']) }, body: '' }
    if (method === 'GET' || method === 'HEAD') return route.page()
    return refuse(405, `${method} is not possible here`, { headers: { allow: allowing(['GET']) } })
  }

  const logged = logAccess({ log, metrics }, (request, ...rest) => inTime(request, answer(request, ...rest)))
  const handler: Handler = (request) => logged(request, findRoute(request, pages))
  const few = findFewFiles(options.connections?.most ?? mostConnections)
  if (few) log.warn({ connections: few.most, reason: `the process may open only ${few.openFiles} files` })
  const { url, close } = await listen(handler, { ...options, onGarbage: (garbage) => log.info(garbage) })
  return {
    url,
    stop: (hurry) => {
      stopping = true
      return close({ timeoutMs: longestDrain, hurry })
    },
  }
}

const optionsOfAll = { status: 204, headers: { allow: allowing(['DELETE', 'GET', 'POST', 'PUT']) }, body: '' }

const unclear = 'the path could be read in more than one way'

// In milliseconds. A process manager usually kills after ten seconds, and closing the store takes some of that time.
const longestDrain = 9000
