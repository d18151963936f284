import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { diskProblem } from './disk.ts'
import { UsageError } from './errors.ts'
import type { Io } from './io.ts'
import { createJsonScanner } from './reports/jsonscanner.ts'
import { accessLine } from './shell-line.ts'

/** Text that a flag takes: as typed, from a file with `@path`, or from stdin with `-`; `@@` starts a text with an @. */
export const readText = async (io: Io, typed: string): Promise<string> => {
  if (typed !== '-' && !typed.startsWith('@')) return typed
  if (typed.startsWith('@@')) return typed.slice(1)
  let text = ''
  for await (const chunk of open(io, typed === '-' ? '-' : typed.slice(1))) text += chunk
  return text
}

/** A JSON document that a flag takes: inline, from a file with `@path`, or from stdin with `-`. */
export const readJson = async (io: Io, flag: string, typed: string): Promise<unknown> =>
  JSON.parse(await readJsonText(io, flag, typed))

/** The same as it was written, and known to be JSON. Nobody types a document into a terminal: that is a UsageError. */
export const readJsonText = async (io: Io, flag: string, typed: string): Promise<string> => {
  const hint = `${flag} takes JSON, @file.json, or - for stdin`
  if (typed === '-' && io.stdin.isTTY)
    throw new UsageError(`${flag} - reads stdin, and nothing is piped into it`, { hint })
  // Windows writes files with a mark at the beginning, which JSON has no place for.
  const text = (await readText(io, typed)).replace(/^\ufeff/, '')
  try {
    JSON.parse(text)
    return text
  } catch (error) {
    throw new UsageError(`what ${flag} got is not JSON: ${faultIn(text) ?? (error as Error).message}`, {
      hint,
      cause: error,
    })
  }
}

/** What is wrong with a text that is no JSON, and where. */
const faultIn = (text: string): string | undefined => {
  let told: string | undefined
  const scanner = createJsonScanner(
    { begins: () => 'enter', takes: () => undefined, ends: () => undefined },
    ({ what, line, column, cutOff }) => {
      told ??= cutOff
        ? `it ends too early, in line ${line}, column ${column}`
        : `${what} (line ${line}, column ${column})`
      return new Error(told)
    },
  )
  try {
    scanner.write(text)
    scanner.end()
  } catch {
    // It was told.
  }
  return told
}

/** The lines of a file, or of stdin for `-`, one at a time and without their ends. */
export const readLines = async function* (io: Io, path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of open(io, path)) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  if (rest) yield rest
}

/** IDs as typed, with `-` standing for those on stdin: the first word of each line. */
export const readIds = async (io: Io, typed: readonly string[]): Promise<string[]> => {
  const ids: string[] = []
  for (const id of typed) {
    if (id !== '-') ids.push(id)
    else for await (const line of readLines(io, '-')) ids.push(...line.trim().split(/\s+/, 1).filter(Boolean))
  }
  return ids
}

const open = async function* (io: Io, path: string): AsyncGenerator<string> {
  const stream: Readable = path === '-' ? io.stdin : createReadStream(resolve(io.cwd, path))
  try {
    yield* addAbortSignal(io.stop, stream.setEncoding('utf8'))
  } catch (error) {
    if (io.stop.aborted) throw io.stop.reason
    const { code, message } = error as NodeJS.ErrnoException
    if (path === '-') throw new UsageError(`cannot read stdin: ${message}`, { hint: 'what is piped in?', cause: error })
    throw new UsageError(
      code === 'ENOENT' ? `there is no file ${path}` : `cannot read ${path}: ${diskProblem(error) ?? message}`,
      {
        hint:
          code === 'ENOENT' ? 'is it in another folder? A text that starts with @ is written @@' : accessLine(io, path),
        cause: error,
      },
    )
  }
}
