import { statSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isOpenElsewhere, retryWhileOpen } from '../../system/files/busy.ts'
import { putInPlace } from '../../system/files/put-in-place.ts'
import { runsOnWindows } from '../../system/platform.ts'
import { UnavailableError, UsageError } from '../../errors.ts'
import { flushFile, flushFolder } from '../../system/files/flush.ts'
import { accessLine, usualShell } from '../../system/shell-line.ts'
import type { StoreLocation } from '../address.ts'
import { type SqliteConnection, connectTo } from '../sqlite/connection.ts'
import { explainSqliteOpening, reasonOf } from '../sqlite/errors.ts'
import { sqliteName } from '../sqlite/long-path.ts'
import { readSqliteVersion } from '../sqlite/prepare.ts'
import { seal } from './seal.ts'
import { makeWorkshop, type Worker } from './workshop.ts'

/**
 * Does something with the file of a store as it is: an old one is not upgraded. Gives the version of its schema along.
 * Throws a UsageError for a file that is missing, empty, not ours, or of a newer testctl.
 */
export const withFile = async <T>(
  place: StoreLocation,
  work: (connection: SqliteConnection, version: number) => T | Promise<T>,
): Promise<T> => {
  if (!statSync(place.path, { throwIfNoEntry: false }))
    throw new UsageError(`there is no store ${place.label}`, { hint: `look for it: ls ${dirname(place.label)}` })
  let connection: SqliteConnection | undefined
  try {
    connection = connectTo(place)
    connection.query('pragma busy_timeout = 5000')
    const version = readSqliteVersion(connection, place)
    if (version === 0) throw new UsageError(`${place.label} is empty`, { hint: 'name the file of a store' })
    return await work(connection, version)
  } catch (error) {
    throw explainSqliteOpening(error, place)
  } finally {
    connection?.close()
  }
}

/**
 * Makes a file that is there under its name when it is whole, and safe on the disk, and not before. `make` makes it under
 * another name, in a folder beside it that nobody else can look into; `verify` throws where it is not to be kept.
 */
export const makeFile = async <T>(
  place: StoreLocation,
  { make, force = false, worker }: { make: (place: StoreLocation) => Promise<T>; force?: boolean; worker: Worker },
): Promise<T> => {
  if (!force) refuseToOverwrite(place)
  const workshop = await openWorkshop(place, worker)
  try {
    const staged = { label: place.label, path: join(workshop, basename(place.path)) }
    const made = await onTarget(place, () => make(staged))
    await verifyFile(staged)
    await seal(staged.path)
    await chmod(staged.path, 0o600)
    flushFile(staged.path)
    if (!force) refuseToOverwrite(place)
    await replace(place, staged)
    flushFolder(dirname(place.path))
    return made
  } finally {
    await retryWhileOpen(() => rm(workshop, { recursive: true, force: true }))
  }
}

const replace = async (place: StoreLocation, staged: StoreLocation): Promise<void> => {
  try {
    await putInPlace(place.path, { staged: staged.path })
  } catch (error) {
    if (!runsOnWindows || !isOpenElsewhere(error)) throw error
    throw new UsageError(`${place.label} cannot be replaced: another program has it open`, {
      hint: 'close it there, or name another file',
      cause: error,
    })
  }
}

/** Copies the file of a store as it is at this moment, while others write. */
export const vacuumInto = (connection: SqliteConnection, { path }: StoreLocation): void => {
  connection.query('vacuum into ?', [sqliteName(path)])
}

/** What SQLite finds wrong with a file, in its own words; a hundred things at most. */
export const findDamage = (connection: SqliteConnection): string[] => {
  const found = connection.query('pragma integrity_check(100)').rows as { integrity_check: string }[]
  const dangling = connection.query('select "table", count(*) as rows from pragma_foreign_key_check group by 1')
    .rows as { table: string; rows: number }[]
  return [
    ...found.map(({ integrity_check: label }) => label).filter((label) => label !== 'ok'),
    ...dangling.map(({ table, rows }) => `${rows} of the ${table} belong to something that is gone`),
  ]
}

const refuseToOverwrite = ({ label, path }: StoreLocation): void => {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there) throw new UsageError(`${label} exists already`, { hint: 'name another file, or add --force' })
}

const openWorkshop = async ({ label, path }: StoreLocation, worker: Worker): Promise<string> => {
  try {
    return await makeWorkshop(dirname(path), worker)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new UsageError(`there is no folder ${dirname(label)} for ${label}`, { hint: `mkdir -p ${dirname(label)}` })
    throw new UsageError(`${label} cannot be written: ${(error as Error).message}`, {
      hint: `check who may write into the folder: ${accessLine(usualShell, dirname(label))}`,
      cause: error,
    })
  }
}

// The same errors can come from the store that is read; what has to do with writing has to do with what is made.
const onTarget = async <T>(place: StoreLocation, make: () => Promise<T>): Promise<T> => {
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
    // One file, that can be carried away and read where nothing can be written.
    connection.query('pragma journal_mode = delete')
    const [damage] = findDamage(connection)
    if (damage)
      throw new UnavailableError(`${place.label} was not made, because it would have been damaged: ${damage}`, {
        hint: 'check the original: testctl store check',
      })
  })
