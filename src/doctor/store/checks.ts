import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UnavailableError, UsageError } from '../../errors.ts'
import { accessLine, quoteWord, quoteWordFor, roomLine } from '../../system/shell-line.ts'
import type { StoreLocation } from '../../store/address.ts'
import { migrations } from '../../store/migrations.ts'
import { type SqliteConnection, connectTo, isSpecial, readPragma } from '../../store/sqlite/connection.ts'
import { explainSqliteOpening, restoringAnew } from '../../store/sqlite/errors.ts'
import { explainOrphanedLog } from '../../store/sqlite/orphaned-log.ts'
import { blockingWait, type BusyTimeout, retryWhileBusy } from '../../store/sqlite/busy-timeout.ts'
import { readUsableVersion } from '../../store/sqlite/prepare.ts'
import { fail, type Finding, ok, warn } from '../finding.ts'
import type { UserEnv } from '../../system/io.ts'

/** Checks the folder of a store's file: it must be writable, because SQLite creates files beside the store. */
export const checkFolder = ({ label, path }: StoreLocation, typing: UserEnv): Finding<true> => {
  const folder = dirname(path)
  const shown = dirname(label)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return fail(UsageError, `there is no folder ${shown}`, `mkdir -p ${quoteWordFor(typing, shown)}`)
  // Nothing is written beside a device: the next check says that it is not a file.
  if (isSpecial(path)) return ok(`${shown} is there`, true)
  if (!mayWrite(folder, constants.W_OK | constants.X_OK))
    return fail(UsageError, `you cannot write into ${shown}`, `check who may: ${accessLine(typing, shown)}`)
  return ok(`${shown} can be written into`, true)
}

/** Checks the file of a store: whether it exists, and who may read and write it. */
export const checkFile = ({ label, path }: StoreLocation, typing: UserEnv): Finding<'there' | 'missing'> => {
  const { platform } = typing
  const access = `check who may: ${accessLine(typing, label)}`
  const found = statSync(path, { throwIfNoEntry: false })
  // Reports the same error as every command. DECISIONS 279
  const orphaned = explainOrphanedLog({ label, path })
  if (orphaned) return fail(UsageError, orphaned.message, orphaned.hint ?? '')
  if (!found) return ok(`${label} is not there yet: testctl projects create makes it`, 'missing')
  if (!found.isFile())
    return fail(
      UsageError,
      `${label} is not a file`,
      `name a file: ${quoteWordFor(typing, found.isDirectory() ? `file:${label}/team.db` : 'file:./team.db')}`,
    )
  if (!mayWrite(path, constants.R_OK)) return fail(UsageError, `you cannot read ${label}`, access)
  if (!mayWrite(path, constants.W_OK)) return warn(`${label} can be read but not written`, access, 'there')
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
  const size = formatSize(found.size)
  if (platform !== 'win32' && (found.mode & 0o077) !== 0)
    return warn(`other users can read ${label} (${mode}), ${size}`, `chmod 600 ${quoteWordFor(typing, label)}`, 'there')
  return ok(`${label}, ${size}${platform === 'win32' ? '' : `, ${mode}`}`, 'there')
}

/** Checks the free space on the disk. */
export const checkDisk = ({ label, path }: StoreLocation, typing: UserEnv): Finding => {
  const { bavail, bsize } = statfsSync(dirname(path))
  const free = bavail * bsize
  const hint = `make room: ${roomLine(typing, dirname(label))}`
  if (free < 1024 * 1024) return fail(UnavailableError, `no space is left for ${label}`, hint)
  if (free < 100 * 1024 * 1024) return warn(`only ${formatSize(free)} are left`, hint)
  return ok(`${formatSize(free)} are left`)
}

/** Checks that the store in the file opens, its version, and a small file for damage. Does not upgrade the store. */
export const checkStore = (place: StoreLocation, busyTimeout: BusyTimeout): Promise<Finding<true>> =>
  look<true>(place, busyTimeout, (connection, version) => {
    if (!mayWrite(place.path, constants.W_OK)) prepareUnwritable(connection, version)
    const flag = ` --store ${quoteWord(`file:${place.label}`)}`
    const mode = String(readPragma(connection, 'journal_mode'))
    const { size } = statSync(place.path)
    const [damage] =
      size > quick ? [] : connection.query('pragma quick_check(1)').rows.map((row) => Object.values(row as object)[0])
    if (damage !== undefined && damage !== 'ok')
      return fail(UnavailableError, `it is damaged: ${String(damage)}`, restoringAnew)
    const label = `version ${version} of ${migrations.length}, journal ${mode}`
    if (version === 0) return ok('empty; the first write initializes it', true)
    if (version < migrations.length)
      return warn(label, `the next command upgrades it; to make a backup first: testctl store migrate${flag}`, true)
    return ok(label, true)
  })

/** Throws if a command could not open this read-only file, because it is not in WAL mode or must be upgraded. DECISIONS 440 */
const prepareUnwritable = (connection: SqliteConnection, version: number): void => {
  connection.run('pragma journal_mode = wal')
  if (version < migrations.length) connection.run('begin', `pragma user_version = ${version}`, 'rollback')
}

/** Checks that the store could be written to now, and is not locked by others. */
export const checkLock = (place: StoreLocation, busyTimeout: BusyTimeout): Promise<Finding> =>
  look(place, busyTimeout, (connection) => {
    connection.run('begin immediate')
    connection.run('rollback')
    return ok('not locked')
  })

const look = async <T>(
  place: StoreLocation,
  busyTimeout: BusyTimeout,
  work: (connection: SqliteConnection, version: number) => Finding<T>,
): Promise<Finding<T>> => {
  let connection: SqliteConnection | undefined
  try {
    connection = connectTo(place)
    const open = connection
    open.query(`pragma busy_timeout = ${blockingWait}`)
    return await retryWhileBusy(busyTimeout, () => work(open, readUsableVersion(open, place)))
  } catch (error) {
    throw explainSqliteOpening(error, place)
  } finally {
    connection?.close()
  }
}

const mayWrite = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** Formats bytes for people. */
const formatSize = (bytes: number): string => {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)} ${units[power]}`
}

// In bytes. Checking a larger file takes too long and blocks everything else meanwhile; `testctl store check` does it.
const quick = 64 * 1024 * 1024
