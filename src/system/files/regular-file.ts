import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { notWhole } from './disk-errors.ts'
import { decodeFile } from './text.ts'

/** Limits on reading a file: its largest size in bytes; its owner, by number; whether a link at its end is followed. */
export type Limits = { most: number; owner?: number | undefined; links?: 'followed' | 'refused' }

/**
 * Reads a regular file of a bounded size. Throws an error with a disk's code for anything else: a pipe or a device, which may never end and
 * would make the process deaf to signals, or a file that is too large or not `owner`'s. DECISIONS 100
 */
export const readRegularFile = (
  path: string,
  { decode = decodeFile, ...limits }: Limits & { decode?: (bytes: Buffer) => string },
): string => {
  const { handle, size } = openRegularFile(path, limits)
  try {
    return decode(readUpTo(handle, { size, most: limits.most }))
  } finally {
    closeSync(handle)
  }
}

/** Reads only the last bytes of a regular file, as UTF-8. */
export const readRegularEnd = (path: string, { bytes, ...limits }: Limits & { bytes: number }): string => {
  const { handle, size } = openRegularFile(path, limits)
  try {
    const end = Buffer.alloc(Math.min(bytes, size))
    return end.toString('utf8', 0, readSync(handle, end, 0, end.length, size - end.length))
  } finally {
    closeSync(handle)
  }
}

/** Reads only the first bytes of a regular file, undecoded. */
export const readRegularBeginning = (path: string, { bytes, ...limits }: Limits & { bytes: number }): Buffer => {
  const { handle } = openRegularFile(path, limits)
  try {
    const beginning = Buffer.alloc(bytes)
    return beginning.subarray(0, readSync(handle, beginning, 0, bytes, 0))
  } finally {
    closeSync(handle)
  }
}

/** Reads a regular file in chunks, for one that may be large. If the file grows meanwhile, only what it had at the beginning. */
export const streamRegularFile = async function* (path: string, limits: Limits): AsyncGenerator<string> {
  const { handle: fd, size } = openRegularFile(path, limits)
  if (size === 0) return closeSync(fd)
  yield* createReadStream(path, { fd, start: 0, end: size - 1, encoding: 'utf8', highWaterMark: 256 * 1024 })
}

const openRegularFile = (
  path: string,
  { most, owner, links = 'followed' }: Limits,
): { handle: number; size: number } => {
  const follow = links === 'followed'
  // Opening a device may have an effect, so the path is checked first; then the opened file is checked again.
  check((follow ? statSync : lstatSync)(path), { most, owner })
  const handle = openSync(path, flags | (follow ? 0 : (constants.O_NOFOLLOW ?? 0)))
  try {
    return { handle, size: check(fstatSync(handle), { most, owner }).size }
  } catch (error) {
    closeSync(handle)
    throw error
  }
}

// Windows has neither these flags nor these kinds of files.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

const check = (found: Stats, { most, owner }: Pick<Limits, 'most' | 'owner'>): Stats => {
  if (found.isDirectory()) throw refusal('EISDIR')
  if (!found.isFile()) throw refusal('EFTYPE')
  if (owner !== undefined && found.uid !== owner) throw refusal('EACCES')
  if (found.size > most) throw refusal('EFBIG')
  return found
}

// Files in /proc report a size of 0, and a file may grow meanwhile.
const readUpTo = (handle: number, { size, most }: { size: number; most: number }): Buffer => {
  let bytes = Buffer.allocUnsafe(Math.min(most, Math.max(size, 4096)) + 1)
  let length = 0
  for (;;) {
    const read = readSync(handle, bytes, length, bytes.length - length, null)
    if (read === 0) return bytes.subarray(0, length)
    length += read
    if (length > most) throw refusal('EFBIG')
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(most + 1, length * 2))
  }
}

const refusal = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: the file is refused`), { code })

/** Creates a file with a text that fits into one write. False if the name is taken; removes a file that was not written whole. */
export const createSmallFile = (path: string, text: string, mode: number): boolean => {
  let file: number
  try {
    file = openSync(path, 'wx', mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    if (writeSync(file, text) === text.length) return true
    throw notWhole()
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}
