import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limitOf } from '../../system/limits/process-limits.ts'
import { blockOf } from './client-network.ts'

/** How many connections may be open, in all and from one network; `onSurplus` is called for every further one. */
export type ConnectionLimits = { most: number; perNetwork: number; onSurplus: (address: string) => void }

/** How many files a process may open where that leaves room for fewer connections than `most`, and for how many it does. */
export type FewFiles = { openFiles: number; most: number }

/**
 * Finds out whether the process may open enough files for all connections and for its own work. Beyond what it may open, the system
 * accepts connections and drops them, of every client, without a word to anybody. DECISIONS 510
 */
export const findFewFiles = (most = mostConnections, openFiles = limitOf('open files')): FewFiles | undefined => {
  if (openFiles === undefined) return undefined
  const room = Math.max(openFiles - ownFiles, Math.floor(openFiles / 2))
  const fitting = Math.floor(room * 0.8)
  return fitting < most ? { openFiles, most: fitting } : undefined
}

// The store with its connections, the port, the log, and what is loaded when it is first asked for.
const ownFiles = 64
const mostConnections = 2000
// So many more are answered that there are too many; beyond these not even a refusal is sent.
const mostRefused = 500

/** The open connections of a server, and their requests that are not answered yet. */
export type Connections = {
  /** Takes note of a request whose head has arrived. */
  begin: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  isSurplus: (socket: Socket) => boolean
  /** Drops those that have not sent a whole head. */
  dropHeadless: () => void
  /** Drops those whose request has not arrived completely; returns how many. */
  dropHalf: () => number
  /** How many requests are not answered. */
  unanswered: () => number
}

/** One connection: its network, how many of its requests are not answered yet, the latest one, and when it began to wait for the next. */
type Member = {
  network: string
  socket: Socket
  requests: number
  latest: IncomingMessage | undefined
  since: number
  surplus: boolean
}

/**
 * Limits the number of connections. Beyond the limit, the connection that has waited longest without sending a head is
 * dropped: of the network with too many, else of the one with most of them. Where all have sent one, the new connection is
 * over the limit: its request gets an answer that says so, if it comes soon, and it is closed.
 * Behind a trusted proxy all connections come from one address, which may have all of them. DECISIONS 84
 */
export const capConnections = (
  server: Server,
  { trustProxy, perNetwork = 1000, onSurplus, ...limits }: Partial<ConnectionLimits> & { trustProxy: boolean },
): Connections => {
  const wanted = limits.most ?? mostConnections
  const few = findFewFiles(wanted)
  const most = few?.most ?? wanted
  const networks = new Map<string, Set<Member>>()
  const members = new Map<Socket, Member>()
  const mostInAll = most + (few ? Math.floor(most / 4) : mostRefused)
  let turn = 0

  const enter = (socket: Socket): Member => {
    const network = blockOf(socket.remoteAddress ?? '')
    const member = { network, socket, requests: 0, latest: undefined, since: ++turn, surplus: false }
    const ofNetwork = networks.get(network) ?? new Set()
    networks.set(network, ofNetwork.add(member))
    members.set(socket, member)
    socket.once('close', () => leave(member))
    return member
  }

  const leave = (member: Member): void => {
    if (!members.delete(member.socket)) return
    const ofNetwork = networks.get(member.network)
    ofNetwork?.delete(member)
    if (ofNetwork?.size === 0) networks.delete(member.network)
  }

  /** Those that have not sent a whole head, of the network with most of them. */
  const mostHeadless = (all: readonly Member[][]): readonly Member[] =>
    all.reduce((one, other) => (other.length > one.length ? other : one))

  /** Drops the one that has waited longest; whether there was one. */
  const makeRoom = (headless: readonly Member[]): boolean => {
    if (headless.length === 0) return false
    const longest = headless.reduce((one, other) => (other.since < one.since ? other : one))
    longest.socket.destroy()
    leave(longest)
    return true
  }

  // The server's own `maxConnections` counts those that were dropped in this turn: a burst would shut out whoever comes last.
  server.on('connection', (socket: Socket) => {
    if (members.size >= mostInAll) return void socket.destroy()
    const member = enter(socket)
    const ofNetwork = networks.get(member.network)!
    const crowded =
      !trustProxy && ofNetwork.size > perNetwork
        ? [ofNetwork]
        : members.size > most
          ? [...networks.values()]
          : undefined
    if (!crowded) return
    const headless = crowded.map((network) => [...network].filter((one) => one !== member && isHeadless(one)))
    if (makeRoom(mostHeadless(headless))) return
    member.surplus = true
    onSurplus?.(socket.remoteAddress ?? '')
    const end = setTimeout(() => socket.destroy(), 2000)
    socket.once('close', () => clearTimeout(end))
  })

  // One function for all: each request passes through here, so that nothing is made for it alone.
  const haveAnswered = function (this: ServerResponse): void {
    const member = members.get(this.req.socket)
    if (!member) return
    member.requests -= 1
    member.since = ++turn
  }

  // Until it is answered, and then it waits for the next one.
  const begin = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const member = members.get(incoming.socket)
    if (!member) return
    member.requests += 1
    member.latest = incoming
    outgoing.on('close', haveAnswered)
  }
  return {
    begin,
    isSurplus: (socket) => members.get(socket)?.surplus ?? false,
    dropHeadless: () => {
      for (const member of members.values()) if (isHeadless(member)) member.socket.destroy()
    },
    dropHalf: () => {
      const half = [...members.values()].filter(({ requests, latest }) => requests > 0 && latest?.complete === false)
      for (const { socket } of half) socket.destroy()
      return half.length
    },
    unanswered: () => [...members.values()].reduce((sum, { requests }) => sum + requests, 0),
  }
}

const isHeadless = ({ requests, surplus, socket }: Member): boolean => requests === 0 && !surplus && !socket.destroyed
