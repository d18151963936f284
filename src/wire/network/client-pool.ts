import type { Dispatcher } from 'undici'

/** A connection to the service: it is opened when it is first used, and again after it has broken. */
export type PooledClient = {
  dispatcher: Dispatcher
  /** How many of its requests have not ended. */
  requests: number
}

/** The connections to a service, each with one request at a time. */
export type ClientPool = {
  /** Returns the connection to send a request over. */
  take: () => PooledClient
  /** Reports that the request has ended. */
  giveBack: (client: PooledClient) => void
  /** Aborts the requests that are under way. */
  destroy: () => Promise<void>
}

/**
 * Creates a pool of up to `most` connections. It reuses an idle one before it opens another; if all are busy, a request waits behind
 * another one. undici's Pool regards a connection as idle only a turn of the event loop after its answer, and opens one more for a request
 * that comes sooner, as each of a batch does. DECISIONS 373
 */
export const createClientPool = (open: () => Dispatcher, most: number): ClientPool => {
  const all: PooledClient[] = []
  const idle: PooledClient[] = []
  let waited = 0
  const add = (): PooledClient => {
    const client = { dispatcher: open(), requests: 0 }
    all.push(client)
    return client
  }
  return {
    take: () => {
      const client = idle.pop() ?? (all.length < most ? add() : all[waited++ % most]!)
      client.requests += 1
      return client
    },
    giveBack: (client) => {
      client.requests -= 1
      if (client.requests === 0) idle.push(client)
    },
    destroy: async () => {
      await Promise.all(all.map(({ dispatcher }) => dispatcher.destroy()))
    },
  }
}
