import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Response, Transport } from '../../wire/message.ts'
import { type IncomingRequest, type Handler, requestOf } from './request.ts'
import { readBody } from './body.ts'
import { capConnections, type ConnectionLimits } from './connections.ts'
import { createBodies, type Holding } from './bodies.ts'
import { takeTurn } from './turns.ts'
import { createUnread } from './unread.ts'
import { explainPort } from './port.ts'
import { refuse, refuseRead } from './response.ts'
import { answerGarbage, sendResponse } from './sending.ts'
import { splitTarget } from './target.ts'

/** How a port is listened at; times are in milliseconds. */
export type ListenOptions = {
  host?: string
  /** 0 takes any that is free. */
  port?: number
  /** Whether the client's address is what the proxy before us added to `X-Forwarded-For`. */
  trustProxy?: boolean
  connections?: Partial<Pick<ConnectionLimits, 'most' | 'perNetwork'>>
  /** How long the head of a request may take, and all of it. */
  headersTimeout?: number
  requestTimeout?: number
  /** How long an answer may be worked on, and may lie there unread. */
  answerTimeout?: number
  /** How many bytes large bodies may take together. */
  mostBodies?: number
  /** Hears of what was no request, took too long to become one, or came by one connection too many. */
  onGarbage?: (garbage: { status: number; code: string; address: string }) => void
}

/** A port that is listened at. */
export type Listening = {
  url: string
  /** Takes no more, finishes what has begun, at most for so many milliseconds; gives how many requests were cut off. */
  close: (timeoutMs?: number) => Promise<number>
}

/** Puts a handler behind a port. DECISIONS 60 */
export const listen = async (handler: Handler, options: ListenOptions = {}): Promise<Listening> => {
  const { host = '127.0.0.1', port = 0, trustProxy = false, answerTimeout = 60_000 } = options
  const { headersTimeout = 10_000, requestTimeout = 30_000 } = options
  const server = http.createServer({
    headersTimeout,
    requestTimeout,
    // Node looks only this often whether somebody has exceeded the two.
    connectionsCheckingInterval: Math.min(1000, headersTimeout / 2),
    // Longer than proxies keep theirs, so that it is they who close, and never while a request is on its way.
    keepAliveTimeout: 75_000,
    // A body that nobody asks for is not read any further than this.
    highWaterMark: 1024,
  })
  // What a hundred connections bring at once is read one after the other, with turns for everybody else in between.
  Object.assign(server, { pauseOnConnect: true })
  server.on('connection', (socket: Socket) => takeTurn(() => socket.resume()))
  // Nothing has moved on the connection for so long, in either direction.
  server.setTimeout(answerTimeout)
  const { isSurplus, dropHeadless } = capConnections(server, {
    trustProxy,
    ...options.connections,
    onSurplus: (address) => options.onGarbage?.({ status: 503, code: 'TOO_MANY_CONNECTIONS', address }),
  })
  const unread = createUnread()
  const bodies = createBodies(options.mostBodies)
  let closing = false
  let inFlight = 0
  const arriving = new Set<http.IncomingMessage>()
  const take = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse, more?: () => void) => {
    inFlight += 1
    outgoing.once('close', () => (inFlight -= 1))
    if (!incoming.complete) arriving.add(incoming)
    incoming.once('end', () => arriving.delete(incoming)).once('close', () => arriving.delete(incoming))
    const { hold, release } = bodies()
    try {
      const response = isSurplus(incoming.socket)
        ? tooMany()
        : await answer(handler, incoming, { trustProxy, more, hold }).finally(release)
      sendResponse(outgoing, response, { incoming, last: closing || isSurplus(incoming.socket), unread })
    } catch {
      // The client went away, or the handler broke: there is nothing left to tell.
      outgoing.destroy()
    }
  }
  server.on('request', (incoming, outgoing) => void take(incoming, outgoing))
  // Whoever asks first gets told no before a body is sent.
  server.on('checkContinue', (incoming, outgoing) => void take(incoming, outgoing, () => outgoing.writeContinue()))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const status = answerGarbage(error, socket)
    options.onGarbage?.({ status, code: error.code ?? error.message, address: socket.remoteAddress ?? '' })
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
      const dropHalf = (): number => {
        dropHeadless()
        for (const { socket } of arriving) socket.destroy()
        return arriving.size
      }
      return drain(server, { timeoutMs, inFlight: () => inFlight, dropHalf })
    },
  }
}

/** A handler that hands whole requests to a transport. */
export const wholly =
  (transport: Transport): Handler =>
  async (request) => {
    try {
      return await transport(await requestOf(request))
    } catch (error) {
      return refuseRead(error)
    }
  }

const answer = async (
  handler: Handler,
  incoming: http.IncomingMessage,
  { trustProxy, more, hold }: { trustProxy: boolean; more: (() => void) | undefined; hold: Holding['hold'] },
): Promise<Response> => {
  // A proxy before us may have believed the other one.
  if ((incoming.headersDistinct['host']?.length ?? 0) > 1) return refuse(400, 'there is more than one Host header')
  const request: IncomingRequest = {
    id: crypto.randomUUID(),
    ...splitTarget(incoming.url ?? ''),
    method: incoming.method ?? '',
    headers: incoming.headers as Record<string, string>,
    address: addressOf(incoming, trustProxy),
    encrypted: trustProxy && lastOf(incoming.headers['x-forwarded-proto']) === 'https',
    readBody: (limit) => readBody(incoming, { limit, begin: more, hold }),
  }
  return handler(request)
}

const addressOf = ({ headers, socket }: http.IncomingMessage, trustProxy: boolean): string =>
  ((trustProxy && lastOf(headers['x-forwarded-for'])) || socket.remoteAddress || '').replace(/^::ffff:/, '')

// The last hop is what our own proxy has seen; what stands before it is whatever the client made up.
const lastOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? ''

const tooMany = (): Response => refuse(503, 'too many connections', { retryAfter: 1 })

/** What has not arrived whole by then was not begun, and the end is not put off for it. */
const longestArrival = 2000

const drain = (
  server: http.Server,
  { timeoutMs, inFlight, dropHalf }: { timeoutMs: number; inFlight: () => number; dropHalf: () => number },
): Promise<number> =>
  new Promise((resolve) => {
    let cut = 0
    const half = setTimeout(() => (cut += dropHalf()), longestArrival)
    const late = setTimeout(() => {
      cut += inFlight()
      server.closeAllConnections()
    }, timeoutMs)
    server.close(() => {
      clearTimeout(half)
      clearTimeout(late)
      resolve(cut)
    })
    server.closeIdleConnections()
  })
