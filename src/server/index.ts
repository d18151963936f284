import type { Writable } from 'node:stream'
import type { Holder } from '../service/recognition.ts'
import { type Door, expose } from '../wire/expose.ts'
import type { Response, Transport } from '../wire/message.ts'
import type { Arrival, Handler } from './arrival.ts'
import type { Dashboard } from './dashboard/index.ts'
import { listen, type ListenOptions } from './listen.ts'
import { createLog, type LogLevel } from './log.ts'
import { refuse, refuseRead, reply } from './reply.ts'

export { type LogLevel, logLevels } from './log.ts'

/** What a server needs: who may come in, what is behind the door, and where to listen. */
export type ServeOptions = ListenOptions & {
  door: Door
  /** Who has a key; undefined for nobody. */
  find: (key: string) => Promise<Holder | undefined>
  /** Asks the store whether it is there; rejects where it is not. */
  checkStore: () => Promise<unknown>
  /** What is at `/settings`. */
  dashboard: Dashboard
  /** How many requests a second each key may make, and each address without one; 0 for no limit. */
  rateLimit?: number
  log: { to: Writable; level: LogLevel }
}

export type Server = {
  url: string
  /** Stops taking requests and finishes what has begun; gives how many requests were cut off after ten seconds. */
  stop: () => Promise<number>
}

/** Serves the interface at a port, and what belongs to it. */
export const serve = async (options: ServeOptions): Promise<Server> => {
  const { door, find, checkStore } = options
  const log = createLog(options.log.to, options.log.level)
  const api: Transport = expose(door)
  let stopping = false

  const answerApi: (arrival: Arrival, note: Note) => Promise<Response> = async (arrival, note) => {
    const { address: _, readBody, ...head } = arrival
    const key = arrival.headers['x-api-key']
    const holder = key ? await find(key) : undefined
    if (!holder) return refuse(401, 'UNAUTHORIZED')
    note.key = holder.name
    return api({ ...head, body: await readBody() })
  }

  const own: Readonly<Record<string, () => Promise<Response>>> = {
    '/healthz': async () => reply('text/plain; charset=utf-8', 'ok\n'),
    '/readyz': async () => {
      if (stopping) return refuse(503, 'the server is stopping')
      return checkStore().then(
        () => reply('text/plain; charset=utf-8', 'ok\n'),
        () => refuse(503, 'the store cannot be used now', { retryAfter: 1 }),
      )
    },
  }

  const handler: Handler = async (arrival) => {
    const begun = performance.now()
    const note: Note = {}
    const id = crypto.randomUUID()
    const response = await route(arrival, note).catch(refuseRead)
    const ms = Math.round((performance.now() - begun) * 10) / 10
    log.info({ id, method: arrival.method, status: response.status, ms, ...note })
    return { ...response, headers: { ...response.headers, 'x-request-id': id } }
  }

  const route = async (arrival: Arrival, note: Note): Promise<Response> => {
    const page = own[arrival.path]
    return page ? page() : answerApi(arrival, note)
  }

  const { url, close } = await listen(handler, options)
  return {
    url,
    stop: () => {
      stopping = true
      return close(10_000)
    },
  }
}

type Note = { key?: string }
