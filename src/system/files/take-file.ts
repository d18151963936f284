import { randomUUID } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import { uptime } from 'node:os'
import { dirname, join } from 'node:path'
import { createSmallFile, readRegularFile } from './regular-file.ts'
import { discard } from './remove.ts'
import type { Io } from '../io.ts'

/** This process, and how to tell which others run. */
export type LockEnv = Pick<Io, 'pid' | 'start' | 'isRunning' | 'now'>

type Taking = {
  /** Returns the error to throw if another process has the file; `holder` is `process 4242`, or `another process`. */
  taken: (holder: string) => Error
  /** Called once the lock is held, if a process that was killed had left one. */
  onLeft?: (() => void) | undefined
}

/**
 * Locks a file for this process, without waiting; returns a function that unlocks it. A lock that a killed process left behind counts as
 * free. DECISIONS 374
 */
export const takeFile = (path: string, io: LockEnv, { taken, onLeft }: Taking): (() => void) => {
  let wasLeft = false
  for (let attempt = 1; !create(path, io); attempt++) {
    const holder = holderOf(path, io)
    if (holder !== undefined || attempt > 10) throw taken(holder ?? unknown)
    removeLeft(path, io, taken)
    wasLeft = true
  }
  if (wasLeft) onLeft?.()
  return () => {
    // A user who removed this lock may have let another process in, whose lock it is now.
    if (isNoted(path, io)) discard(path)
  }
}

/** Whether a running process holds the lock on a file. */
export const isTaken = (path: string, io: LockEnv): boolean => holderOf(path, io) !== undefined

/** What a process recorded about itself: its number, when it started if the system tells, and how old the record is, in milliseconds. */
type Note = { pid: number; start: string | undefined; ago: number }

/** Whether the process that made a record is still running. DECISIONS 374, 398 */
export const isStillRunning = ({ pid, start, ago }: Note, io: LockEnv): boolean =>
  start !== undefined && io.start !== undefined
    ? io.isRunning(pid, start)
    : io.isRunning(pid) && !isOfEarlier(pid, ago, io.pid)

// Numbers start again with the computer, and with a container, in which this process may have the number of one before. The margins are for
// clocks that are set and disks that round times; a minute is short for a restart of the computer.
const isOfEarlier = (pid: number, ago: number, own: number): boolean =>
  ago > (pid === own ? performance.now() + 2000 : uptime() * 1000 + 60_000)

const unknown = 'another process'

const noteOf = ({ pid, start }: LockEnv): string => (start === undefined ? String(pid) : `${pid} ${start}`)

const isNoted = (path: string, io: LockEnv): boolean => {
  try {
    return read(path) === noteOf(io)
  } catch {
    return false
  }
}

const read = (path: string): string => readRegularFile(path, { most: 100, links: 'refused' })

// Readable by others, so that those who may write here see whose it is.
const create = (path: string, io: LockEnv): boolean => createSmallFile(path, noteOf(io), 0o644)

/** Returns the holder of a lock; undefined if it is free or gone. */
const holderOf = (path: string, io: LockEnv): string | undefined => {
  try {
    return readHolder(path, io)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : unknown
  }
}

/** Returns the holder of a lock; undefined if it was left behind. Throws if there is none, or it cannot be read. */
const readHolder = (path: string, io: LockEnv): string | undefined => {
  const ago = io.now().getTime() - statSync(path).mtimeMs
  const [number, start] = read(path).split(' ')
  const pid = Number(number)
  // A process writes its number right after it creates the file, unless the disk is full.
  if (!Number.isSafeInteger(pid) || pid <= 0) return ago < 10_000 ? unknown : undefined
  return isStillRunning({ pid, start, ago }, io) ? `process ${pid}` : undefined
}

/**
 * Removes a lock that was left behind, under a lock of its own: of two processes that find it, the later one would otherwise remove the lock
 * that the earlier one has taken by then. Throws `taken` while another process does it. DECISIONS 542
 */
const removeLeft = (path: string, io: LockEnv, taken: Taking['taken']): void => {
  const release = takeFile(`${path}.left`, io, { taken })
  const aside = join(dirname(path), `.testctl-${randomUUID()}.tmp`)
  try {
    // Renamed first, because on Windows the name stays taken while another process reads the removed file.
    if (isLeft(path, io)) renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  } finally {
    discard(aside)
    release()
  }
}

/** Whether a lock was left behind. One that is gone was not: by the time that it is moved aside, another process may have taken it. */
const isLeft = (path: string, io: LockEnv): boolean => {
  try {
    return readHolder(path, io) === undefined
  } catch {
    return false
  }
}
