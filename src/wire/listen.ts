import { isUtf8 } from 'node:buffer'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyLimit, type Response, type Transport } from './message.ts'

/**
 * Puts a transport behind a port. `port` 0 takes any that is free; `url` says which one it was.
 * `close` answers what has begun, waits for it ten seconds at most, and lets go of the port.
 */
export const listen = async (
  transport: Transport,
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = http.createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (incoming, outgoing) => {
    serve(transport, incoming).then(
      (response) => send(outgoing, response, !incoming.complete),
      // The client went away, or the transport broke: there is nothing left to tell.
      () => outgoing.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, port: taken, family } = server.address() as AddressInfo
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`, close: () => drain(server) }
}

const serve = async (transport: Transport, incoming: http.IncomingMessage): Promise<Response> => {
  const [path = '', ...query] = (incoming.url ?? '').split('?')
  const body = await readBody(incoming)
  if (!isUtf8(body)) return { status: 400, headers: {}, body: JSON.stringify({ message: 'the body is not UTF-8' }) }
  return transport({
    method: incoming.method ?? '',
    path,
    query: query.join('?'),
    headers: flatten(incoming.headers),
    body: body.length > 0 ? body.toString() : undefined,
    repeatable: false,
  })
}

/** The body, or as much of it as shows that it is too large: the transport refuses it then. */
const readBody = async (incoming: http.IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > bodyLimit) break
  }
  const body = Buffer.concat(chunks)
  return size > bodyLimit ? Buffer.alloc(bodyLimit + 1, ' ') : body
}

const flatten = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]))

const send = (outgoing: http.ServerResponse, { status, headers, body }: Response, unread: boolean): void => {
  const length = Buffer.byteLength(body)
  outgoing.writeHead(status, { ...headers, 'content-length': length, ...(unread && { connection: 'close' }) })
  outgoing.end(body)
}

const drain = (server: http.Server): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), 10_000)
    server.close(() => {
      clearTimeout(late)
      resolve()
    })
    server.closeIdleConnections()
  })
