import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { blockOf } from './client-network.ts'

/** How many connections may be open, in all and from one network; `onSurplus` is called for every further one. */
export type ConnectionLimits = { most: number; perNetwork: number; onSurplus: (address: string) => void }

/** The open connections of a server. */
export type Connections = {
  isSurplus: (socket: Socket) => boolean
  /** Drops those that have not sent a whole head. */
  dropHeadless: () => void
}

/** The connections of one network; those that have not sent a whole head stand in the order in which they began to wait. */
type Network = { open: number; headless: Set<Socket> }

/** One connection: its network, and how many of its requests are not answered yet. */
type Member = { network: Network; requests: number }

/**
 * Limits the number of connections. Beyond the limit, the connection that has waited longest without sending a head is
 * dropped: of the network with too many, else of the one with most of them. Where all have sent one, the new connection is
 * over the limit: its request gets an answer that says so, if it comes soon, and it is closed.
 * Behind a trusted proxy all connections come from one address, which may have all of them. DECISIONS 84
 */
export const capConnections = (
  server: Server,
  { trustProxy, most = 2000, perNetwork = 1000, onSurplus }: Partial<ConnectionLimits> & { trustProxy: boolean },
): Connections => {
  const surplus = new WeakSet<Socket>()
  const networks = new Map<string, Network>()
  const members = new WeakMap<Socket, Member>()
  let all = 0
  // Beyond these not even a refusal is sent.
  server.maxConnections = most + 500

  const enter = (socket: Socket): Network => {
    const name = blockOf(socket.remoteAddress ?? '')
    const network = networks.get(name) ?? { open: 0, headless: new Set() }
    networks.set(name, network)
    members.set(socket, { network, requests: 0 })
    all += 1
    network.open += 1
    socket.once('close', () => {
      all -= 1
      network.open -= 1
      network.headless.delete(socket)
      if (network.open === 0) networks.delete(name)
    })
    return network
  }

  const makeRoom = (from: Network): boolean => {
    const [oldest] = from.headless
    if (!oldest) return false
    from.headless.delete(oldest)
    oldest.destroy()
    return true
  }

  const largest = (): Network | undefined =>
    [...networks.values()].toSorted((one, other) => other.headless.size - one.headless.size)[0]

  server.on('connection', (socket: Socket) => {
    const network = enter(socket)
    const crowded = !trustProxy && network.open > perNetwork ? network : all > most ? largest() : undefined
    if (!crowded || makeRoom(crowded)) return void network.headless.add(socket)
    surplus.add(socket)
    onSurplus?.(socket.remoteAddress ?? '')
    const end = setTimeout(() => socket.destroy(), 2000)
    socket.once('close', () => clearTimeout(end))
  })

  // Until it is answered, and then it waits for the next one.
  const haveHead = ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    const member = members.get(socket)
    if (!member) return
    member.network.headless.delete(socket)
    member.requests += 1
    outgoing.once('close', () => {
      member.requests -= 1
      if (member.requests === 0 && !socket.destroyed) member.network.headless.add(socket)
    })
  }
  server.on('request', haveHead)
  server.on('checkContinue', haveHead)
  return {
    isSurplus: (socket) => surplus.has(socket),
    dropHeadless: () => {
      for (const { headless } of networks.values()) for (const socket of headless) socket.destroy()
    },
  }
}
