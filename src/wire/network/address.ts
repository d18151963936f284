import { UsageError } from '../../errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The address of a service: the host to connect to, and the prefix of its paths (without a slash at the end). */
export type Address = { url: string; origin: string; hostname: string; prefix: string; loopback: boolean }

/**
 * Reads the base URL of a service, with or without a path prefix. The key travels with every request, so an address
 * without TLS is refused unless it is loopback or `allowHttp` is given.
 */
export const parseAddress = (url: string, { allowHttp = false }: { allowHttp?: boolean } = {}): Address => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    throw new UsageError('the address of the service is not an https: URL', {
      hint: 'it looks like https://tests.example.com',
    })
  // The address is not repeated: it may hold a password.
  if (parsed.username || parsed.password)
    throw new UsageError('the address of the service must not hold a user name or password')
  if (parsed.search || parsed.hash || /[?#]/.test(url))
    throw new UsageError('the address of the service must not have a query or a fragment')
  const loopback = isLoopback(parsed.hostname)
  if (parsed.protocol === 'http:' && !loopback && !allowHttp)
    throw new UsageError(`${parsed.origin} has no TLS: the key could be read on its way`, { hint: 'use https:' })
  const prefix = parsed.pathname.replace(/\/+$/, '')
  return { url: parsed.origin + prefix, origin: parsed.origin, hostname: parsed.hostname, prefix, loopback }
}

/**
 * The proxy that the environment names for an address, as a URL; undefined for a direct way.
 * Lower-case variables win, as with curl; `NO_PROXY` lists hosts, domains and ports, or `*`. Loopback needs no proxy.
 */
export const proxyFor = (address: Address, env: Environment): string | undefined => {
  const { origin, loopback } = address
  const variable = proxyVariableFor(address, env)
  const proxy = variable && env[variable]
  if (!proxy || loopback || isExcepted(new URL(origin), env['no_proxy'] || env['NO_PROXY'] || '')) return undefined
  const url = proxy.includes('://') ? proxy : `http://${proxy}`
  if (!URL.canParse(url))
    throw new UsageError('the proxy that the environment names is not a URL', {
      hint: 'see HTTPS_PROXY and HTTP_PROXY',
    })
  return url
}

/** The variable of the environment that names the proxy for such addresses; undefined where none does. */
export const proxyVariableFor = ({ origin }: Pick<Address, 'origin'>, env: Environment): string | undefined =>
  [...(origin.startsWith('https:') ? ['https_proxy', 'HTTPS_PROXY'] : []), 'http_proxy', 'HTTP_PROXY'].find(
    (name) => env[name],
  )

// A URL's host name is normalised: 127.1 has become 127.0.0.1 here.
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

const isExcepted = ({ protocol, hostname, port }: URL, list: string): boolean =>
  list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true
    const [, name = entry, onlyPort] = /^(.+):(\d+)$/.exec(entry) ?? []
    const domain = name.replace(/^\*?\./, '').toLowerCase()
    if (domain === '' || (onlyPort && onlyPort !== (port || (protocol === 'https:' ? '443' : '80')))) return false
    return hostname === domain || hostname.endsWith(`.${domain}`)
  })
