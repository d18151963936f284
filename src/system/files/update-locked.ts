import { randomUUID } from 'node:crypto'
import { chownSync, closeSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { notWhole } from './disk-errors.ts'
import { flushFolder } from './flush.ts'
import { makeFolder } from './make-folder.ts'
import { acquireLock, type LockOptions } from './lock.ts'
import { giveMode, replaceFile } from './replace.ts'

/**
 * New content for a file: `write` puts it into a new file of the given name, which must then hold `expected`. Only this user may read it
 * unless `mode` says otherwise.
 */
export type NewContent = { expected: string; write: (staged: string) => void; mode?: number | undefined }

/**
 * Reads a file and changes it under a lock; at any moment it is the old or the new one. If its folder is missing, it is made private
 * (0700). The staged file takes its place once it was read back and found complete. `prepare` reads the current content, and is called
 * again if the lock was lost meanwhile.
 * No change of another process is lost: a process renames its staged file only if it still holds the lock after staging, and one that takes
 * a lock over removes staged files before it reads.
 */
export const updateLocked = async (
  file: string,
  prepare: () => NewContent,
  waiting: LockOptions = {},
): Promise<void> => {
  makeFolder(dirname(file))
  while (!(await tryToReplace(file, prepare, waiting)));
  flushFolder(dirname(file))
}

const tryToReplace = async (file: string, prepare: () => NewContent, waiting: LockOptions): Promise<boolean> => {
  const lock = await acquireLock(`${file}.lock`, waiting)
  const staged = `${file}.staged-${randomUUID()}`
  try {
    removeAll(`${file}.staged-`)
    const write = (): void => {
      const content = prepare()
      content.write(staged)
      settle(staged, content)
      keepOwner(file, staged)
    }
    return await replaceFile(file, { staged, write, isWanted: lock.isHeld })
  } catch (error) {
    if (!lock.isHeld()) return false
    throw error
  } finally {
    removeAll(staged)
    lock.release()
  }
}

// By prefix, because `write` may have left a temporary file with a longer name.
const removeAll = (prefix: string): void => {
  const folder = dirname(prefix)
  const leftovers = readdirSync(folder).filter((name) => name.startsWith(basename(prefix)))
  for (const name of leftovers) rmSync(join(folder, name), { force: true })
}

// A full disk may take half a file without an error, so it is read back.
const settle = (staged: string, { expected, mode = 0o600 }: NewContent): void => {
  giveMode(staged, mode)
  const file = openSync(staged, 'r+')
  try {
    fsyncSync(file)
    if (readFileSync(file, 'utf8') === expected) return
  } finally {
    closeSync(file)
  }
  throw notWhole()
}

// A command that is run as root must leave people their own file.
const keepOwner = (file: string, staged: string): void => {
  const before = statSync(file, { throwIfNoEntry: false })
  const now = statSync(staged)
  if (before && (before.uid !== now.uid || before.gid !== now.gid)) chownSync(staged, before.uid, before.gid)
}
