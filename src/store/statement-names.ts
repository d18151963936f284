import { randomBytes } from 'node:crypto'

/** Names the statements of a connection to a database server, so that a session prepares each of them only once. */
export const createStatementNames = () => {
  // Unique for each connection: an engine with one session for all clients keeps the prepared statements of all of them together.
  const prefix = `q${randomBytes(4).toString('hex')}_`
  const names = new Map<string, string>()
  let made = 0
  return {
    /** Returns the name of a statement; undefined for one that is not prepared. The server keeps each of them, so their number is limited. */
    nameOf: (sql: string): string | undefined => {
      const kept = names.get(sql)
      if (kept !== undefined || sql.length > 1500 || names.size >= 200) return kept
      const name = `${prefix}${made++}`
      names.set(sql, name)
      return name
    },
    /** Forgets all names: each statement is prepared anew, under a new name. */
    clear: (): void => names.clear(),
  }
}

/**
 * Whether a prepared statement no longer fits its table, to which a newer testctl has added a column. Prepared anew, it works.
 * DECISIONS 541
 */
export const isOutdated = (error: unknown): boolean =>
  (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'
