import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, with those above it that are missing, for us alone unless `mode` says otherwise. Throws the disk's error.
 * Node's own `recursive` never ends, deaf to every signal but SIGKILL, where a disk calls a folder missing that it will not
 * make: in /proc, and where homes are mounted on demand.
 */
export const makeFolder = (path: string, mode = 0o700): void => {
  const missing = tryToMake(path, mode)
  if (missing === undefined) return
  if (dirname(path) === path) throw missing
  makeFolder(dirname(path), mode)
  const failure = tryToMake(path, mode)
  if (failure !== undefined) throw failure
}

/** The error that says that the folder above is missing, if that is so. */
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
