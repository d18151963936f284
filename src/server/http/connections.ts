import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { findFewFiles } from '../../system/limits/few-files.ts'
import { blockOf } from './client-network.ts'

/** The most open connections, in all and from one network; `onSurplus` is called for each one over a limit that gets a refusal. */
export type ConnectionLimits = { most: number; perNetwork: number; onSurplus: (address: string) => void }

/** The most open connections, unless an option says otherwise. */
export const mostConnections = 2000
// This many connections over the limit still get a refusal; further ones are dropped without an answer.
const mostRefused = 500
// This many requests may wait behind others of their connection, together: each takes some kilobytes.
const mostWaiting = 10_000

/** The open connections of a server, and their unanswered requests. */
export type Connections = {
  /** Registers a request whose head has arrived. Returns what to wait for if its connection has unanswered requests before it. */
  begin: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> | undefined
  isSurplus: (socket: Socket) => boolean
  /**
   * Ends a connection after the answers to the whole requests on it; returns whether any is unanswered, undefined if it ends already.
   * DECISIONS 557
   */
  endAfterAnswers: (socket: Socket) => boolean | undefined
  /** Whether the next answer is the last one of a connection that ends. */
  isLastAnswer: (socket: Socket) => boolean
  /** Whether the latest request of this connection has not arrived completely, and waits for the answers before it. DECISIONS 549 */
  isHeldBack: (socket: Socket) => boolean
  /** Drops connections without an unanswered request: idle ones, and those that have not sent a whole head. */
  dropHeadless: () => void
  /** Drops connections whose latest request has not arrived completely, unless it waits; returns how many. */
  dropHalf: () => number
  /** Returns the number of unanswered requests. */
  unanswered: () => number
}

/**
 * An open connection: `requests` counts the unanswered ones, and `waiting` begins those behind the first; `since` orders connections by the
 * time since which they have been idle.
 */
type Member = {
  network: string
  socket: Socket
  requests: number
  waiting: (() => void)[]
  latest: IncomingMessage | undefined
  since: number
  surplus: boolean
  ending: boolean
}

/**
 * Limits the number of connections. If there are too many, drops the one that has been idle longest (no whole head since its last
 * answer): in the network over its limit, or in the one with the most idle connections. If none is idle, the new connection is
 * surplus: it is closed after two seconds or after its first request, which is refused.
 * Behind a trusted proxy all connections come from one address, so there is no limit for a network. DECISIONS 84
 */
export const capConnections = (
  server: Server,
  { trustProxy, perNetwork = 1000, onSurplus, ...limits }: Partial<ConnectionLimits> & { trustProxy: boolean },
): Connections => {
  const wanted = limits.most ?? mostConnections
  // DECISIONS 510
  const few = findFewFiles(wanted)
  const most = few?.most ?? wanted
  const networks = new Map<string, Set<Member>>()
  const members = new Map<Socket, Member>()
  const mostInAll = most + (few ? Math.floor(most / 4) : mostRefused)
  let turn = 0
  let waiting = 0

  const enter = (socket: Socket): Member => {
    const network = blockOf(socket.remoteAddress ?? '')
    const state = { requests: 0, waiting: [], latest: undefined, since: ++turn, surplus: false, ending: false }
    const member = { network, socket, ...state }
    const ofNetwork = networks.get(network) ?? new Set()
    networks.set(network, ofNetwork.add(member))
    members.set(socket, member)
    socket.once('close', () => leave(member))
    return member
  }

  const leave = (member: Member): void => {
    if (!members.delete(member.socket)) return
    waiting -= member.waiting.length
    const ofNetwork = networks.get(member.network)
    ofNetwork?.delete(member)
    if (ofNetwork?.size === 0) networks.delete(member.network)
  }

  /** Returns the idle connections of the network with the most of them. */
  const mostHeadless = (all: readonly Member[][]): readonly Member[] =>
    all.reduce((one, other) => (other.length > one.length ? other : one))

  /** Drops the connection that has been idle longest; returns whether there was one. */
  const makeRoom = (headless: readonly Member[]): boolean => {
    if (headless.length === 0) return false
    const longest = headless.reduce((one, other) => (other.since < one.since ? other : one))
    longest.socket.destroy()
    leave(longest)
    return true
  }

  // Node's `maxConnections` still counts connections that were dropped in this turn of the event loop: it would refuse the end of a burst.
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

  // One shared function, so that no closure is allocated for each request.
  const haveAnswered = function (this: ServerResponse): void {
    const member = members.get(this.req.socket)
    if (!member) return
    member.requests -= 1
    member.since = ++turn
    // The answer was under way when the connection began to end.
    if (member.ending && owedOf(member) === 0) return void member.socket.destroySoon()
    const next = member.waiting.shift()
    if (!next) return
    waiting -= 1
    next()
  }

  /**
   * Waits until the requests before this one on its connection are answered. RFC 9112 (9.3.2) demands this of changes; and an unlimited
   * number of requests in work would use up the memory. If too many wait, drops the connection with the most. DECISIONS 544
   */
  const takeTurnOf = (member: Member): Promise<void> =>
    new Promise((resolve) => {
      member.waiting.push(resolve)
      if (++waiting <= mostWaiting) return
      const longest = [...members.values()].reduce((one, other) =>
        other.waiting.length > one.waiting.length ? other : one,
      )
      longest.socket.destroy()
      leave(longest)
    })

  // When its answers are closed, the connection counts as idle again.
  const begin = (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> | undefined => {
    const member = members.get(incoming.socket)
    if (!member) return undefined
    member.requests += 1
    member.latest = incoming
    outgoing.on('close', haveAnswered)
    return member.requests > 1 ? takeTurnOf(member) : undefined
  }
  return {
    begin,
    isSurplus: (socket) => members.get(socket)?.surplus ?? false,
    endAfterAnswers: (socket) => {
      const member = members.get(socket)
      if (!member || member.ending) return undefined
      member.ending = true
      return owedOf(member) > 0
    },
    isLastAnswer: (socket) => {
      const member = members.get(socket)
      return member !== undefined && member.ending && owedOf(member) === 1
    },
    isHeldBack: (socket) => {
      const member = members.get(socket)
      return member !== undefined && isHalf(member) && member.waiting.length > 0
    },
    dropHeadless: () => {
      for (const member of members.values()) if (isHeadless(member)) member.socket.destroy()
    },
    dropHalf: () => {
      // One that waits behind others never begins: the answer before it is the last of its connection. DECISIONS 549
      const half = [...members.values()].filter((member) => isHalf(member) && member.waiting.length === 0)
      for (const { socket } of half) socket.destroy()
      return half.length
    },
    unanswered: () => [...members.values()].reduce((sum, { requests }) => sum + requests, 0),
  }
}

/** Counts the whole requests without an answer: the next answer would be taken for that of the first. */
const owedOf = ({ requests, latest }: Member): number => requests - (latest?.complete === false ? 1 : 0)

/** Whether the latest request of a connection has not arrived completely. */
const isHalf = ({ requests, latest }: Member): boolean => requests > 0 && latest?.complete === false

const isHeadless = ({ requests, surplus, socket }: Member): boolean => requests === 0 && !surplus && !socket.destroyed
