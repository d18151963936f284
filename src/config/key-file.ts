import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import { resolve } from 'node:path'
import { diskProblem } from '../system/files/disk-errors.ts'
import { UsageError } from '../errors.ts'
import { readRegularFile } from '../system/files/regular-file.ts'
import { parseKey } from './key.ts'

/** The key in a file that was named (`TESTCTL_API_KEY_FILE`), or in a pipe; one that cannot be read is a UsageError. DECISIONS 101 */
export const readKeyFile = async (path: string, { cwd, origin }: { cwd: string; origin: string }): Promise<string> => {
  const file = resolve(cwd, path)
  let text: string
  try {
    // A shell hands over what a password manager prints as a pipe: <(pass testctl).
    text = file === devNull ? '' : await (statSync(file).isFIFO() ? readPipe(file) : readPlain(file))
  } catch (error) {
    throw new UsageError(
      `cannot read the key file ${path}, which ${origin} names: ${diskProblem(error) ?? String(error)}`,
      {
        hint: 'name a file that holds the key alone',
      },
    )
  }
  return parseKey(text, `${path} (${origin})`)
}

const largest = 64 * 1024

// In milliseconds.
const longestWait = 5000

const readPlain = (file: string): string => readRegularFile(file, { most: largest })

/** What comes through a pipe until its end, without a wait that no signal could end. One that does not end in time is ETIMEDOUT. */
const readPipe = async (path: string): Promise<string> => {
  const pipe = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const bytes = Buffer.alloc(largest)
  const start = performance.now()
  try {
    for (let length = 0; ;) {
      const read = readNow(pipe, bytes, length)
      // At first its other end may not be open yet.
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

/** How many bytes came; undefined where none are there yet, 0 if no process has it open for writing. */
const readNow = (pipe: number, bytes: Buffer, from: number): number | undefined => {
  try {
    return readSync(pipe, bytes, from, bytes.length - from, null)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}
