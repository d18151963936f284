import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UnavailableError, UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { makeFolder } from '../../system/files/make-folder.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import type { Io } from '../../system/io.ts'

/** The lock of a folder of cases. */
export const lockFile = '.testctl-cases.lock'

/**
 * Keeps other imports and exports out of the same files until what is given back is called. One that was killed leaves its
 * lock behind, which says whose it is.
 */
export const lockFiles = (
  path: string,
  name: string,
  { pid, isRunning }: Pick<Io, 'pid' | 'isRunning'>,
): (() => void) => {
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(path, `${pid}\n`, { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException
      // On a full disk the lock is there, and empty: nobody could say whose it is, and it would keep everybody out.
      if (syscall === 'write') rmSync(path, { force: true })
      if (code !== 'EEXIST') throw unwritable(name, error)
    }
    const holder = Number(holderOf(path))
    if ((holder !== pid && isRunning(holder)) || attempt === mostAttempts)
      throw new UnavailableError(`another import or export is working on ${name}${whose(holder)}`, {
        hint: `wait for it; if there is none, remove ${path}`,
      })
    rmSync(path, { force: true })
    if (basename(path) === lockFile) removeStaged(dirname(path))
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

/** Removes what a process that was killed had not yet put into the place of a file. */
const removeStaged = (folder: string): void => {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/^\.testctl-[0-9a-f-]{36}\.tmp$/.test(basename(name))) rmSync(join(folder, name), { force: true })
}

const mostAttempts = 3

const whose = (holder: number): string => (holder > 0 ? ` (process ${holder})` : '')

const holderOf = (path: string): string => {
  try {
    return readRegularFile(path, { most: 4096, links: 'refused' }).slice(0, 20)
  } catch {
    return ''
  }
}

const unwritable = (name: string, cause: unknown): unknown =>
  new UsageError(`cannot write into ${name}: ${diskProblem(cause) ?? String(cause)}`, {
    hint: 'is there space, and may you write there?',
    cause,
  })
