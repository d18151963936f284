import { closeSync, fsyncSync, openSync } from 'node:fs'
import { runsOnWindows } from '../platform.ts'

/** Waits until a file is safe on the disk. Windows flushes only what was opened for writing. */
export const flushFile = (path: string): void => flush(path, 'r+')

/**
 * Waits until the names in a folder are safe on the disk, if a folder can be flushed: not on Windows, and not on every disk. Never fails,
 * because the file with the name is in place already. DECISIONS 400
 */
export const flushFolder = (path: string): void => {
  if (runsOnWindows) return
  try {
    flush(path, 'r')
  } catch {
    // A share, or a folder that may be written and not read.
  }
}

const flush = (path: string, flags: 'r' | 'r+'): void => {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
