import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Address, parseAddress } from '../../wire/network/address.ts'
import { explainNetworkError } from '../../wire/network/errors.ts'
import { UnavailableError } from '../../errors.ts'
import { fail, type Finding, ok } from '../finding.ts'

/**
 * The machine to connect to: the service's, or that of the proxy in front of it. With `tls` the connection to it begins with TLS,
 * as for a proxy at an https: URL.
 */
export type Hop = { origin: string; host: string; port: number; tls: boolean; isProxy: boolean }

/** Returns the machine that a connection to an address reaches first. */
export const firstHop = ({ origin }: Address, proxy: URL | undefined): Hop => {
  const { hostname, port, protocol, host } = proxy ?? new URL(origin)
  return {
    origin: `${protocol}//${host}`,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    tls: proxy?.protocol === 'https:',
    isProxy: proxy !== undefined,
  }
}

/** Resolves the name of a machine, and reports its addresses and how long that took. */
export const checkHostName = async (hop: Hop): Promise<Finding<true>> => {
  if (isIP(hop.host)) return ok(`not needed for ${hop.host}`, true)
  const begun = performance.now()
  try {
    const found = await lookup(hop.host, { all: true })
    const shown = found.slice(0, most).map(({ address }) => address)
    const more = found.length - shown.length
    return ok(
      `${hop.host} is ${[...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')} (${tookSince(begun)})`,
      true,
    )
  } catch (error) {
    return unreachable(error, hop)
  }
}

/** Checks that something listens at the port of a machine. */
export const checkConnection = async (hop: Hop, signal: AbortSignal): Promise<Finding<true>> => {
  const begun = performance.now()
  try {
    const socket = await openSocket(hop, signal)
    const message = `connected to ${socket.remoteAddress} port ${hop.port} in ${tookSince(begun)}`
    socket.destroy()
    return ok(hop.isProxy ? `${message} (the proxy)` : message, true)
  } catch (error) {
    return unreachable(error, hop)
  }
}

/** Opens a connection to a machine. The caller destroys it. */
export const openSocket = ({ host, port, tls }: Hop, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const socket: Socket = tls
      ? connectTls({ host, port, ...(!isIP(host) && { servername: host }) })
      : connect({ host, port })
    signal.addEventListener('abort', () => socket.destroy())
    socket.once(tls ? 'secureConnect' : 'connect', () => resolve(socket))
    socket.once('error', reject)
    // A socket that is destroyed before it opens emits nothing else.
    socket.once('close', () => reject(new Error('closed')))
  })

/** Formats the time since then, for people. */
const tookSince = (begun: number): string => formatTook(performance.now() - begun)

/** Formats milliseconds for people. */
export const formatTook = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`)

const unreachable = (error: unknown, { origin, isProxy }: Hop): Finding<never> => {
  const address = parseAddress(origin, { allowHttp: true })
  const { message, hint } = explainNetworkError({
    error: firstOf(error),
    address,
    started: false,
    reason: undefined,
    proxied: false,
  })
  return fail(
    UnavailableError,
    message,
    isProxy ? 'is the proxy right? see HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY' : hint,
  )
}

// If a name has several addresses, all of them failed.
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)

const most = 4
