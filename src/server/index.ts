import type { Writable } from 'node:stream'
import type { KeyHolder } from '../service/auth/key-cache.ts'
import type { Response } from '../wire/message.ts'
import { logAccess } from './access-log.ts'
import { createAuthenticator } from './auth/index.ts'
import type { Handler, IncomingRequest } from './http/request.ts'
import type { Dashboard } from './dashboard/index.ts'
import { allowing, type ApiOf, createInterface } from './api.ts'
import type { Site } from './pages/index.ts'
import { listen, type ListenOptions } from './http/listen.ts'
import { createLog, type LogLevel } from './monitoring/log.ts'
import { createPlaces } from '../system/async/places.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { createPages } from './public-pages.ts'
import { createReadiness } from './monitoring/readiness.ts'
import { refuse, refuseRead } from './http/response.ts'
import { isPlain } from './http/target.ts'
import { findRoute, type FoundRoute } from './route.ts'

export { createPlaces } from '../system/async/places.ts'

/** What a server needs: who may come in, what they find, and where to listen. */
export type ServeOptions = Omit<ListenOptions, 'onGarbage'> & {
  /** The API of the holder of a key. */
  apiOf: ApiOf
  /** Places for what is large, which the service behind it shares. */
  places?: ReturnType<typeof createPlaces>
  /** Who has a key; undefined for nobody. */
  find: (key: string) => Promise<KeyHolder | undefined>
  /** Asks the store whether it is there; rejects where it is not. */
  checkStore: () => Promise<unknown>
  /** What is at `/settings`. */
  dashboard: Dashboard
  /** What is at `/`, `/WEB` and `/WEB-R7`. */
  site: Site
  /** How many requests a second each key may make, and each network without one; 0 for no limit. */
  rateLimit?: number
  log: { to: Writable; level: LogLevel }
}

export type Server = {
  url: string
  /** Stops taking requests and finishes what has begun; gives how many requests were cut off. */
  stop: () => Promise<number>
}

/** Serves the interface at a port, and what belongs to it. */
export const serve = async (options: ServeOptions): Promise<Server> => {
  const { apiOf, find, checkStore, dashboard, site, rateLimit = 0, places = createPlaces() } = options
  const log = createLog(options.log.to, options.log.level)
  const metrics = createMetrics()
  let stopping = false
  const isReady = createReadiness({ checkStore, isStopping: () => stopping })
  const pages = createPages({ metrics, isReady })
  const authenticator = createAuthenticator({ find, rate: rateLimit })
  const answerApi = createInterface({ apiOf, authenticator, places })

  const answer = async (
    request: IncomingRequest,
    route: FoundRoute,
    tell: (holder: string) => void,
  ): Promise<Response> => {
    if (!isPlain(request.path)) return authenticator.byAddress(request) ?? refuse(400, unclear)
    if (route.kind === 'interface') return answerApi(request, route.match, tell)
    const refused = authenticator.byAddress(request)
    if (refused) return refused
    if (route.kind === 'settings') return dashboard(request)
    if (route.kind === 'site') return site(request, tell)
    if (request.method === 'OPTIONS') return { status: 204, headers: { allow: allowing(['GET']) }, body: '' }
    if (request.method === 'GET' || request.method === 'HEAD') return route.page()
    return refuse(405, `${request.method} is not possible here`, { headers: { allow: allowing(['GET']) } })
  }

  const logged = logAccess({ log, metrics }, (...asked) => answer(...asked).catch(refuseRead))
  const handler: Handler = (request) => logged(request, findRoute(request, pages))
  const { url, close } = await listen(handler, { ...options, onGarbage: (garbage) => log.info(garbage) })
  return {
    url,
    stop: () => {
      stopping = true
      return close(longestDrain)
    },
  }
}

const unclear = 'the path could be read in more than one way, or is too long'

// Whoever stops a process waits ten seconds as a rule, and the store wants to be closed as well.
const longestDrain = 9000
