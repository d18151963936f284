import { createHash } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** The process that makes something, and which others there are. */
export type Worker = { pid?: number; isRunning?: (pid: number) => boolean }

/**
 * Makes a folder for a copy that is not whole yet, which only this user can look into. Before that it clears away those of
 * processes that were killed here: each may hold a whole copy. DECISIONS 107
 */
export const makeWorkshop = async (folder: string, worker: Worker): Promise<string> => {
  await clearDead(folder, worker)
  return mkdtemp(join(folder, `${beginning}${worker.pid ?? 0}-${here()}-`))
}

const clearDead = async (folder: string, worker: Worker): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    // What belongs to somebody else stays: it is no reason to fail.
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
  // The process may be of another computer, or its number another's by now. Nothing takes that long.
  const written = await Promise.all(['', ...(await readdir(path))].map((file) => lstat(join(path, file))))
  return written.every(({ mtimeMs }) => Date.now() - mtimeMs > aWeek)
}

const beginning = '.testctl-'
const form = /^\.testctl-(\d+)-([0-9a-f]{8})-\w{6}$/
const aWeek = 7 * 24 * 3600 * 1000

/** Where numbers of processes mean the same: this computer, or this container of it. */
const here = (): string => createHash('sha256').update(`${hostname()} ${numbering()}`).digest('hex').slice(0, 8)

const numbering = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
