import { UsageError } from '../../errors.ts'
import type { Address } from './address.ts'
import { decodePercents } from '../../system/text/percents.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the URL of the proxy that the environment names for an address; undefined for a direct connection. Throws a UsageError for a
 * proxy that is not an http: or https: URL. Lower-case variables win, and `ALL_PROXY` comes last, as with curl. `NO_PROXY` lists hosts,
 * domains and ports, or `*`. Loopback needs no proxy. DECISIONS 551
 */
export const proxyFor = (address: Address, env: Environment): string | undefined => {
  const { origin, loopback } = address
  const variable = proxyVariableFor(address, env)
  const proxy = variable && env[variable]?.trim()
  if (!proxy || loopback || isExcepted(new URL(origin), env['no_proxy'] || env['NO_PROXY'] || '')) return undefined
  const url = proxy.includes('://') ? proxy : `http://${proxy}`
  // Neither error repeats the URL: it may hold a password.
  if (!URL.canParse(url))
    throw new UsageError(`${variable} is not the URL of a proxy`, { hint: form(variable, origin) })
  if (!/^https?:/i.test(url))
    throw new UsageError(`${variable} names a proxy that is neither http: nor https:`, { hint: form(variable, origin) })
  return withReadableCredentials(url)
}

// ALL_PROXY may name a SOCKS proxy for other programs, so it is left as it is.
const form = (variable: string, origin: string): string =>
  /^all_/i.test(variable)
    ? `for testctl, ${origin.startsWith('https:') ? 'HTTPS' : 'HTTP'}_PROXY=http://HOST:PORT overrides it; a host that needs no proxy goes into NO_PROXY`
    : `write it as ${variable}=http://HOST:PORT; a host that needs no proxy goes into NO_PROXY`

/** Returns a URL whose user and password can be decoded: people leave a % unescaped. */
const withReadableCredentials = (text: string): string => {
  const url = new URL(text)
  if (isDecodable(url.username) && isDecodable(url.password)) return text
  url.username = encodeLonePercents(url.username)
  url.password = encodeLonePercents(url.password)
  return url.href
}

const encodeLonePercents = (text: string): string => {
  if (isDecodable(text)) return text
  const encoded = text.replace(/%(?![\da-f]{2})/gi, '%25')
  return isDecodable(encoded) ? encoded : text.replaceAll('%', '%25')
}

const isDecodable = (text: string): boolean => decodePercents(text) !== undefined

/** Returns the environment variable that names the proxy for an address; undefined if none does. */
export const proxyVariableFor = ({ origin }: Pick<Address, 'origin'>, env: Environment): string | undefined =>
  [...(origin.startsWith('https:') ? ['https_proxy', 'HTTPS_PROXY'] : []), ...otherVariables].find((name) =>
    env[name]?.trim(),
  )

const otherVariables = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']

const isExcepted = ({ protocol, hostname, port }: URL, list: string): boolean =>
  list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true
    // An IPv6 address could be read as a host with a port.
    const ipv6 = `http://[${entry}]`
    if (URL.canParse(ipv6)) return hostname === new URL(ipv6).hostname
    const [, name = entry, onlyPort] = /^(.+):(\d+)$/.exec(entry) ?? []
    const domain = name.replace(/^\*?\./, '').toLowerCase()
    if (domain === '' || (onlyPort && onlyPort !== (port || (protocol === 'https:' ? '443' : '80')))) return false
    return hostname === domain || hostname.endsWith(`.${domain}`)
  })
