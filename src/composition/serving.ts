import { TestctlError, UnavailableError } from '../errors.ts'
import type { Io } from '../system/io.ts'
import type { ServeOptions } from '../server/index.ts'
import type { EngineReport } from '../store/engine.ts'
import type { NewKey } from '../service/auth/keys.ts'
import type { OpenReads, OpenStore } from './stores.ts'

/** What to serve, and where; `reads` is the address of standbys that answer reads. */
export type ServeOrder = Pick<ServeOptions, 'host' | 'port' | 'trustProxy' | 'rateLimit'> & {
  store: string
  reads?: string | undefined
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
  { io, open, openReads }: { io: Io; open: OpenStore; openReads: OpenReads },
  { store: address, reads, logLevel, ...options }: ServeOrder,
): Promise<Serving> => {
  // A signal ends the wait for a store, also while the rest starts, and no work that is begun after. DECISIONS 536
  const opening = new AbortController()
  const giveUp = () => opening.abort(io.stop.reason)
  io.stop.addEventListener('abort', giveUp)
  const [
    store,
    { probeStore, readStoreId },
    {
      createService,
      createApiOf,
      createKeptReads,
      createKeys,
      createReadRunRevision,
      createSearch,
      createSessions,
      createWrongKeyCounter,
      limitedTo,
    },
    { createFairLimit, serve },
    { createDashboard, createDashboardDeps, createSite },
  ] = await Promise.all([
    // Clients of a server need not know where its store is.
    open(address, { stop: opening.signal, discreet: true }),
    import('../store/index.ts'),
    import('../service/index.ts'),
    import('../server/index.ts'),
    import('../server/browser.ts'),
  ])
  // What a signal ends before it listens has not failed. DECISIONS 60
  const refuse = (error: unknown): never => {
    throw io.stop.aborted ? io.stop.reason : revealed(error)
  }
  const standbys = reads === undefined ? undefined : await openReads(reads, store).catch(refuse)
  // Only these two read there: keys, sessions, counts and readiness stay with the primary. DECISIONS 240
  const readable = standbys ? { ...store, read: standbys.read } : store
  const keys = createKeys({ store })
  const countWrongKey = createWrongKeyCounter({ store })
  const fairLimit = createFairLimit()
  const service = createService(readable, store.now, { fairLimit })
  const deps = createDashboardDeps({
    keys,
    sessions: createSessions({ store }),
    storeId: await readStoreId(store).catch(refuse),
    countWrongKey,
    now: store.now,
  })
  const { url, stop } = await serve({
    ...options,
    // Only answers that are sent at once may be given to several: the pages work with what they read.
    apiOf: createApiOf(createService(readable, store.now, { fairLimit, keptReads: createKeptReads() })),
    fairLimit,
    find: keys.find,
    countWrongKey,
    checkStore: () => probeStore(store),
    standbys,
    dashboard: createDashboard(deps),
    site: createSite({
      dashboard: deps,
      apiOf: ({ id, name }) => limitedTo('reader', service(name, { keyId: id })),
      searchOf: createSearch(readable),
      runRevisionOf: createReadRunRevision(readable),
    }),
    log: { to: io.stderr, level: logLevel },
  })
  // What fails while it listens would leave a server that nothing ends.
  try {
    // Its outcome is logged.
    void standbys?.look()
    // Not before the port is taken: a key is shown once.
    const firstKey = await keys.createFirst({ createdBy: io.user() })
    // What fails now must not lose the key.
    return { url, firstKey, engine: await store.examine().catch(() => undefined), stop }
  } catch (error) {
    await stop()
    throw revealed(error)
  } finally {
    io.stop.removeEventListener('abort', giveUp)
  }
}
