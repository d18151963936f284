import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { uptime } from 'node:os'
import { readRegularFile } from './regular-file.ts'
import type { Io } from '../io.ts'

/**
 * Locks a file for this process; returns the function that unlocks it. While another process has it, throws what `taken` makes of its
 * number. A process that was killed leaves its lock behind: one of a process that does not run, or from before the computer started, is
 * free.
 */
export const takeFile = (
  path: string,
  { pid, isRunning, now }: Pick<Io, 'pid' | 'isRunning' | 'now'>,
  taken: (holder: number | undefined) => Error,
): (() => void) => {
  for (let attempt = 1; !create(path, pid); attempt++) {
    const holder = holderOf(path, now().getTime())
    if (holder === pid || (holder !== undefined && isRunning(holder)) || attempt > 10) throw taken(holder)
    rmSync(path, { force: true })
  }
  return () => rmSync(path, { force: true })
}

/** Whether a process that is there has taken a file. */
export const isTaken = (path: string, { isRunning, now }: Pick<Io, 'isRunning' | 'now'>): boolean => {
  const holder = holderOf(path, now().getTime())
  return holder !== undefined && isRunning(holder)
}

const create = (path: string, pid: number): boolean => {
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      writeSync(file, String(pid))
    } finally {
      closeSync(file)
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const holderOf = (path: string, now: number): number | undefined => {
  try {
    // Clocks are set; a minute is nothing to a computer that starts.
    if (statSync(path).mtimeMs < now - uptime() * 1000 - 60_000) return undefined
    const holder = Number(readRegularFile(path, { most: 100, links: 'refused' }))
    return Number.isSafeInteger(holder) && holder > 0 ? holder : undefined
  } catch {
    return undefined
  }
}
