import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { IncomingRequest, Handler } from './request.ts'
import { readBody } from './body.ts'
import { capConnections, type ConnectionLimits } from './connections.ts'
import { createBodies, type Holding } from './body-memory.ts'
import { drain } from './drain.ts'
import { refuseHead } from './head.ts'
import { takeTurn } from './turns.ts'
import { createUnread } from './unread.ts'
import { explainPort } from './port.ts'
import { answerGarbage, sendResponse } from './sending.ts'
import { createStreams } from './streaming.ts'
import { splitTarget } from './target.ts'

/** How to listen at a port; times are in milliseconds. */
export type ListenOptions = {
  host?: string
  /** 0 takes any that is free. */
  port?: number
  /** Whether to take the client's address from what the proxy added to `X-Forwarded-For`. */
  trustProxy?: boolean
  connections?: Partial<Pick<ConnectionLimits, 'most' | 'perNetwork'>>
  /** How long the head of a request may take, and all of it. */
  headersTimeout?: number
  requestTimeout?: number
  /** How long the work on an answer may take, and how long it may stay unread. */
  answerTimeout?: number
  /** How many bytes large bodies may take together. */
  mostBodies?: number
  /** Called for malformed requests, slow ones, those refused by their head, and connections beyond the limits. */
  onGarbage?: (garbage: { status: number; code: string; address: string }) => void
}

/** A listening port. */
export type Listening = {
  url: string
  /** Accepts no more, and finishes open requests within the time limit; returns how many were cut off. */
  close: (timeoutMs?: number) => Promise<number>
}

/** Puts a handler behind a port. DECISIONS 60 */
export const listen = async (handler: Handler, options: ListenOptions = {}): Promise<Listening> => {
  const { host = '127.0.0.1', port = 0, trustProxy = false, answerTimeout = longestAnswer } = options
  const { headersTimeout = 10_000, requestTimeout = 30_000 } = options
  const server = http.createServer({
    headersTimeout,
    requestTimeout,
    // Node checks the two limits only this often.
    connectionsCheckingInterval: Math.min(1000, headersTimeout / 2),
    // Longer than proxies keep theirs (Caddy for two minutes), so that the proxy closes, and never while it sends a request. DECISIONS 452
    keepAliveTimeout: 130_000,
    // It would be refused without a word.
    requireHostHeader: false,
    // A body that no handler reads is buffered up to this size.
    highWaterMark: 1024,
  })
  // Beyond a number of its own, Node leaves headers out without a word; `refuseHead` counts them.
  server.maxHeadersCount = 0
  // The bodies of a hundred connections are read in turns, with other work in between.
  Object.assign(server, { pauseOnConnect: true })
  server.on('connection', (socket: Socket) => takeTurn(() => socket.resume()))
  // No byte was sent or received on the connection for so long.
  server.setTimeout(answerTimeout)
  const { begin, isSurplus, dropHeadless, dropHalf, unanswered } = capConnections(server, {
    trustProxy,
    ...options.connections,
    onSurplus: (address) => options.onGarbage?.({ status: 503, code: 'TOO_MANY_CONNECTIONS', address }),
  })
  const note = (socket: Socket, status: number, code: string) =>
    options.onGarbage?.({ status, code, address: socket.remoteAddress ?? '' })
  const unread = createUnread()
  const bodies = createBodies(options.mostBodies)
  const streams = createStreams()
  let closing = false
  const take = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse, more?: () => void) => {
    begin(incoming, outgoing)
    let held: Holding | undefined
    // Most requests have no body, and need no place for it.
    const holding = () => (held ??= bodies())
    try {
      const refused = refuseHead(incoming, isSurplus(incoming.socket))
      if (refused?.code !== undefined) note(incoming.socket, refused.response.status, refused.code)
      const response = await (refused?.response ??
        handler(requestFrom(incoming, { outgoing, trustProxy, more, holding })))
      const last = closing || isSurplus(incoming.socket)
      const { stream } = response
      if (stream && !last) streams.begin(outgoing, { ...response, stream })
      else sendResponse(outgoing, response, { incoming, last, unread })
    } catch {
      // The client went away, or the handler failed: no answer can be sent.
      outgoing.destroy()
    } finally {
      held?.release()
    }
  }
  server.on('request', (incoming, outgoing) => void take(incoming, outgoing))
  // A client that asks first (Expect: 100-continue) is refused before it sends a body.
  server.on('checkContinue', (incoming, outgoing) => void take(incoming, outgoing, () => outgoing.writeContinue()))
  // Node would refuse what else a client expects, without a word.
  server.on('checkExpectation', (incoming, outgoing) => void take(incoming, outgoing))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // A proxy resets the connections that it has no use for: that is no request. One that was begun is in the log as 499. DECISIONS 475
    if (error.syscall !== undefined) return void socket.destroy()
    note(socket, answerGarbage(error, socket), error.code ?? error.message)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainPort(error, { host, port })))
    server.listen(port, host, resolve)
  })
  const { address, port: taken, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close: (timeoutMs = 10_000) => {
      closing = true
      streams.end()
      const dropWaiting = (): number => {
        dropHeadless()
        return dropHalf()
      }
      return drain(server, { timeoutMs, inFlight: unanswered, dropHalf: dropWaiting })
    },
  }
}

// Less than the minute that proxies wait, in milliseconds. DECISIONS 437
const longestAnswer = 55_000

type Taking = {
  outgoing: http.ServerResponse
  trustProxy: boolean
  more: (() => void) | undefined
  holding: () => Holding
}

const requestFrom = (
  incoming: http.IncomingMessage,
  { outgoing, trustProxy, more, holding }: Taking,
): IncomingRequest => {
  const { path, query } = splitTarget(incoming.url ?? '', incoming.headers.host)
  return {
    id: randomUUID(),
    path,
    query,
    method: incoming.method ?? '',
    headers: incoming.headers as Record<string, string>,
    address: addressOf(incoming, trustProxy),
    encrypted: trustProxy && lastOf(incoming.headers['x-forwarded-proto']) === 'https',
    readBody: (limit) => readBody(incoming, { limit, begin: more, hold: holding().hold }),
    // Node would close the connection. The time begins again with the answer, which may stay unread.
    onOverdue: (tell) => outgoing.on('timeout', () => (outgoing.headersSent ? outgoing.destroy() : tell())),
    isGone: () => incoming.socket.destroyed,
  }
}

const addressOf = ({ headers, socket }: http.IncomingMessage, trustProxy: boolean): string => {
  const address = (trustProxy && withoutPort(lastOf(headers['x-forwarded-for']))) || socket.remoteAddress || ''
  return address.startsWith(mapped) ? address.slice(mapped.length) : address
}

// An IPv4 address, as a socket for both kinds has it.
const mapped = '::ffff:'

// Some proxies add the port of the client, which is another one for each connection: `198.51.100.8:40001`, `[::1]:443`.
const withoutPort = (address: string): string =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')

// Our own proxy added the last hop; the client may have invented all before it.
const lastOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? ''
