import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import type { Io } from '../system/io.ts'
import { isFileAddress, withoutQuotes } from './address.ts'
import type { Setting, Settings } from './index.ts'

/**
 * Returns the store that a command works on, and who named it: `--store`, TESTCTL_STORE, or the service, if that is a file. Otherwise it is
 * the file `otherwise`, which is not created if there is a service over HTTP: that is a UsageError with the hint `elsewhere`. Throws a
 * UsageError if no store is named. DECISIONS 217
 */
export const findStore = async (
  { settings, io: { env, cwd } }: { settings: Settings; io: Io },
  {
    typed,
    elsewhere,
    otherwise,
  }: {
    typed: string | undefined
    elsewhere: (url: string) => string
    otherwise?: string
  },
): Promise<Setting> => {
  if (typed !== undefined) return checked({ value: typed, origin: '--store' })
  const named = env['TESTCTL_STORE']?.trim()
  if (named) return checked({ value: named, origin: 'TESTCTL_STORE' })
  const url = await settings.find('url')
  if (url && isFileAddress(url.value)) return url
  if (otherwise !== undefined && (!url || existsSync(resolve(cwd, otherwise))))
    return { value: `file:./${otherwise}`, origin: 'default' }
  if (url)
    throw new UsageError(`${url.value} (${url.origin}) is a service over HTTP, not a store`, {
      hint: elsewhere(url.value),
    })
  throw new UsageError('no store is named', { hint: 'add --store file:./team.db, or set TESTCTL_STORE' })
}

/**
 * Returns the address of the standbys that answer reads of a store; undefined if TESTCTL_STORE_READS names none. Throws a UsageError if
 * the address is not one of PostgreSQL, and if the store is not in PostgreSQL, because it has no standbys then. DECISIONS 241
 */
export const findReads = ({ env }: Pick<Io, 'env'>, store: string): string | undefined => {
  const address = env['TESTCTL_STORE_READS']?.trim()
  if (!address) return undefined
  if (!postgres.test(address))
    throw new UsageError('TESTCTL_STORE_READS is not the address of a PostgreSQL server', {
      hint: withoutQuotes(address, 'it is written postgres://user@standby/database'),
    })
  if (postgres.test(store)) return address
  throw new UsageError('TESTCTL_STORE_READS names PostgreSQL standbys, but the store is not in PostgreSQL', {
    hint: 'unset it, or name the store: TESTCTL_STORE=postgres://user@host/database',
  })
}

const postgres = /^postgres(ql)?:\/\//i

// The name of a file alone cannot hold a password, which only an address with a scheme or a host has.
const isFileName = (value: string): boolean => /^[\w./-]+\.(db|sqlite3?)$/.test(value)

// Never repeats an address that cannot be read: it may hold a password. DECISIONS 24
const checked = ({ value, origin }: Setting): Setting => {
  if (/^(file:|postgres(ql)?:\/\/|:memory:$)/i.test(value)) return { value, origin }
  throw new UsageError(`${origin} is not the address of a store`, {
    hint: isFileName(value)
      ? `a store in a file is written file:${value}`
      : withoutQuotes(value, 'write a store as file:./team.db or postgres://user@host/database'),
  })
}
