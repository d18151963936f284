import { randomUUID } from 'node:crypto'
import { lstatSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isOpenElsewhere } from './busy.ts'
import { runsOnWindows } from '../platform.ts'
import { UsageError } from '../../errors.ts'
import { createSmallFile, readRegularFile } from './regular-file.ts'
import { quoteWord } from '../shell-line.ts'
import { discard } from './remove.ts'

/** A lock that is held. */
export type Lock = {
  /** False if another process took the lock over, because this one stood still for too long. */
  isHeld: () => boolean
  release: () => void
}

/** How long to wait, in milliseconds: for a lock that does not change, and in total. */
export type LockOptions = { timeoutMs?: number; deadline?: number; stop?: AbortSignal | undefined }

/**
 * Waits until no other process holds the lock file, then holds it.
 * A lock that has not changed for `timeoutMs` of our own waiting (no clocks are compared) counts as left by a dead process, and is taken
 * over. If its holder only slept, it learns that from `isHeld`. Throws a UsageError at the deadline, or for a file that is no lock.
 */
export const acquireLock = async (
  path: string,
  { timeoutMs = 2000, deadline = 30_000, stop }: LockOptions = {},
): Promise<Lock> => {
  const token = randomUUID()
  const start = performance.now()
  let seen: { token: string; since: number } | undefined
  let refusals = 0
  while (!create(path, token, () => ++refusals < mostRefusals)) {
    const now = performance.now()
    refuseForeign(path)
    const holder = read(path)
    if (holder === undefined) seen = undefined
    else if (holder !== seen?.token) seen = { token: holder, since: now }
    else if (now - seen.since > timeoutMs) remove(path)
    if (now - start > deadline)
      throw new UsageError(`${lockedBy(path)} cannot be written: other processes keep writing it`, {
        hint: `if there are none, remove ${path}`,
      })
    await pause(stop)
  }
  return {
    isHeld: () => read(path) === token,
    release: () => {
      // A lock that cannot be removed is later taken over as one that was left behind; the work is done.
      if (read(path) === token) discard(path)
    },
  }
}

// Windows refuses the name of a removed file while another process has it open: for about a second that is no error.
const mostRefusals = 200

const create = (path: string, token: string, mayBeLeaving: () => boolean): boolean => {
  try {
    return createSmallFile(path, token, 0o600)
  } catch (error) {
    if (runsOnWindows && isOpenElsewhere(error) && mayBeLeaving()) return false
    throw error
  }
}

// On Windows, a lock cannot be removed while another process reads it. The next round tries again.
const remove = (path: string): void => {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    if (!runsOnWindows || !isOpenElsewhere(error)) throw error
  }
}

// A lock of testctl is a file of a few bytes; waiting for anything else would be in vain.
const refuseForeign = (path: string): void => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || (found.isFile() && found.size <= 4096)) return
  throw new UsageError(`${lockedBy(path)} cannot be written: ${path} is not a lock of testctl`, {
    hint: `remove it if nothing needs it: rm ${quoteWord(path)}`,
  })
}

/** Returns the file that a lock is for. */
const lockedBy = (path: string): string => path.replace(/\.lock$/, '')

const read = (path: string): string | undefined => {
  try {
    return readRegularFile(path, { most: 4096, links: 'refused' })
  } catch {
    return undefined
  }
}

// At random times, so that no process always comes second.
const pause = async (stop: AbortSignal | undefined): Promise<void> => {
  await wait(2 + Math.random() * 8)
  if (stop?.aborted) throw stop.reason
}
