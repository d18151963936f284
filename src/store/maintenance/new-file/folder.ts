import { createHash } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from '../../../errors.ts'
import { retryWhileOpen } from '../../../system/files/busy.ts'
import { accessLine, quoteWord, usualShell } from '../../../system/shell-line.ts'
import type { StoreLocation } from '../../address.ts'

/** The id of this process, and whether the process of another id runs. */
export type Worker = { pid?: number; isRunning?: (pid: number) => boolean }

/**
 * Creates a private folder for an incomplete copy. First deletes those that killed processes have left there, because each may hold a
 * whole copy. DECISIONS 107
 */
export const makeCopyFolder = async (folder: string, worker: Worker): Promise<string> => {
  await clearDead(folder, worker)
  return mkdtemp(join(folder, `${beginning}${worker.pid ?? 0}-${here()}-`))
}

/**
 * Removes the private folder of a copy with its contents. If that fails, a later copy deletes it once its process has ended.
 * DECISIONS 399
 */
export const removeCopyFolder = (folder: string): Promise<void> =>
  retryWhileOpen(() => rm(folder, { recursive: true, force: true })).catch(() => undefined)

/** Creates the private folder of a copy beside a file. Throws a UsageError if the folder of the file is missing or cannot be written. */
export const openCopyFolder = async ({ label, path }: StoreLocation, worker: Worker): Promise<string> => {
  try {
    return await makeCopyFolder(dirname(path), worker)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new UsageError(`there is no folder ${dirname(label)} for ${label}`, {
        hint: `mkdir -p ${quoteWord(dirname(label))}`,
      })
    throw new UsageError(`${label} cannot be written: ${(error as Error).message}`, {
      hint: `check who may write into the folder: ${accessLine(usualShell, dirname(label))}`,
      cause: error,
    })
  }
}

const clearDead = async (folder: string, worker: Worker): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    // Another user's folder stays: that is no reason to fail.
    if (await isDead(path, name, worker).catch(() => false)) await rm(path, { recursive: true }).catch(() => undefined)
  }
}

const isDead = async (
  path: string,
  name: string,
  { pid: own = 0, isRunning = () => true }: Worker,
): Promise<boolean> => {
  const [, pid, place] = form.exec(name) ?? []
  if (place === undefined || !(await lstat(path)).isDirectory()) return false
  if (place === here() && ![0, own].includes(Number(pid)) && !isRunning(Number(pid))) return true
  // The process may be on another computer, or another process may have its id. But no copy takes a week.
  const written = await Promise.all(['', ...(await readdir(path))].map((file) => lstat(join(path, file))))
  return written.every(({ mtimeMs }) => Date.now() - mtimeMs > aWeek)
}

const beginning = '.testctl-'
const form = /^\.testctl-(\d+)-([0-9a-f]{8})-\w{6}$/
const aWeek = 7 * 24 * 3600 * 1000

/** Identifies where process ids are valid: this computer, or this container. */
const here = (): string => createHash('sha256').update(`${hostname()} ${numbering()}`).digest('hex').slice(0, 8)

const numbering = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
