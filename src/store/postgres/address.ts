import { env } from 'node:process'
import { UsageError } from '../../errors.ts'
import { decodePercents } from '../../system/text/percents.ts'
import { chooseTls } from './tls.ts'

/**
 * A database. Its `addresses` are tried in order. `label` is its name for people, without user and password. `isWritable`: only a
 * server that takes writes is used. `searchPath`: the schemas in which tables are looked up, as SQL.
 */
export type PostgresDatabase = {
  label: string
  addresses: readonly [string, ...string[]]
  isWritable: boolean
  searchPath?: string | undefined
}

/**
 * Parses `postgres://user:password@host:5432/database`, also with several hosts (`@a,b:5433/database`): the first that takes writes is
 * used. The error for an address that cannot be parsed repeats nothing of it. DECISIONS 141, 383
 */
export const parsePostgresAddress = (address: string): PostgresDatabase => parse(address, 'store')

/** Parses the address of standbys: each of its hosts is a database of its own. DECISIONS 241 */
export const parseStandbyAddress = (address: string): PostgresDatabase[] => {
  const { addresses, searchPath } = parse(address, 'standby')
  return addresses.map((one) => {
    const url = new URL(one)
    const label = labelOf(url, url.searchParams.get('host') ?? url.host)
    return { label, addresses: [one], isWritable: false, searchPath }
  })
}

const parse = (address: string, kind: keyof typeof attributes): PostgresDatabase => {
  // A password may contain an unencoded @: the last @ ends it.
  const [, start = '', user = '', hosts = '', rest = ''] = /^(\w+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(address) ?? []
  const urls = hosts.split(',').map((host) => readUrl(start, user, host + rest))
  if (!urls.every((url) => url !== undefined && isWhole(url)))
    throw new UsageError(`the address of the ${attributes[kind].of} cannot be read`, {
      hint: 'it is written postgres://user:password@host:5432/database; encode special characters of a password: @ is %40',
    })
  const [first, ...others] = urls as [URL, ...URL[]]
  refuseService(first)
  const wanted = first.searchParams.get('target_session_attrs')
  const { words, use } = attributes[kind]
  if (wanted && !words.includes(wanted))
    throw new UsageError(`target_session_attrs=${wanted} is not for a ${kind}, which is ${use}`, {
      hint: `use one of ${words.join(', ')}`,
    })
  const searchPath = first.searchParams.get('options')?.match(onlySearchPath)?.[1]
  const host = first.searchParams.get('host') ?? (hosts || 'localhost')
  return {
    label: labelOf(first, host),
    addresses: [forDriver(first), ...others.map(forDriver)],
    isWritable: wanted ? wanted !== 'any' : others.length > 0,
    searchPath,
  }
}

// libpq accepts a user without a host, which `URL` cannot parse.
const readUrl = (start: string, user: string, rest: string): URL | undefined => {
  const hasHost = !/^([/?#]|$)/.test(rest)
  if (user === '' || hasHost) return parsed(start + user + rest)
  const [named, url] = [parsed(`${start}${user}host`), parsed(start + rest)]
  if (!named || !url) return undefined
  for (const [name, value] of Object.entries({ user: named.username, password: named.password }))
    if (value !== '') url.searchParams.set(name, decoded(value))
  return url
}

const parsed = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)

// The address names a database, and no unencoded character of a password has cut off its end.
const isWhole = ({ pathname, hash }: URL): boolean => pathname.length > 1 && !pathname.includes('@') && hash === ''

// The service file may name the host: if it were ignored, another database would be used.
const refuseService = ({ searchParams, hostname }: URL): void => {
  const namesHost = hostname !== '' || searchParams.has('host') || env['PGHOST']
  if (!searchParams.has('service') && (namesHost || !env['PGSERVICE'])) return
  throw new UsageError('pg_service.conf is not read', {
    hint: 'name host, user and database in the address, and leave out service=: postgres://user@host/database',
  })
}

const labelOf = ({ pathname }: URL, host: string): string => `${decoded(pathname.slice(1))} on ${host}`

// Decodes as the driver does: a % that encodes nothing stands for itself.
const decoded = (text: string): string => decodePercents(text) ?? text

/** Returns the user that the address of one host names. */
export const userOf = (address: string): string => {
  const { searchParams, username } = new URL(address)
  return searchParams.get('user') || decoded(username)
}

// The values of libpq's target_session_attrs that allow a server that takes writes, and those that allow one that does not.
const attributes = {
  store: { of: 'database', words: ['any', 'read-write', 'primary'], use: 'written' },
  standby: { of: 'standbys', words: ['any', 'read-only', 'standby', 'prefer-standby'], use: 'only read' },
}

// A pooler refuses options when a client connects, but the search path can also be set later.
const onlySearchPath = /^\s*-c\s*search_path=((?:[\w$]+|"[^"\\\s]+")(?:,(?:[\w$]+|"[^"\\\s]+"))*)\s*$/

const forDriver = (url: URL): string => {
  url.searchParams.delete('target_session_attrs')
  if (onlySearchPath.test(url.searchParams.get('options') ?? '')) url.searchParams.delete('options')
  chooseTls(url)
  return url.href
}
