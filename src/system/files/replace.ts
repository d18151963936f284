import { chmodSync, lstatSync, readlinkSync, realpathSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { retryWhileOpen } from './busy.ts'

/** A new file on the same disk, how to write it if it is not written yet, and a last check whether it is still wanted. */
type Staged = { staged: string; write?: () => unknown; isWanted?: () => boolean }

/**
 * Replaces a file by a new one atomically: at any moment it is the old or the new one, complete. The only place that does so. If it fails,
 * it removes the new file. Returns false if the new file is no longer wanted.
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
 * Sets the mode of a staged file, if it differs. On a disk without modes (FAT, some shares) all files have one mode, so the staged file
 * already has that of the file it replaces; changing it there fails with EPERM. DECISIONS 400
 */
export const giveMode = (staged: string, mode: number): void => {
  if (((statSync(staged).mode ^ mode) & 0o7777) !== 0) chmodSync(staged, mode & 0o7777)
}

/** Returns the file that a path leads to through symbolic links at its end, even if that file does not exist yet. */
export const followLinks = (path: string): string => {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // The folder may itself be reached through a link: `..` of the link's target is counted from where the link really is.
    return followLinks(resolve(realpathSync(dirname(path)), readlinkSync(path)))
  }
}

/** Removes a file, if it exists. rmSync would load more code than this whole file. */
export const removeIfThere = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false })) unlinkSync(path)
}
