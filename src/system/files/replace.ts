import { chmodSync, lstatSync, readlinkSync, realpathSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { retryWhileOpen } from './busy.ts'

/** A new file on the same disk, how to write it if that is not done, and a last check that it is still wanted. */
type Staged = { staged: string; write?: () => unknown; isWanted?: () => boolean }

/**
 * Replaces a file by a new one, so that at any moment it is the old or the new one, whole. The only place that does so.
 * Where that fails, nothing is left of the new one. False where it was not wanted any more.
 */
export const replaceFile = async (file: string, { staged, write, isWanted = () => true }: Staged): Promise<boolean> => {
  try {
    await write?.()
    return await retryWhileOpen(() => {
      if (!isWanted()) return false
      renameSync(staged, file)
      return true
    })
  } catch (error) {
    removeIfThere(staged)
    throw error
  }
}

/**
 * Gives a staged file a mode, where it has another one. A disk without modes (FAT, some shares) gives one to all its files, so that a file
 * has that of the one it replaces already, and refuses to change it: an EPERM. DECISIONS 400
 */
export const giveMode = (staged: string, mode: number): void => {
  if (((statSync(staged).mode ^ mode) & 0o7777) !== 0) chmodSync(staged, mode & 0o7777)
}

/** The file that a path stands for, through symbolic links, even to one that does not exist yet. */
export const followLinks = (path: string): string => {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
  return isLink ? followLinks(resolve(dirname(path), readlinkSync(path))) : path
}

/** Removes a file, if it is there. rmSync would load more than all of this file. */
export const removeIfThere = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false })) unlinkSync(path)
}
