import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and the missing ones above it, for this user only unless `mode` says otherwise. Throws the disk's error.
 * Node's own `recursive` never ends, and only SIGKILL stops it, if a disk reports a folder as missing but does not create it: in /proc, and
 * where homes are mounted on demand.
 */
export const makeFolder = (path: string, mode = 0o700): void => {
  const missing = tryToMake(path, mode)
  if (missing === undefined) return
  if (dirname(path) === path) throw missing
  makeFolder(dirname(path), mode)
  const failure = tryToMake(path, mode)
  if (failure !== undefined) throw failure
}

/** Creates a folder, if it is missing. Returns the error if the folder above is missing; throws any other. */
const tryToMake = (path: string, mode: number): unknown => {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return error
    if (code !== 'EEXIST') throw error
  }
  return undefined
}
