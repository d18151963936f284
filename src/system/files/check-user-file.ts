import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { diskProblem } from './disk-errors.ts'
import { UsageError } from '../../errors.ts'
import { followLinks } from './replace.ts'

/**
 * Throws a UsageError for a file that `writeUserFile` could not write, before work is done whose answer would be lost: a folder, a file
 * whose folder may not be written to, a device that may not be written to. Cannot foresee what a disk reports only at the end.
 * DECISIONS 269
 */
export const checkUserFile = ({ path, name }: { path: string; name: string }): void => {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' })
    if (found && !found.isFile()) accessSync(path, constants.W_OK)
    else checkFolder(dirname(followLinks(path)))
  } catch (error) {
    throw userFileError(error, name)
  }
}

/** Checks the folder of a new file, or the nearest one above it in which the missing ones will be made. */
const checkFolder = (folder: string): void => {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found && dirname(folder) !== folder) return checkFolder(dirname(folder))
  if (found && !found.isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' })
  accessSync(folder, constants.W_OK | constants.X_OK)
}

/** Returns a UsageError if a disk refused a file that the user named; any other error is returned as it is. */
export const userFileError = (error: unknown, name: string): unknown => {
  const problem = diskProblem(error)
  if (problem === undefined) return error
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
  return new UsageError(`${name} cannot be written: ${problem}`, {
    hint: isFull ? 'free some space; the old file is untouched' : 'name a file that you may write',
    cause: error,
  })
}
