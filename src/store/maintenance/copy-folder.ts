import { createHash } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** This process, and the ids of others that run. */
export type Worker = { pid?: number; isRunning?: (pid: number) => boolean }

/**
 * Makes a private folder for an incomplete copy. Before that it deletes those of
 * processes that were killed here: each may hold a whole copy. DECISIONS 107
 */
export const makeCopyFolder = async (folder: string, worker: Worker): Promise<string> => {
  await clearDead(folder, worker)
  return mkdtemp(join(folder, `${beginning}${worker.pid ?? 0}-${here()}-`))
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
  // The process may be on another computer, or its id in use by another one. No copy takes that long.
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
