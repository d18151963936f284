import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UnavailableError, UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { makeFolder } from '../../system/files/make-folder.ts'
import { takeFile, type LockEnv } from '../../system/files/take-file.ts'
import { isPassedOver } from './find.ts'

/** The lock of a folder of cases. */
export const lockFile = '.testctl-cases.lock'

/** Keeps other imports and exports out of the same files until what is given back is called. */
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

/** Makes the folder of files of cases; a failure is a UsageError that names it as the user does. */
export const makeCaseFolder = (path: string, name: string): void => {
  try {
    makeFolder(path, 0o777)
  } catch (error) {
    throw unwritable(name, error)
  }
}

/**
 * Removes what a process that was killed had not yet put into the place of a file, where files of cases are looked for: a link is not
 * followed, because it may lead out of the folder, or in a circle. DECISIONS 235
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
