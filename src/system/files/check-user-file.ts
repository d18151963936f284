import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { diskProblem } from './disk-errors.ts'
import { UsageError } from '../../errors.ts'
import { followLinks } from './replace.ts'

/**
 * Ends what `writeUserFile` could not write, before anything is done whose answer would be lost with it: a folder, a file
 * without a folder that may be written to, a device that may not. What a disk says only in the end, it cannot know. DECISIONS 269
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

/** The folder that a file is written into, or else the nearest above it, in which the others are made. */
const checkFolder = (folder: string): void => {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found && dirname(folder) !== folder) return checkFolder(dirname(folder))
  if (found && !found.isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' })
  accessSync(folder, constants.W_OK | constants.X_OK)
}

/** A file that the user named and that a disk refuses, as a UsageError; any other error as it is. */
export const userFileError = (error: unknown, name: string): unknown => {
  const problem = diskProblem(error)
  if (problem === undefined) return error
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
  return new UsageError(`${name} cannot be written: ${problem}`, {
    hint: isFull ? 'free some space; the old file is untouched' : 'name a file that you may write',
    cause: error,
  })
}
