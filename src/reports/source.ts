import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { addAbortSignal } from 'node:stream'
import type { Io } from '../io.ts'

/** A report as bytes that stream in, and the name that the user knows it by. */
export type Source = { name: string; chunks: AsyncIterable<Uint8Array | string> }

/** Opens a report by the name that was typed: a file, or `-` for stdin. */
export const openSource = async (
  name: string,
  { stdin, cwd, stop }: Pick<Io, 'stdin' | 'cwd' | 'stop'>,
): Promise<Source> => {
  if (name === '-') return { name, chunks: readStdin(stdin, stop) }
  const path = resolve(cwd, name)
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw unreadable(name, cause)
  })
  if (found.isDirectory())
    throw new UsageError(`${name} is a folder, not a report`, { hint: `name the files in it: ${name}/*.xml` })
  return { name, chunks: readFile(name, path) }
}

// Whoever pipes a report in may take as long as they like: only a signal ends the wait.
const readStdin = async function* (stdin: Io['stdin'], stop: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* addAbortSignal(stop, stdin) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw stop.aborted ? stop.reason : error
  }
}

const readFile = async function* (name: string, path: string): AsyncGenerator<Uint8Array> {
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
    : new UsageError(`${name} cannot be read: ${cause.code ?? cause.message}`, {
        hint: 'check who may read the file',
        cause,
      })
