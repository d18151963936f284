import { UsageError } from '../../errors.ts'
import type { Place } from '../address.ts'
import type { Answer } from '../lane.ts'
import { drivers, type Database, type Statement } from './drivers.ts'
import { sqliteName } from './long-path.ts'

/** One open database: a statement in, rows and the number of changed rows out. Everything is synchronous underneath. */
export type Connection = {
  query: (sql: string, parameters?: readonly unknown[]) => Answer
  inTransaction: () => boolean
  close: () => void
}

/** The first driver whose SQLite can be trusted with a store; undefined where there is none. */
export const findSqlite = (): { driver: string; version: string; open: (path: string) => Database } | undefined => {
  for (const [driver, load] of Object.entries(drivers)) {
    const open = load()
    const version = open && versionOf(open)
    if (open && version && isTrusted(version)) return { driver, version, open }
  }
  return undefined
}

/** Opens a database with the SQLite that is found here. */
export const connectTo = ({ path }: Place): Connection => {
  const sqlite = findSqlite()
  if (sqlite) return overDatabase(sqlite.open(sqliteName(path)))
  throw new UsageError('there is no SQLite here that a store can be trusted to', {
    hint: `use Node.js 24 or later, or: npm install better-sqlite3@12 (SQLite ${oldest.join('.')} or later is needed)`,
  })
}

/** The value of a pragma, which SQLite tells as one row with one column. */
export const readPragma = (connection: Connection, name: string): unknown => {
  const [row] = connection.query(`pragma ${name}`).rows as Record<string, unknown>[]
  return row && Object.values(row)[0]
}

const overDatabase = (database: Database): Connection => {
  const statements = new Map<string, Statement>()
  const prepare = (sql: string): Statement => {
    const kept = statements.get(sql)
    if (kept) return kept
    const statement = database.prepare(sql)
    // Inserts of many rows have long texts that hardly come twice.
    if (sql.length < 4000) statements.set(sql, statement)
    if (statements.size > 200) statements.delete(statements.keys().next().value!)
    return statement
  }
  return {
    query: (sql, parameters = []) => {
      const statement = prepare(sql)
      if (statement.reader ?? statement.columns().length > 0) return { rows: statement.all(...parameters), changes: 0 }
      return { rows: [], changes: Number(statement.run(...parameters).changes) }
    },
    inTransaction: () => (database.isTransaction ?? database.inTransaction) === true,
    close: () => database.close(),
  }
}

// Older ones can corrupt a WAL database under two writers. TRAPS 14
const oldest = [3, 51, 3] as const

// Asked of a database in memory: the question would have to wait for the locks of a file. A package that was installed
// without being built has no answer.
const versionOf = (open: (path: string) => Database): string | undefined => {
  try {
    const database = open(':memory:')
    const [row] = database.prepare('select sqlite_version() as version').all() as { version: string }[]
    database.close()
    return row?.version
  } catch {
    return undefined
  }
}

const isTrusted = (version: string): boolean => {
  const parts = version.split('.').map(Number)
  const differing = oldest.findIndex((part, index) => part !== parts[index])
  return differing === -1 || (parts[differing] ?? 0) > oldest[differing]!
}
