import { UsageError } from '../../errors.ts'
import type { Address } from './address.ts'

type Environment = Readonly<Record<string, string | undefined>>

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

const isExcepted = ({ protocol, hostname, port }: URL, list: string): boolean =>
  list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true
    const [, name = entry, onlyPort] = /^(.+):(\d+)$/.exec(entry) ?? []
    const domain = name.replace(/^\*?\./, '').toLowerCase()
    if (domain === '' || (onlyPort && onlyPort !== (port || (protocol === 'https:' ? '443' : '80')))) return false
    return hostname === domain || hostname.endsWith(`.${domain}`)
  })
