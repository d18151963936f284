import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../../errors.ts'
import type { StoreLocation } from '../address.ts'
import type { QueryAnswer } from '../engine.ts'
import type { Database, Statement } from './drivers.ts'
import { sqliteName } from './long-path.ts'
import { findSqlite } from './find-sqlite.ts'

/** One open database: a statement in, rows and the number of changed rows out. Everything is synchronous underneath. */
export type SqliteConnection = {
  query: (sql: string, parameters?: readonly unknown[]) => QueryAnswer
  /** Runs statements that return no rows. This is the fastest way for one statement; several in one call take two thirds of that each. */
  run: (...statements: string[]) => void
  inTransaction: () => boolean
  close: () => void
}

/**
 * Opens a file for reading in a folder without write permission, where SQLite cannot create the files beside it that it otherwise needs
 * even to read. Takes no lock and reads no log, so the file must have no log and must not change meanwhile. DECISIONS 341
 */
export const connectToUnchanging = ({ path }: StoreLocation): SqliteConnection =>
  overDatabase(findSqlite().open(`${pathToFileURL(path).href}?immutable=1`))

/** Opens a database with the SQLite of this machine. Throws a UsageError for a device or a pipe. DECISIONS 281 */
export const connectTo = ({ label, path }: StoreLocation, { open } = findSqlite()): SqliteConnection => {
  if (isSpecial(path))
    throw new UsageError(`${label} is a device or a pipe, not a store`, { hint: 'name a file: file:./team.db' })
  return overDatabase(open(sqliteName(path)))
}

/** Whether a path is a device or a pipe. If it cannot be examined, or is a folder, SQLite's error explains it. */
export const isSpecial = (path: string): boolean => {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found !== undefined && !found.isFile() && !found.isDirectory()
  } catch {
    return false
  }
}

/** Reads the value of a pragma, which SQLite returns as one row with one column. */
export const readPragma = (connection: SqliteConnection, name: string): unknown => {
  const [row] = connection.query(`pragma ${name}`).rows as Record<string, unknown>[]
  return row && Object.values(row)[0]
}

/**
 * Names the values of a row, in a third of the time that a driver takes. If a newer testctl has added a column since the statement was
 * prepared, its value follows those of the other columns of its table, so `*` must be last in a query.
 */
const rowOf = (columns: readonly string[], values: readonly unknown[]): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at++) row[columns[at]!] = values[at]
  return row
}

type Prepared = { statement: Statement; columns?: readonly string[] }

const overDatabase = (database: Database): SqliteConnection => {
  const statements = new Map<string, Prepared>()
  let long: { sql: string; prepared: Prepared } | undefined
  const prepare = (sql: string): Prepared => {
    const made = { statement: database.prepare(sql) }
    // An insert of many rows has a long text, which is repeated only in direct succession, as in a copy: only the latest one is kept. A
    // statement's memory is outside of the heap and is freed by garbage collection: one for each page of a copy would take half a
    // gigabyte.
    if (sql.length < 4000) statements.set(sql, made)
    else long = { sql, prepared: made }
    if (statements.size > 200) statements.delete(statements.keys().next().value!)
    return made
  }
  return {
    query: (sql, parameters = []) => {
      const known = long?.sql === sql ? long.prepared : statements.get(sql)
      const prepared = known ?? prepare(sql)
      const { statement } = prepared
      // Describing the columns takes as long as reading ten rows by name, and most commands send a query only once.
      if (!known && isQuestion(sql)) return { rows: statement.all(...parameters), changes: 0 }
      const columns = (prepared.columns ??= describeColumns(statement))
      if (columns.length === 0) return { rows: [], changes: Number(statement.run(...parameters).changes) }
      const rows = statement.all(...parameters)
      const isNamed = statement.setReturnArrays === undefined
      return { rows: isNamed ? rows : (rows as unknown[][]).map((values) => rowOf(columns, values)), changes: 0 }
    },
    run: (...commands) => database.exec(commands.join(';\n')),
    inTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}

/** Whether a statement only reads, so that its number of changed rows does not matter. */
const isQuestion = (sql: string): boolean => /^\s*(select|pragma)\b/i.test(sql)

/** Returns the column names of a statement, and makes it return rows as arrays of values from now on, if the driver can. */
const describeColumns = (statement: Statement): readonly string[] => {
  statement.setReturnArrays?.(true)
  return statement.columns().map(({ name }) => name)
}
