import { env } from 'node:process'
import { UsageError } from '../../errors.ts'

/**
 * Sets in the address of one host how the driver uses TLS. Unless the address or `PGSSLMODE` says otherwise, a database on another
 * machine must show a trusted certificate for its name. Throws a UsageError for an unknown mode. DECISIONS 278
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

// The variables of libpq that the driver ignores.
const files = [
  ['sslrootcert', 'PGSSLROOTCERT'],
  ['sslcert', 'PGSSLCERT'],
  ['sslkey', 'PGSSLKEY'],
] as const

// Each of these parameters makes the driver use TLS, and says how.
const driversOwn = ['ssl', 'sslrootcert', 'sslcert', 'sslkey']

// The driver treats the modes in the middle as verify-full, and writes a warning to stderr.
const modes = new Map([
  ['disable', 'disable'],
  ['no-verify', 'no-verify'],
  ...['allow', 'prefer', 'require', 'verify-ca', 'verify-full'].map((mode) => [mode, 'verify-full'] as const),
])

const isOnThisMachine = ({ searchParams, hostname }: URL): boolean => {
  const host = searchParams.get('host') || decodeURIComponent(hostname) || env['PGHOST'] || 'localhost'
  return host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
