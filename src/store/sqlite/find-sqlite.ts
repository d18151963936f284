import { UsageError } from '../../errors.ts'
import { type Database, drivers, type UnusableDriver } from './drivers.ts'
import { explainMissing } from './missing.ts'

/** An SQLite that is safe for a store: its driver, its version, and the function that opens a file. */
export type Sqlite = { driver: string; version: string; open: (path: string) => Database }

/** Looks for a usable SQLite, in the order of the drivers. If there is none, returns what is wrong with each driver. */
export const lookForSqlite = (candidates = drivers): { sqlite: Sqlite } | { refused: readonly UnusableDriver[] } => {
  const refused: UnusableDriver[] = []
  for (const [driver, load] of Object.entries(candidates)) {
    try {
      const loaded = load()
      if (!loaded) throw new Error('it is not there')
      const open = (path: string) => new loaded.DatabaseSync(path)
      const version = versionOf(open)
      if (isTrusted(version)) return { sqlite: { driver, version, open } }
      refused.push({ driver, version })
    } catch (error) {
      refused.push({ driver, error })
    }
  }
  return { refused }
}

/** Returns the SQLite of this machine, which is looked up once. Throws a UsageError with advice if there is none. */
export const findSqlite = (): Sqlite => (known ??= find())
let known: Sqlite | undefined

const find = (): Sqlite => {
  const found = lookForSqlite()
  if ('sqlite' in found) return found.sqlite
  const { message, hint } = explainMissing(found.refused)
  throw new UsageError(`a store in a file needs SQLite ${oldest.join('.')} or later: ${message}`, { hint })
}

// Older ones can corrupt a WAL database under two writers. TRAPS 14
const oldest = [3, 51, 3] as const

// Asks a database in memory, because with a file the query would have to wait for its locks.
const versionOf = (open: (path: string) => Database): string => {
  const database = open(':memory:')
  const [row] = database.prepare('select sqlite_version() as version').all() as { version: string }[]
  database.close()
  return row?.version ?? ''
}

const isTrusted = (version: string): boolean => {
  const parts = version.split('.').map(Number)
  const differing = oldest.findIndex((part, index) => part !== parts[index])
  return differing === -1 || (parts[differing] ?? 0) > oldest[differing]!
}
