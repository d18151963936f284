import { UsageError } from '../../errors.ts'

/** The address of a service: the host to connect to, and the prefix of its paths (without a slash at the end). */
export type Address = { url: string; origin: string; hostname: string; prefix: string; loopback: boolean }

/**
 * Parses the base URL of a service, with or without a path prefix. Throws a UsageError for an invalid URL, and for one without TLS unless
 * it is loopback or `allowHttp` is given, because the key travels with every request.
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
    throw new UsageError(`${parsed.origin} has no TLS: the key could be read on its way`, {
      hint: 'use https: instead; in a network that you trust, TESTCTL_ALLOW_HTTP=1 allows it',
    })
  const prefix = parsed.pathname.replace(/\/+$/, '')
  return { url: parsed.origin + prefix, origin: parsed.origin, hostname: parsed.hostname, prefix, loopback }
}

// A URL's host name is normalised: 127.1 has become 127.0.0.1 here.
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
