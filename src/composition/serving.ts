import { TestctlError, UnavailableError } from '../errors.ts'
import type { Io } from '../system/io.ts'
import type { ServeOptions } from '../server/index.ts'
import type { EngineReport } from '../store/engine.ts'
import type { NewKey } from '../service/auth/keys.ts'
import type { OpenStore } from './stores.ts'

/** What to serve, and where. */
export type ServeOrder = Pick<ServeOptions, 'host' | 'port' | 'trustProxy' | 'rateLimit'> & {
  store: string
  logLevel: ServeOptions['log']['level']
}

/** What a discreet store keeps from clients: who starts a server hears which store it is, and what is wrong. */
const revealed = (error: unknown): unknown =>
  error instanceof UnavailableError && error.cause instanceof TestctlError ? error.cause : error

/** A server that runs; `stop` drains it and gives how many requests were cut off. */
export type Serving = {
  url: string
  firstKey: NewKey | undefined
  /** The database server, and what does not hold there; undefined for a file, and where it cannot be asked. */
  engine: EngineReport | undefined
  stop: () => Promise<number>
}

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
    { probeStore },
    {
      createService,
      createApiOf,
      createKeys,
      createReadRunRevision,
      createSearch,
      createSessions,
      createWrongKeyCounter,
      limitedTo,
    },
    { createPlaces, serve },
    { createDashboard, createDesk, createSite },
  ] = await Promise.all([
    // Whoever asks a server need not know where it keeps things.
    open(address, { stop: opening.signal, discreet: true }),
    import('../store/index.ts'),
    import('../service/index.ts'),
    import('../server/index.ts'),
    import('../server/browser.ts'),
  ])
  io.stop.removeEventListener('abort', giveUp)
  const keys = createKeys({ store })
  const countWrongKey = createWrongKeyCounter({ store })
  const places = createPlaces()
  const service = createService(store, store.now, { places })
  const desk = createDesk({ keys, sessions: createSessions({ store }), countWrongKey, now: store.now })
  const { url, stop } = await serve({
    ...options,
    apiOf: createApiOf(service),
    places,
    find: keys.find,
    countWrongKey,
    checkStore: () => probeStore(store),
    dashboard: createDashboard(desk),
    site: createSite({
      desk,
      apiOf: ({ id, name }) => limitedTo('reader', service(name, { keyId: id })),
      searchOf: createSearch(store),
      runRevisionOf: createReadRunRevision(store),
    }),
    log: { to: io.stderr, level: logLevel },
  })
  // Not before the port is taken: a key is shown once.
  const firstKey = await keys.createFirst({ createdBy: io.user() }).catch(async (error: unknown) => {
    await stop()
    throw revealed(error)
  })
  // What fails now must not lose the key.
  return { url, firstKey, engine: await store.examine().catch(() => undefined), stop }
}
