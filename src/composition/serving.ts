import { TestctlError, UnavailableError } from '../errors.ts'
import type { Io } from '../system/io.ts'
import type { ServeOptions } from '../server/index.ts'
import type { EngineReport } from '../store/engine.ts'
import type { NewKey } from '../service/auth/keys.ts'
import type { OpenReads, OpenStore } from './stores.ts'

/** The store and the port to serve; `reads` is the address of standbys that answer reads. */
export type ServeOrder = Pick<ServeOptions, 'host' | 'port' | 'trustProxy' | 'rateLimit'> & {
  store: string
  reads?: string | undefined
  logLevel: ServeOptions['log']['level']
}

/** Returns the error that a discreet store hides from clients: the user who starts a server may see the store, and what is wrong. */
const revealed = (error: unknown): unknown =>
  error instanceof UnavailableError && error.cause instanceof TestctlError ? error.cause : error

/** A running server; `stop` drains it, until `hurry` aborts, and returns how many requests were cut off. */
export type Serving = {
  url: string
  firstKey: NewKey | undefined
  /** The database server and its caveats; undefined for a file, and if it cannot be examined. */
  engine: EngineReport | undefined
  stop: (hurry?: AbortSignal) => Promise<number>
}

/** Serves the service in a store at a port, until it is stopped; a store without any key gets an owner's. */
export const serveStore = async (
  { io, open, openReads }: { io: Io; open: OpenStore; openReads: OpenReads },
  { store: address, reads, logLevel, ...options }: ServeOrder,
): Promise<Serving> => {
  // A signal cuts off waiting for the store only until the server has started, not its later work. DECISIONS 536
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
  // If a signal ended the start before the server listens, that is no failure. DECISIONS 60
  const refuse = (error: unknown): never => {
    throw io.stop.aborted ? io.stop.reason : revealed(error)
  }
  const standbys = reads === undefined ? undefined : await openReads(reads, store).catch(refuse)
  // For the service, the search and the revisions of runs; keys, sessions, counts and readiness stay with the primary. DECISIONS 240
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
    // The API may share cached reads, because it sends them at once. The pages may not: they work with what they read.
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
  // The server listens already, so a failure from here on must stop it.
  try {
    // The server logs the outcome.
    void standbys?.look()
    // Not before the server has the port: a key is shown only once.
    const firstKey = await keys.createFirst({ createdBy: io.user() })
    // A failure here must not lose the key.
    return { url, firstKey, engine: await store.examine().catch(() => undefined), stop }
  } catch (error) {
    await stop()
    throw revealed(error)
  } finally {
    io.stop.removeEventListener('abort', giveUp)
  }
}
