import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { userFileError } from '../../system/files/check-user-file.ts'
import { followLinks } from '../../system/files/replace.ts'
import { UnavailableError, UsageError } from '../../errors.ts'
import { quoteWord } from '../../system/shell-line.ts'
import type { StoreLocation } from '../address.ts'
import { type SqliteConnection, connectTo, connectToUnchanging, readPragma } from '../sqlite/connection.ts'
import { explainSqliteOpening, reasonOf } from '../sqlite/errors.ts'
import { sqliteName } from '../sqlite/long-path.ts'
import { explainOrphanedLog, hasLog } from '../sqlite/orphaned-log.ts'
import { readSqliteVersion } from '../sqlite/prepare.ts'
import { refuseNewer } from '../newer-version.ts'

/**
 * Runs work on the file of a store without an upgrade, with the version of its schema.
 * Throws a UsageError for a file that is missing, empty, not ours, or of a newer testctl.
 */
export const withFile = async <T>(
  place: StoreLocation,
  work: (connection: SqliteConnection, version: number) => T | Promise<T>,
): Promise<T> => {
  const orphaned = explainOrphanedLog(place)
  if (orphaned) throw orphaned
  if (!statSync(place.path, { throwIfNoEntry: false }))
    throw new UsageError(`there is no store ${place.label}`, {
      hint: `look for it: ls ${quoteWord(dirname(place.label))}`,
    })
  let connection: SqliteConnection | undefined
  try {
    const opened = openForReading(place)
    ;({ connection } = opened)
    const version = readSqliteVersion(connection, place)
    refuseNewer(place.label, version)
    if (version === 0) throw new UsageError(`${place.label} is empty`, { hint: 'name the file of a store' })
    const done = await work(connection, version)
    opened.refuseChanges()
    return done
  } catch (error) {
    throw explainSqliteOpening(error, place)
  } finally {
    connection?.close()
  }
}

type OpenedForReading = { connection: SqliteConnection; refuseChanges: () => void }

/** Opens a file for reading. If its folder cannot be written, this works only when the file has no log. DECISIONS 341 */
const openForReading = (place: StoreLocation): OpenedForReading => {
  const connection = connectTo(place)
  try {
    connection.run('pragma busy_timeout = 5000')
    // The first statement that reads the file; it fails if SQLite cannot create the files beside it.
    readPragma(connection, 'user_version')
    return { connection, refuseChanges: () => undefined }
  } catch (error) {
    connection.close()
    if (!['READONLY', 'CANTOPEN'].includes(reasonOf(error) ?? '') || hasLog(place.path)) throw error
    const before = stampOf(place)
    const refuseChanges = (): void => {
      if (stampOf(place) === before && !hasLog(place.path)) return
      throw new UnavailableError(`${place.label} was changed while it was read`, {
        hint: 'run it again; to read a store that is in use, you must be able to write into its folder',
      })
    }
    return { connection: connectToUnchanging(place), refuseChanges }
  }
}

const stampOf = ({ path }: StoreLocation): string => {
  const { ino, size, mtimeMs } = statSync(path)
  return `${ino} ${size} ${mtimeMs}`
}

/** Copies a snapshot of a store's file while others write. */
export const vacuumInto = (connection: SqliteConnection, { path }: StoreLocation): void => {
  connection.query('vacuum into ?', [sqliteName(path)])
}

/** Returns the problems that SQLite finds in a file, in its own words (a hundred at most), and the tables with broken references. */
export const findDamage = (connection: SqliteConnection): string[] => {
  const found = connection.query('pragma integrity_check(100)').rows as { integrity_check: string }[]
  const dangling = connection.query('select "table", count(*) as rows from pragma_foreign_key_check group by 1')
    .rows as { table: string; rows: number }[]
  return [
    ...found.map(({ integrity_check: label }) => label).filter((label) => label !== 'ok'),
    ...dangling.map(({ table, rows }) => `${rows} of the ${table} belong to something that is gone`),
  ]
}

/** Follows symbolic links to the file, so that a link stays a link. Throws a UsageError for a link that leads to itself. DECISIONS 281 */
export const throughLinks = ({ label, path }: StoreLocation): StoreLocation => {
  try {
    return { label, path: followLinks(path) }
  } catch (error) {
    throw userFileError(error, label)
  }
}
