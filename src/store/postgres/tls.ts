import { env } from 'node:process'
import { UsageError } from '../../errors.ts'

/**
 * Says in the address of one host how the driver is to use TLS. Unless the address or `PGSSLMODE` says it, a database on
 * another machine must show a certificate that is trusted and for its name. A UsageError for a word that is no mode.
 * DECISIONS 278
 */
export const chooseTls = (url: URL): void => {
  const { searchParams } = url
  if (searchParams.get('sslrootcert') === 'system') {
    searchParams.delete('sslrootcert')
    if (!searchParams.get('sslmode')) searchParams.set('sslmode', 'verify-full')
  }
  const named = searchParams.get('sslmode')
  if (!named && driversOwn.some((name) => searchParams.has(name))) return
  const mode = named || env['PGSSLMODE'] || (isOnThisMachine(url) ? undefined : 'verify-full')
  if (mode === undefined) return
  if (!modes.has(mode))
    throw new UsageError(`sslmode=${mode} is not known`, {
      hint: `use one of ${[...modes.keys()].join(', ')}, in the address or PGSSLMODE`,
    })
  searchParams.set('sslmode', modes.get(mode)!)
  if (mode === 'disable') return
  for (const [name, variable] of files)
    if (!searchParams.has(name) && env[variable] && env[variable] !== 'system') searchParams.set(name, env[variable])
}

// Variables of libpq that the driver does not look at.
const files = [
  ['sslrootcert', 'PGSSLROOTCERT'],
  ['sslcert', 'PGSSLCERT'],
  ['sslkey', 'PGSSLKEY'],
] as const

// These alone make it use TLS, and say how.
const driversOwn = ['ssl', 'sslrootcert', 'sslcert', 'sslkey']

// The driver takes those in the middle for verify-full, and writes a warning to stderr.
const modes = new Map([
  ['disable', 'disable'],
  ['no-verify', 'no-verify'],
  ...['allow', 'prefer', 'require', 'verify-ca', 'verify-full'].map((mode) => [mode, 'verify-full'] as const),
])

const isOnThisMachine = ({ searchParams, hostname }: URL): boolean => {
  const host = searchParams.get('host') || decodeURIComponent(hostname) || env['PGHOST'] || 'localhost'
  return host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
