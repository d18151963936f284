import type { Dispatcher } from 'undici'

/** A connection to the service: it is opened when it is first used, and again after it has broken. */
export type PooledClient = {
  dispatcher: Dispatcher
  /** How many of its requests have not ended. */
  requests: number
}

/** The connections to a service, each with one request at a time. */
export type ClientPool = {
  /** The one to send a request over. */
  take: () => PooledClient
  /** Reports that the request has ended. */
  giveBack: (client: PooledClient) => void
  /** Aborts the requests that are under way. */
  destroy: () => Promise<void>
}

/**
 * Keeps up to `most` connections. One that is idle is used again before another is opened; beyond them, a request waits behind
 * another one. undici's Pool knows a connection as idle only a turn of the event loop after its answer, and opens one more for a
 * request that comes sooner; in a batch each does. DECISIONS 373
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
