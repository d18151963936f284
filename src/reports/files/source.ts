import { constants, createReadStream, open } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { resolve } from 'node:path'
import { versions } from 'node:process'
import { addAbortSignal, type Readable } from 'node:stream'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../system/io.ts'
import { listRegularFiles } from './within.ts'

/**
 * A report as a stream of bytes, with the name that the user knows. A report that is a folder has no bytes of its own, but
 * files, by their names in that folder.
 */
export type Source = {
  name: string
  chunks: AsyncIterable<Uint8Array | string>
  folder?: Folder
  /** The encoding, if the user names one. */
  encoding?: string | undefined
  /** Whether bytes that are invalid in the encoding are an error. */
  strict?: boolean | undefined
}
export type Folder = { path: string; files: readonly string[] }

/** Opens a report by the name that was typed: a file, `-` for stdin, or the `parts` of a folder. */
export const openSource = async (
  name: string,
  { stdin, cwd, stop }: Pick<Io, 'stdin' | 'cwd' | 'stop'>,
  parts?: readonly string[],
): Promise<Source> => {
  if (name === '-') return { name, chunks: readStream(stdin, stop) }
  const path = resolve(cwd, name)
  if (parts) return { name, chunks: nothing(), folder: { path, files: parts } }
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw unreadable(name, cause)
  })
  if (found.isDirectory()) return openFolder(name, path)
  return { name, chunks: found.isFIFO() && !isBun ? readPipe(name, path, stop) : readFile(name, path) }
}

const openFolder = async (name: string, path: string): Promise<Source> => {
  const files = await listRegularFiles(path).catch((cause: NodeJS.ErrnoException) => {
    throw unreadable(name, cause)
  })
  return { name, chunks: nothing(), folder: { path, files } }
}

const nothing = async function* (): AsyncGenerator<never> {}

// A pipe may take any time: only a signal ends the wait.
const readStream = async function* (stdin: Readable, stop: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* addAbortSignal(stop, stdin) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw stop.aborted ? stop.reason : error
  }
}

/**
 * Streams the bytes of a named pipe. Opening or reading it as a file would block a thread until a writer comes, and nothing
 * could cancel that, not even the end of the process.
 */
const readPipe = async function* (name: string, path: string, stop: AbortSignal): AsyncGenerator<Uint8Array> {
  const fd = await new Promise<number>((resolve, reject) =>
    open(path, constants.O_RDONLY | constants.O_NONBLOCK, (error, opened) =>
      error ? reject(unreadable(name, error)) : resolve(opened),
    ),
  )
  yield* readStream(new Socket({ fd, readable: true, writable: false }), stop)
}

// Bun's sockets take a pipe that is still empty for one that has ended.
const isBun = 'bun' in versions

/** Streams the bytes of the file at a path. Throws a UsageError with the name that the user knows if it cannot be read. */
export const readFile = async function* (name: string, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw isSystemError(error) ? unreadable(name, error) : error
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

const unreadable = (name: string, cause: NodeJS.ErrnoException): UsageError =>
  cause.code === 'ENOENT' || cause.code === 'ENOTDIR'
    ? new UsageError(`there is no file ${name}`, { hint: 'did the test run write its report there?', cause })
    : new UsageError(`${name} cannot be read: ${diskProblem(cause) ?? cause.message}`, {
        hint: 'check who may read the file',
        cause,
      })
