import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Response, Transport } from '../wire/message.ts'
import { type Arrival, type Handler, requestOf } from './arrival.ts'
import { readBody } from './body.ts'
import { capConnections, type ConnectionLimits } from './connections.ts'
import { explainPort } from './port.ts'
import { refuse, refuseRead } from './reply.ts'
import { splitTarget } from './target.ts'

/** How a port is listened at; times are in milliseconds. */
export type ListenOptions = {
  host?: string
  /** 0 takes any that is free. */
  port?: number
  /** Whether the client's address is what the proxy before us added to `X-Forwarded-For`. */
  trustProxy?: boolean
  connections?: Partial<Pick<ConnectionLimits, 'most' | 'perAddress'>>
  /** How long the head of a request may take, and all of it. */
  headersTimeout?: number
  requestTimeout?: number
  /** How long an answer may be worked on, and may lie there unread. */
  answerTimeout?: number
  /** Hears of what was no request, took too long to become one, or came by one connection too many. */
  onGarbage?: (garbage: { status: number; code: string; address: string }) => void
}

/** A port that is listened at. */
export type Listening = {
  url: string
  /** Takes no more, finishes what has begun, at most for so many milliseconds; gives how many requests were cut off. */
  close: (patience?: number) => Promise<number>
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
  })
  // Nothing has moved on the connection for so long, in either direction.
  server.setTimeout(answerTimeout)
  const isSurplus = capConnections(server, {
    trustProxy,
    ...options.connections,
    onSurplus: (address) => options.onGarbage?.({ status: 503, code: 'TOO_MANY_CONNECTIONS', address }),
  })
  let closing = false
  let underWay = 0
  const take = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse, more?: () => void) => {
    underWay += 1
    outgoing.once('close', () => (underWay -= 1))
    try {
      const response = isSurplus(incoming.socket) ? tooMany() : await answer(handler, incoming, { trustProxy, more })
      send(outgoing, response, { incoming, last: closing || isSurplus(incoming.socket) })
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
    close: (patience = 10_000) => {
      closing = true
      return drain(server, { patience, underWay: () => underWay })
    },
  }
}

/** A handler that hands whole requests to a transport. */
export const wholly =
  (transport: Transport): Handler =>
  async (arrival) => {
    try {
      return await transport(await requestOf(arrival))
    } catch (error) {
      return refuseRead(error)
    }
  }

const answer = async (
  handler: Handler,
  incoming: http.IncomingMessage,
  { trustProxy, more }: { trustProxy: boolean; more: (() => void) | undefined },
): Promise<Response> => {
  const arrival: Arrival = {
    ...splitTarget(incoming.url ?? ''),
    method: incoming.method ?? '',
    headers: incoming.headers as Record<string, string>,
    repeatable: false,
    address: addressOf(incoming, trustProxy),
    encrypted: trustProxy && lastOf(incoming.headers['x-forwarded-proto']) === 'https',
    readBody: () => readBody(incoming, more),
  }
  return handler(arrival)
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

type Sending = { incoming: http.IncomingMessage; last: boolean }

const send = (outgoing: http.ServerResponse, response: Response, { incoming, last }: Sending): void => {
  const { status, headers, body } = response
  // What is small enough is read off, and the connection kept.
  const unread = !incoming.complete && !(Number(incoming.headers['content-length']) < 65_536)
  const length = status === 204 ? undefined : { 'content-length': Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...headers, ...length, ...((unread || last) && { connection: 'close' }) })
  if (unread && incoming.method !== 'HEAD') linger(outgoing, incoming, body)
  else outgoing.end(body)
}

/**
 * Answers somebody who is still sending. To close at once would make the kernel drop the answer with what it has not read,
 * so a little more is read, for a moment.
 */
const linger = (outgoing: http.ServerResponse, incoming: http.IncomingMessage, body: string): void => {
  let room = 4 * 1024 * 1024
  const end = () => {
    clearTimeout(late)
    outgoing.end()
  }
  const late = setTimeout(end, 1000)
  outgoing.write(body)
  incoming.removeAllListeners('data')
  incoming.on('data', (chunk: Buffer) => (room -= chunk.length) < 0 && end()).once('end', end)
  incoming.once('close', end).resume()
}

/** Answers what Node could not read as a request, and what took too long to become one; gives the status. */
const answerGarbage = (error: NodeJS.ErrnoException, socket: Socket): number => {
  const [status, reason, message]: [number, string, string] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'Request Timeout', 'the request took too long to arrive']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Request Header Fields Too Large', 'the head of the request is too large']
        : [400, 'Bad Request', 'that is not HTTP']
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return status
  }
  const body = JSON.stringify({ message })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), 1000).unref()
  return status
}

const drain = (
  server: http.Server,
  { patience, underWay }: { patience: number; underWay: () => number },
): Promise<number> =>
  new Promise((resolve) => {
    let cut = 0
    const late = setTimeout(() => {
      cut = underWay()
      server.closeAllConnections()
    }, patience)
    server.close(() => {
      clearTimeout(late)
      resolve(cut)
    })
    server.closeIdleConnections()
  })
