import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { type buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici'
import { connectionOptions } from './pool.ts'
import { ProxyError } from './proxy-fault.ts'

/** Returns a function that opens connections through a proxy's tunnel. Loaded only if the environment names a proxy. */
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

// undici leaves out a user without a password, such as a token.
const credentialsOf = ({ username, password }: URL): string | undefined => {
  if (!username && !password) return undefined
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}

// undici gives a proxy's IP address as the TLS server name, about which Node warns (RFC 6066, 3).
const namingNoAddress =
  (connect: buildConnector.connector): buildConnector.connector =>
  ({ servername = '', ...options }, callback) =>
    connect(isIP(servername) ? options : { ...options, servername }, callback)

type Tunnelling = {
  connect: (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>
  destroy: (...parameters: unknown[]) => Promise<void>
}

/**
 * Changes how a client asks its proxy for tunnels. undici takes a connection that the proxy closes for one to the service, and reopens it
 * at once, without end: a ProxyError stops that. undici also forgets a tunnel, and a TLS handshake without an answer would keep the process
 * alive. DECISIONS 522
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
      // Nothing may come through a new tunnel before the client sends: undici would close it and open another, without end.
      if (status !== 200 || hasPage(socket)) {
        socket.on('error', () => undefined).destroy()
        throw new ProxyError({ status, identified })
      }
      tunnels.add(socket)
      socket.once('close', () => tunnels.delete(socket))
      return answer
    },
    // undici calls this again with a callback, which must be passed on.
    destroy: (...parameters) => {
      for (const socket of tunnels) socket.destroy()
      return end(...parameters)
    },
  }
}

// Empty lines after the head of the proxy's answer are neither a page nor from the service.
const hasPage = (socket: Duplex): boolean =>
  socket.readableLength > 0 && /[^\r\n]/.test((socket.read() as Buffer).toString('latin1'))
