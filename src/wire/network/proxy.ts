import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { type buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici'
import { connectionOptions } from './pool.ts'
import { ProxyError } from './proxy-fault.ts'

/** Makes connections to a service that go through a proxy's tunnel. Loaded only where the environment names a proxy. */
export const throughProxy = (url: string): ((connect: buildConnector.connector) => Dispatcher) => {
  const token = credentialsOf(new URL(url))
  return (connect) =>
    new ProxyAgent({
      uri: url,
      connections: 1,
      ...connectionOptions,
      ...(token !== undefined && { token }),
      clientFactory: (origin, options) => {
        const client = new Client(origin, { ...options, connect: namingNoAddress(connect) })
        return Object.assign(client, tunnelling(client, token !== undefined))
      },
    })
}

// undici itself leaves out a user without a password, as a token is.
const credentialsOf = ({ username, password }: URL): string | undefined => {
  if (!username && !password) return undefined
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}

// Node warns about an address in the place of a server's name (RFC 6066, 3), which undici gives for a proxy that has no name.
const namingNoAddress =
  (connect: buildConnector.connector): buildConnector.connector =>
  ({ servername = '', ...options }, callback) =>
    connect(isIP(servername) ? options : { ...options, servername }, callback)

type Tunnelling = {
  connect: (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>
  destroy: (...parameters: unknown[]) => Promise<void>
}

/**
 * How a client asks its proxy for tunnels. undici takes a connection that the proxy closes for one to the service that may be opened
 * again, and does so at once and without end: that error is made another one. It also forgets a tunnel, with which a TLS handshake that
 * nobody answers would keep the process alive. DECISIONS 522
 */
const tunnelling = (client: Client, identified: boolean): Tunnelling => {
  const tunnels = new Set<Duplex>()
  const ask = client.connect.bind(client) as Tunnelling['connect']
  const end = client.destroy.bind(client) as Tunnelling['destroy']
  return {
    connect: async (options) => {
      const answer = await ask(options).catch((cause: unknown) => {
        throw new ProxyError({ cause })
      })
      const { socket, statusCode: status } = answer
      // Behind a tunnel that was just opened nobody speaks first: undici would end it, and open another, without end.
      if (status !== 200 || hasPage(socket)) {
        socket.on('error', () => undefined).destroy()
        throw new ProxyError({ status, identified })
      }
      tunnels.add(socket)
      socket.once('close', () => tunnels.delete(socket))
      return answer
    },
    // undici calls it again, with what is to be told of the end.
    destroy: (...parameters) => {
      for (const socket of tunnels) socket.destroy()
      return end(...parameters)
    },
  }
}

// An empty line too much behind the head of its answer is no page, and no part of what the service says.
const hasPage = (socket: Duplex): boolean =>
  socket.readableLength > 0 && /[^\r\n]/.test((socket.read() as Buffer).toString('latin1'))
