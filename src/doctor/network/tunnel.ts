import type { Socket } from 'node:net'
import { UnavailableError } from '../../errors.ts'
import type { Address } from '../../wire/network/address.ts'
import { firstHop, openSocket } from './connection.ts'

/**
 * Opens a connection to the machine of a service, directly or through a CONNECT tunnel of the proxy. The caller destroys it.
 * Throws an UnavailableError if the proxy refuses; of the proxy's answer, the error contains only the status.
 */
export const openTunnel = async (address: Address, proxy: URL | undefined, signal: AbortSignal): Promise<Socket> => {
  if (!proxy) return openSocket(firstHop(address, undefined), signal)
  const socket = await openSocket(firstHop(address, proxy), signal)
  const { host, port } = firstHop(address, undefined)
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n${credentialsOf(proxy)}\r\n`)
  const status = await readStatus(socket)
  if (status === 200) return socket
  socket.destroy()
  throw new UnavailableError(
    status === undefined ? 'the proxy closed the connection' : `the proxy refused to connect to ${target} (${status})`,
    {
      hint:
        status === 407
          ? 'the proxy requires a user name and a password: HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT'
          : 'see HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY',
    },
  )
}

const credentialsOf = ({ username, password }: URL): string => {
  if (!username && !password) return ''
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `proxy-authorization: Basic ${Buffer.from(text).toString('base64')}\r\n`
}

/** Reads the status of the proxy's answer, which has no body; undefined if the proxy closed the connection or sent no HTTP head. */
const readStatus = (socket: Socket): Promise<number | undefined> =>
  new Promise((resolve) => {
    let head = ''
    const onData = (chunk: Buffer) => {
      head += chunk.toString('latin1')
      const [, status] = /^HTTP\/1\.[01] (\d{3})[^]*\r\n\r\n/.exec(head) ?? []
      if (status === undefined && head.length < longest) return
      socket.off('data', onData)
      socket.pause()
      resolve(status === undefined ? undefined : Number(status))
    }
    socket.on('data', onData)
    socket.once('close', () => resolve(undefined))
  })

const longest = 64 * 1024
