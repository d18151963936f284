import { statSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isOpenElsewhere, retryWhileOpen } from '../../system/files/busy.ts'
import { userFileError } from '../../system/files/check-user-file.ts'
import { followLinks, replaceFile } from '../../system/files/replace.ts'
import { runsOnWindows } from '../../system/platform.ts'
import { UnavailableError, UsageError } from '../../errors.ts'
import { flushFile, flushFolder } from '../../system/files/flush.ts'
import { accessLine, quoteWord, usualShell } from '../../system/shell-line.ts'
import type { StoreLocation } from '../address.ts'
import { type SqliteConnection, connectTo, connectToUnchanging, readPragma } from '../sqlite/connection.ts'
import { explainSqliteOpening, reasonOf } from '../sqlite/errors.ts'
import { sqliteName } from '../sqlite/long-path.ts'
import { explainOrphanedLog, hasLog } from '../sqlite/orphaned-log.ts'
import { readSqliteVersion } from '../sqlite/prepare.ts'
import { refuseNewer } from '../newer-version.ts'
import { seal } from './file-digest.ts'
import { makeCopyFolder, type Worker } from './copy-folder.ts'

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

/** Opens a file also where nothing may be written beside it and it has no log. DECISIONS 341 */
const openForReading = (place: StoreLocation): OpenedForReading => {
  const connection = connectTo(place)
  try {
    connection.run('pragma busy_timeout = 5000')
    // The first question that reads the file.
    readPragma(connection, 'user_version')
    return { connection, refuseChanges: () => undefined }
  } catch (error) {
    connection.close()
    if (!['READONLY', 'CANTOPEN'].includes(reasonOf(error) ?? '') || hasLog(place.path)) throw error
    const before = stampOf(place)
    const refuseChanges = (): void => {
      if (stampOf(place) === before && !hasLog(place.path)) return
      throw new UnavailableError(`${place.label} was changed while it was read`, {
        hint: 'do it again; a store that is in use is read by who may write into its folder',
      })
    }
    return { connection: connectToUnchanging(place), refuseChanges }
  }
}

const stampOf = ({ path }: StoreLocation): string => {
  const { ino, size, mtimeMs } = statSync(path)
  return `${ino} ${size} ${mtimeMs}`
}

/**
 * Makes a file that appears under its name only when it is complete and safe on the disk. `make` makes it under
 * another name, in a private folder beside it; `verify` throws where it must not be kept.
 */
export const makeFile = async <T>(
  place: StoreLocation,
  { make, force = false, worker }: { make: (place: StoreLocation) => Promise<T>; force?: boolean; worker: Worker },
): Promise<T> => {
  refuseToOverwrite(place, force)
  const folder = await openCopyFolder(place, worker)
  try {
    const staged = { label: place.label, path: join(folder, basename(place.path)) }
    const made = await onTarget(place, () => make(staged))
    await verifyFile(staged)
    await seal(staged.path)
    await chmod(staged.path, 0o600)
    flushFile(staged.path)
    refuseToOverwrite(place, force)
    await replace(place, staged)
    flushFolder(dirname(place.path))
    return made
  } finally {
    await retryWhileOpen(() => rm(folder, { recursive: true, force: true }))
  }
}

const replace = async (place: StoreLocation, staged: StoreLocation): Promise<void> => {
  try {
    await replaceFile(place.path, { staged: staged.path })
  } catch (error) {
    if (!runsOnWindows || !isOpenElsewhere(error)) throw error
    throw new UsageError(`${place.label} cannot be replaced: another program has it open`, {
      hint: 'close it there, or name another file',
      cause: error,
    })
  }
}

/** Copies a snapshot of a store's file while others write. */
export const vacuumInto = (connection: SqliteConnection, { path }: StoreLocation): void => {
  connection.query('vacuum into ?', [sqliteName(path)])
}

/** The problems that SQLite finds in a file, in its own words; a hundred at most. */
export const findDamage = (connection: SqliteConnection): string[] => {
  const found = connection.query('pragma integrity_check(100)').rows as { integrity_check: string }[]
  const dangling = connection.query('select "table", count(*) as rows from pragma_foreign_key_check group by 1')
    .rows as { table: string; rows: number }[]
  return [
    ...found.map(({ integrity_check: label }) => label).filter((label) => label !== 'ok'),
    ...dangling.map(({ table, rows }) => `${rows} of the ${table} belong to something that is gone`),
  ]
}

/** The file that a name stands for through links, so that a link stays one. Throws a UsageError for one that leads to itself. DECISIONS 281 */
export const throughLinks = ({ label, path }: StoreLocation): StoreLocation => {
  try {
    return { label, path: followLinks(path) }
  } catch (error) {
    throw userFileError(error, label)
  }
}

const refuseToOverwrite = ({ label, path }: StoreLocation, force: boolean): void => {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory())
    throw new UsageError(`${label} is a folder`, { hint: `name a file in it: ${join(label, 'backup.db')}` })
  if (there && !there.isFile())
    throw new UsageError(`${label} is a device or a pipe`, { hint: 'name a file, such as backup.db' })
  if (there && !force) throw new UsageError(`${label} exists already`, { hint: 'name another file, or add --force' })
  // SQLite would put what is in the log into the new file. DECISIONS 279
  if (hasLog(path))
    throw new UsageError(`${label} has a log beside it, ${basename(path)}-wal: it is in use, or was not closed`, {
      hint: 'name another file',
    })
}

/** Makes the private folder of a copy beside a file; a UsageError where its folder is missing or closed. */
export const openCopyFolder = async ({ label, path }: StoreLocation, worker: Worker): Promise<string> => {
  try {
    return await makeCopyFolder(dirname(path), worker)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new UsageError(`there is no folder ${dirname(label)} for ${label}`, {
        hint: `mkdir -p ${quoteWord(dirname(label))}`,
      })
    throw new UsageError(`${label} cannot be written: ${(error as Error).message}`, {
      hint: `check who may write into the folder: ${accessLine(usualShell, dirname(label))}`,
      cause: error,
    })
  }
}

/**
 * Explains what fails while something is made. The same errors can come from the store that is read; what has to do with writing
 * has to do with what is made.
 */
export const onTarget = async <T>(place: StoreLocation, make: () => Promise<T>): Promise<T> => {
  try {
    return await make()
  } catch (error) {
    const reason = reasonOf(error)
    const isOurs = reason !== undefined && ['FULL', 'IOERR', 'READONLY', 'CANTOPEN'].includes(reason)
    throw isOurs ? explainSqliteOpening(error, place) : error
  }
}

const verifyFile = (place: StoreLocation): Promise<void> =>
  withFile(place, (connection) => {
    // A single file that can be moved, and opened read-only.
    connection.run('pragma journal_mode = delete')
    const [damage] = findDamage(connection)
    if (damage)
      throw new UnavailableError(`${place.label} was not made, because it would have been damaged: ${damage}`, {
        hint: 'check the original: testctl store check --store ADDRESS',
      })
  })
