import { UsageError } from '../../errors.ts'
import { chooseTls } from './tls.ts'

/**
 * A database: where it may be, in the order in which it is looked for, and as people read it, without user and password.
 * `isWritable`: of several servers one that takes writes is wanted. `searchPath`: where tables are looked for, as SQL.
 */
export type PostgresDatabase = {
  label: string
  addresses: readonly [string, ...string[]]
  isWritable: boolean
  searchPath?: string | undefined
}

/**
 * Reads `postgres://user:password@host:5432/database`, also with several hosts (`@a,b:5433/database`), of which the first that takes
 * writes is used. Repeats nothing of an address that it cannot read. DECISIONS 141
 */
export const parsePostgresAddress = (address: string): PostgresDatabase => parse(address, 'store')

/** The databases of an address of standbys: each of its hosts is one. DECISIONS 241 */
export const parseStandbyAddress = (address: string): PostgresDatabase[] => {
  const { addresses, searchPath } = parse(address, 'standby')
  return addresses.map((one) => {
    const url = new URL(one)
    const label = labelOf(url, url.searchParams.get('host') ?? url.host)
    return { label, addresses: [one], isWritable: false, searchPath }
  })
}

const parse = (address: string, kind: keyof typeof attributes): PostgresDatabase => {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? []
  const urls = hosts.split(',').map((host) => start + host + rest)
  if (!urls.every((url) => URL.canParse(url) && new URL(url).pathname.length > 1))
    throw new UsageError(`the address of the ${attributes[kind].of} cannot be read`, {
      hint: 'it is written postgres://user:password@host:5432/database; encode special characters of a password: @ is %40',
    })
  const [first, ...others] = urls.map((url) => new URL(url)) as [URL, ...URL[]]
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

const labelOf = ({ pathname }: URL, host: string): string => `${decodeURIComponent(pathname.slice(1))} on ${host}`

// Of libpq's words those that can mean a server that takes writes, and those that can mean one that does not.
const attributes = {
  store: { of: 'database', words: ['any', 'read-write', 'primary'], use: 'written' },
  standby: { of: 'standbys', words: ['any', 'read-only', 'standby', 'prefer-standby'], use: 'only read' },
}

// A pooler refuses options when a client connects. This one can be set later as well.
const onlySearchPath = /^\s*-c\s*search_path=((?:[\w$]+|"[^"\\\s]+")(?:,(?:[\w$]+|"[^"\\\s]+"))*)\s*$/

const forDriver = (url: URL): string => {
  url.searchParams.delete('target_session_attrs')
  if (onlySearchPath.test(url.searchParams.get('options') ?? '')) url.searchParams.delete('options')
  chooseTls(url)
  return url.href
}
