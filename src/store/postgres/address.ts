import { UsageError } from '../../errors.ts'

/** A database: its address for the driver, and as people are told of it, without user and password. */
export type Base = { label: string; address: string }

/** Reads `postgres://user:password@host:5432/database`. Nothing of what cannot be read is repeated. */
export const parsePostgresAddress = (address: string): Base => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.pathname.length < 2)
    throw new UsageError('the address of the database cannot be read', {
      hint: 'it is written postgres://user:password@host:5432/database; what is special in a password is written %40',
    })
  // The driver takes these for verify-full as well, and says so on stderr.
  const mode = url.searchParams.get('sslmode')
  if (mode && ['prefer', 'require', 'verify-ca'].includes(mode)) url.searchParams.set('sslmode', 'verify-full')
  const host = url.searchParams.get('host') ?? (url.host || 'localhost')
  return { label: `${decodeURIComponent(url.pathname.slice(1))} on ${host}`, address: url.href }
}
