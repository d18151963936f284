import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes a file that is no longer needed. If that fails, the file stays, harmless: nothing depends on it any more. DECISIONS 399 */
export const discard = (file: string): void => {
  try {
    rmSync(file, { force: true })
  } catch {
    // The disk refuses, or on Windows another program has it open.
  }
}

/**
 * Removes the files of a folder that have not changed for some days; with an `ending`, only those that have it. Never
 * fails: a file that cannot be removed stays, and the command goes on.
 */
export const removeOld = (
  folder: string,
  { days, now, ending = '' }: { days: number; now: Date; ending?: string },
): void => {
  const oldest = now.getTime() - days * 24 * 3600 * 1000
  try {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      const found = lstatSync(file, { throwIfNoEntry: false })
      if (found?.isFile() && name.endsWith(ending) && found.mtimeMs < oldest) rmSync(file, { force: true })
    }
  } catch {
    // The folder is missing, or belongs to another user.
  }
}
