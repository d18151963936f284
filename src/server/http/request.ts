import { randomUUID } from 'node:crypto'
import type http from 'node:http'
import type { Request, Response } from '../../wire/message.ts'
import { readBody } from './body.ts'
import type { Holding } from './body-memory.ts'
import { splitTarget } from './target.ts'

/** A request whose head has arrived. Its body is read on demand, so that an upload waits for authentication. */
export type IncomingRequest = Omit<Request, 'body'> & {
  /** Its id, also in its answer and in its line of the log. */
  id: string
  /** The client's address; behind a trusted proxy that of the proxy's client. */
  address: string
  /** Whether the client used TLS, according to a trusted proxy. */
  encrypted: boolean
  /** Reads the body, of `limit` bytes at most; undefined for none. Throws a RejectedError with a status for an unreadable one. */
  readBody: (limit?: number) => Promise<string | undefined>
  /** Calls `tell` if the work on the answer exceeds its time limit. */
  onOverdue: (tell: () => void) => void
  /** Whether the client has closed the connection, so that no answer can be sent. */
  isGone: () => boolean
}

/** Answers a request. */
export type Handler = (request: IncomingRequest) => Promise<Response>

/** Returns the request without reading its body. */
export const headOf = ({ method, path, query, headers }: IncomingRequest): Request => ({
  method,
  path,
  query,
  headers,
})

/** Reads the body and returns the whole request. */
export const requestOf = async (request: IncomingRequest): Promise<Request> => {
  const body = await request.readBody()
  return Object.assign(headOf(request), { body })
}

type Taking = {
  outgoing: http.ServerResponse
  trustProxy: boolean
  more: (() => void) | undefined
  holding: () => Holding
}

/** Makes the request of a message that has arrived. */
export const requestFrom = (
  incoming: http.IncomingMessage,
  { outgoing, trustProxy, more, holding }: Taking,
): IncomingRequest => {
  const { path, query, host } = splitTarget(incoming.url ?? '')
  const headers = host === undefined ? incoming.headers : { ...incoming.headers, host }
  return {
    id: randomUUID(),
    path,
    query,
    method: incoming.method ?? '',
    headers: headers as Record<string, string>,
    address: addressOf(incoming, trustProxy),
    encrypted: trustProxy && lastOf(incoming.headers['x-forwarded-proto']) === 'https',
    readBody: (limit) => readBody(incoming, { limit, begin: more, hold: holding().hold }),
    // Without a listener Node would close the connection. Once the answer is sent, a timeout means that the client does not read it.
    onOverdue: (tell) => outgoing.on('timeout', () => (outgoing.headersSent ? outgoing.destroy() : tell())),
    isGone: () => incoming.socket.destroyed,
  }
}

const addressOf = ({ headers, socket }: http.IncomingMessage, trustProxy: boolean): string => {
  const address = (trustProxy && withoutPort(lastOf(headers['x-forwarded-for']))) || socket.remoteAddress || ''
  return address.startsWith(mapped) ? address.slice(mapped.length) : address
}

// The prefix of an IPv4 address on a socket for both IPv4 and IPv6.
const mapped = '::ffff:'

// Some proxies add the port of the client, which differs for each connection: `198.51.100.8:40001`, `[::1]:443`.
const withoutPort = (address: string): string =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')

// The trusted proxy added the last entry; the client may have invented all before it.
const lastOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? ''
