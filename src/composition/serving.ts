import type { Io } from '../system/io.ts'
import type { ServeOptions } from '../server/index.ts'
import type { NewKey } from '../service/auth/keys.ts'
import type { OpenStore } from './stores.ts'

/** What to serve, and where. */
export type ServeOrder = Pick<ServeOptions, 'host' | 'port' | 'trustProxy' | 'rateLimit'> & {
  store: string
  logLevel: ServeOptions['log']['level']
}

/** A server that runs; `stop` drains it and gives how many requests were cut off. */
export type Serving = { url: string; firstKey: NewKey | undefined; stop: () => Promise<number> }

/** Puts the service in a store behind a port, until it is stopped; made anew, a store gets the key of an owner. */
export const serveStore = async (
  { io, open }: { io: Io; open: OpenStore },
  { store: address, logLevel, ...options }: ServeOrder,
): Promise<Serving> => {
  // A signal ends the wait for a store, and no work that was begun after.
  const opening = new AbortController()
  const giveUp = () => opening.abort(io.stop.reason)
  io.stop.addEventListener('abort', giveUp)
  const [
    store,
    { createService, createApiOf, createKeys, limitedTo },
    { createPlaces, serve },
    { createDashboard, createDesk, createSite },
  ] = await Promise.all([
    // Whoever asks a server need not know where it keeps things.
    open(address, { stop: opening.signal, discreet: true }),
    import('../service/index.ts'),
    import('../server/index.ts'),
    import('../server/for-people.ts'),
  ])
  io.stop.removeEventListener('abort', giveUp)
  const keys = createKeys({ store, now: io.now })
  const places = createPlaces()
  const service = createService(store, io.now, { places })
  const desk = createDesk({ keys, now: io.now })
  const { url, stop } = await serve({
    ...options,
    apiOf: createApiOf(service),
    places,
    find: keys.find,
    checkStore: () => store.read((queries) => queries.selectFrom('keys').select('id').limit(1).execute()),
    dashboard: createDashboard(desk),
    site: createSite({ desk, apiOf: ({ id, name }) => limitedTo('reader', service(name, { keyId: id })) }),
    log: { to: io.stderr, level: logLevel },
  })
  // Not before the port is taken: a key is shown once.
  const firstKey = await keys.createFirst({ createdBy: io.user() })
  return { url, firstKey, stop }
}
