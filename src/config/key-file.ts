import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import { resolve } from 'node:path'
import { diskProblem } from '../system/files/disk-errors.ts'
import { UsageError } from '../errors.ts'
import { readRegularFile } from '../system/files/regular-file.ts'
import { parseKey } from './key.ts'

/** Reads the key from a file or a pipe that was named (`TESTCTL_API_KEY_FILE`). Throws a UsageError if it cannot be read. DECISIONS 101 */
export const readKeyFile = async (path: string, { cwd, origin }: { cwd: string; origin: string }): Promise<string> => {
  const file = resolve(cwd, path)
  let text: string
  try {
    // A shell passes the output of a password manager as a pipe: <(pass testctl).
    text = file === devNull ? '' : await (statSync(file).isFIFO() ? readPipe(file) : readPlain(file))
  } catch (error) {
    throw new UsageError(
      `cannot read the key file ${path}, which ${origin} names: ${diskProblem(error) ?? String(error)}`,
      {
        hint: 'name a file that contains only the key',
      },
    )
  }
  return parseKey(text, `${path} (${origin})`)
}

const largest = 64 * 1024

// In milliseconds.
const longestWait = 5000

const readPlain = (file: string): string => readRegularFile(file, { most: largest })

/** Reads a pipe to its end without blocking, because no signal could end a blocking read. Throws ETIMEDOUT if it does not end in time. */
const readPipe = async (path: string): Promise<string> => {
  const pipe = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const bytes = Buffer.alloc(largest)
  const start = performance.now()
  try {
    for (let length = 0; ;) {
      const read = readNow(pipe, bytes, length)
      // At first, its other end may not be open yet.
      if (read === 0 && length > 0) return bytes.toString('utf8', 0, length)
      length += read ?? 0
      if (length === bytes.length) throw Object.assign(new Error('too large'), { code: 'EFBIG' })
      if (performance.now() - start > longestWait) throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
      if (!read) await pause()
    }
  } finally {
    closeSync(pipe)
  }
}

const pause = (): Promise<void> => new Promise((go) => setTimeout(go, 5))

/** Returns how many bytes came; undefined if none are there yet, 0 if no process has the pipe open for writing. */
const readNow = (pipe: number, bytes: Buffer, from: number): number | undefined => {
  try {
    return readSync(pipe, bytes, from, bytes.length - from, null)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}
