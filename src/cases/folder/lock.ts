import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UnavailableError, UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { makeFolder } from '../../system/files/make-folder.ts'
import { takeFile, type LockEnv } from '../../system/files/take-file.ts'
import { isPassedOver } from './find.ts'

/** The name of the lock file in a folder of cases. */
export const lockFile = '.testctl-cases.lock'

/**
 * Locks files against other imports and exports until the returned function is called. Throws an UnavailableError if they are locked
 * already, and a UsageError if the lock cannot be written.
 */
export const lockFiles = (path: string, name: string, io: LockEnv): (() => void) => {
  const taken = (holder: string): Error =>
    new UnavailableError(`another import or export is working on ${name} (${holder})`, {
      hint: `wait for it; if there is none, remove ${path}`,
    })
  try {
    return takeFile(path, io, {
      taken,
      onLeft: () => {
        if (basename(path) === lockFile) removeStaged(dirname(path))
      },
    })
  } catch (error) {
    throw error instanceof UnavailableError ? error : unwritable(name, error)
  }
}

/** Creates the folder for files of cases. If that fails, throws a UsageError that names it as the user does. */
export const makeCaseFolder = (path: string, name: string): void => {
  try {
    makeFolder(path, 0o777)
  } catch (error) {
    throw unwritable(name, error)
  }
}

/**
 * Removes the temporary files that a process which was killed left in and below a folder. Skips hidden folders and `node_modules`, which
 * have no files of cases, and links, because they may lead out of the folder or in a circle. DECISIONS 235
 */
const removeStaged = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !isPassedOver(entry.name)) removeStaged(path)
    else if (entry.isFile() && /^\.testctl-[0-9a-f-]{36}\.tmp$/.test(entry.name)) rmSync(path, { force: true })
  }
}

const unwritable = (name: string, cause: unknown): unknown =>
  new UsageError(`cannot write into ${name}: ${diskProblem(cause) ?? String(cause)}`, {
    hint: 'is there space, and may you write there?',
    cause,
  })
