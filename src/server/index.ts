import type { Writable } from 'node:stream'
import type { KeyHolder } from '../service/auth/key-cache.ts'
import { type Door, expose } from '../wire/expose.ts'
import type { Response } from '../wire/message.ts'
import { logAccess } from './access-log.ts'
import { createAuthenticator } from './auth/index.ts'
import type { IncomingRequest } from './http/request.ts'
import type { Dashboard } from './dashboard/index.ts'
import type { Site } from './pages/index.ts'
import { isForPeople } from './pages/path.ts'
import { allowing, createInterface } from './api.ts'
import { listen, type ListenOptions } from './http/listen.ts'
import { createLog, type LogLevel } from './monitoring/log.ts'
import { createPlaces } from '../system/async/places.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { createPages } from './public-pages.ts'
import { createReadiness } from './monitoring/readiness.ts'
import { refuse, refuseRead } from './http/response.ts'
import { isPlain } from './http/target.ts'

export { createPlaces } from '../system/async/places.ts'

/** What a server needs: who may come in, what is behind the door, and where to listen. */
export type ServeOptions = Omit<ListenOptions, 'onGarbage'> & {
  door: Door
  /** Places for what is large, which the service behind the door shares. */
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
  const { door, find, checkStore, dashboard, site, rateLimit = 0, places = createPlaces() } = options
  const log = createLog(options.log.to, options.log.level)
  const metrics = createMetrics()
  let stopping = false
  const isReady = createReadiness({ checkStore, isStopping: () => stopping })
  const pages = createPages({ metrics, isReady })
  const admission = createAuthenticator({ find, rate: rateLimit })
  const answerApi = createInterface({ api: expose(door), admission, places })

  const answer = async (arrival: IncomingRequest, tell: (holder: string) => void): Promise<Response> => {
    if (!isPlain(arrival.path)) return admission.byAddress(arrival) ?? refuse(400, unclear)
    const page = pages.get(arrival.path)
    const isSettings = /^\/settings(\/|$)/.test(arrival.path)
    if (!page && !isSettings && !isForPeople(arrival)) return answerApi(arrival, tell)
    const refused = admission.byAddress(arrival)
    if (refused) return refused
    if (!page) return isSettings ? dashboard(arrival) : site(arrival, tell)
    if (arrival.method === 'OPTIONS') return { status: 204, headers: { allow: allowing(['GET']) }, body: '' }
    if (arrival.method === 'GET' || arrival.method === 'HEAD') return page()
    return refuse(405, `${arrival.method} is not possible here`, { headers: { allow: allowing(['GET']) } })
  }

  const handler = logAccess({ log, metrics, pages }, (arrival, tell) => answer(arrival, tell).catch(refuseRead))
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
