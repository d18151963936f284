import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { TestctlError, UnavailableError, UsageError } from '../../../errors.ts'
import { isOpenElsewhere } from '../../../system/files/busy.ts'
import { diskProblem } from '../../../system/files/disk-errors.ts'
import { flushFile, flushFolder } from '../../../system/files/flush.ts'
import { giveMode, replaceFile } from '../../../system/files/replace.ts'
import { runsOnWindows } from '../../../system/platform.ts'
import type { StoreLocation } from '../../address.ts'
import { explainSqliteOpening, reasonOf } from '../../sqlite/errors.ts'
import { hasLog } from '../../sqlite/orphaned-log.ts'
import { findDamage, withFile } from '../store-file.ts'
import { seal } from './digest.ts'
import { openCopyFolder, removeCopyFolder, type Worker } from './folder.ts'

/**
 * Makes a file that appears under its name only when it is complete, verified and safe on the disk. `make` creates it in a private
 * folder beside its place.
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
    await onDisk(place, async () => {
      await seal(staged.path)
      keepPrivate(staged.path)
      flushFile(staged.path)
    })
    refuseToOverwrite(place, force)
    await onDisk(place, async () => {
      await replace(place, staged)
      flushFolder(dirname(place.path))
    })
    return made
  } finally {
    await removeCopyFolder(folder)
  }
}

/** Explains a disk error about the new file. */
const onDisk = async (place: StoreLocation, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    const problem = error instanceof TestctlError ? undefined : diskProblem(error)
    if (problem === undefined) throw error
    throw new UsageError(`${place.label} cannot be written: ${problem}`, {
      hint: 'is there space, and may you write there?',
      cause: error,
    })
  }
}

// A disk without modes, such as a memory stick or a share, decides who may read the file. DECISIONS 400
const keepPrivate = (path: string): void => {
  try {
    giveMode(path, 0o600)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(String((error as NodeJS.ErrnoException).code))) throw error
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

const refuseToOverwrite = ({ label, path }: StoreLocation, force: boolean): void => {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory())
    throw new UsageError(`${label} is a folder`, { hint: `name a file in it: ${join(label, 'backup.db')}` })
  if (there && !there.isFile())
    throw new UsageError(`${label} is a device or a pipe`, { hint: 'name a file, such as backup.db' })
  if (there && !force) throw new UsageError(`${label} exists already`, { hint: 'name another file, or add --force' })
  // SQLite would apply the log to the new file. DECISIONS 279
  if (hasLog(path))
    throw new UsageError(`${label} has a log beside it, ${basename(path)}-wal: it is in use, or was not closed`, {
      hint: 'name another file',
    })
}

/**
 * Explains an error while a file is made. The store that is read can fail with the same errors, but those of writing are about the new
 * file.
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
    // Leaves WAL mode, so that the backup is a single file that can be moved and opened read-only.
    connection.run('pragma journal_mode = delete')
    const [damage] = findDamage(connection)
    if (damage)
      throw new UnavailableError(`${place.label} was not made, because it would have been damaged: ${damage}`, {
        hint: 'check the original: testctl store check --store ADDRESS',
      })
  })
