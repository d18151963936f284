import { closeSync, fsyncSync, openSync } from 'node:fs'
import { runsOnWindows } from '../platform.ts'

/** Waits until a file is safe on the disk. Windows flushes only what was opened for writing. */
export const flushFile = (path: string): void => flush(path, 'r+')

/** Waits until the names in a folder are safe on the disk, where a folder can be flushed: not on Windows. */
export const flushFolder = (path: string): void => {
  if (!runsOnWindows) flush(path, 'r')
}

const flush = (path: string, flags: 'r' | 'r+'): void => {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
