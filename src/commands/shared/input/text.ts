import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { configurationFile } from '../../../config/profiles/location.ts'
import { diskProblem } from '../../../system/files/disk-errors.ts'
import type { Noun } from '../../../contract/vocabulary.ts'
import { UsageError } from '../../../errors.ts'
import type { Io } from '../../../system/io.ts'
import { describeJsonFault } from '../../../system/json/fault.ts'
import { decodeStream, sourceName } from '../../../system/files/text.ts'
import { findRounded } from '../../../system/json/rounded.ts'
import { accessLine, quoteWord, recodeLine } from '../../../system/shell-line.ts'
import { createLineSplitter } from '../../../system/text/lines.ts'
import { idsInLine } from './stray-words.ts'

/** The value of a text flag: the text itself, or a file name from `--…-file`. Both together are a UsageError. */
export type TextFlags = { flag: string; typed?: string | undefined; file?: string | undefined }

/**
 * Reads the text of a flag: as it was typed, from stdin for `-`, or from the file of `--…-file`. A leading `@` has no meaning, because
 * in CI the text may come from other people. DECISIONS 102
 */
export const readText = async (io: Io, { flag, typed, file }: TextFlags): Promise<string | undefined> => {
  if (typed !== undefined && file !== undefined)
    throw new UsageError(`${flag} and ${flag}-file exclude each other`, { hint: 'leave out one of them' })
  if (file !== undefined) return readTextFile(io, file)
  return typed === '-' ? readTextFile(io, '-') : typed
}

/** Reads the text of a file, or of stdin for `-`. Throws a UsageError for a file that holds a key of testctl: it must not be sent. */
export const readTextFile = async (io: Io, path: string): Promise<string> => {
  if (path !== '-') refuseKeys(io, path)
  let text = ''
  for await (const chunk of open(io, path)) {
    text += chunk
    if (text.length > longestText)
      throw new UsageError(`${path} is too large to be sent`, { hint: `ls -lh ${quoteWord(path)}` })
  }
  return text
}

// In characters. No service takes as much in a request.
const longestText = 64 * 1024 * 1024

/** Reads the JSON value of a flag, inline, from stdin or from a file; undefined without the flag. Refuses numbers that would be rounded. */
export const readJsonInput = async (io: Io, given: TextFlags): Promise<unknown> => {
  const text = await readJsonText(io, given)
  if (text === undefined) return undefined
  const rounded = findRounded(text)
  if (rounded !== undefined)
    throw new UsageError(`${given.flag}: the number ${rounded} would be rounded`, { hint: 'put it in quotes' })
  return JSON.parse(text)
}

/** Reads the JSON of a flag as text, and checks it. Throws a UsageError if stdin is a terminal: people do not type JSON into it. */
export const readJsonText = async (io: Io, given: TextFlags): Promise<string | undefined> => {
  const { flag, typed, file } = given
  const hint = typed?.startsWith('@')
    ? `a file is named with ${flag}-file ${typed.slice(1)}`
    : flag === '--steps' && typed?.includes('=>')
      ? `one step in words is ${flag.slice(0, -1)} ${quoteWord(typed)}`
      : `${flag} takes JSON, or - for stdin; ${flag}-file takes a file`
  if ((file ?? typed) === '-' && io.stdin.isTTY)
    throw new UsageError(`${flag} - reads stdin, and nothing is piped into it`, { hint })
  // Windows writes files with a BOM, which JSON does not allow.
  const text = (await readText(io, given))?.replace(/^\ufeff/, '')
  if (text === undefined) return undefined
  try {
    JSON.parse(text)
    return text
  } catch (error) {
    throw new UsageError(`${flag} is not valid JSON: ${describeJsonFault(text) ?? (error as Error).message}`, {
      hint,
      cause: error,
    })
  }
}

/** Streams the lines of a file, or of stdin for `-`, without line ends. Throws a UsageError if one is longer than `longest` characters. */
export const readLines = async function* (io: Io, path: string, longest: number): AsyncGenerator<string> {
  const { push, rest } = createLineSplitter()
  let number = 1
  for await (const piece of open(io, path)) {
    for (const line of push(piece)) {
      yield line.endsWith('\r') ? line.slice(0, -1) : line
      number += 1
    }
    if (rest().length > longest)
      throw new UsageError(`${sourceName(path)} has a line that is too long: line ${number}`, {
        hint: 'put each in a line of its own; nothing was sent',
      })
  }
  if (rest()) yield rest()
}

// In characters. A line of IDs, with blanks between them, is shorter.
const longestIds = 4 * 1024 * 1024

/** Returns the IDs that were typed; replaces `-` by those in the lines of stdin. */
export const readIds = async (io: Io, noun: Noun, typed: readonly string[]): Promise<string[]> => {
  const ids: string[] = []
  for (const id of typed) {
    if (id !== '-') ids.push(id)
    else
      for await (const line of readLines(io, '-', longestIds)) {
        if (ids.length === 0) refuseForms(line)
        for (const found of idsInLine(noun, line)) ids.push(found)
      }
  }
  return ids
}

/** Throws a UsageError if the first line shows that stdin is not lines of IDs, but JSON, CSV, or separated by NUL. */
const refuseForms = (line: string): void => {
  if (line.includes('\0'))
    throw new UsageError('- reads IDs, one a line, and stdin has NUL between them', {
      hint: String.raw`put in between: tr '\0' '\n'`,
    })
  const form = /^\s*(?:\{\s*"|\[\s*(?:[\]{]|$))/.test(line)
    ? 'JSON'
    : line.startsWith('identifier,')
      ? 'CSV'
      : undefined
  if (form !== undefined)
    throw new UsageError(`- reads IDs, one a line, and stdin is ${form}`, { hint: 'give the list --quiet' })
}

/** Throws a UsageError for a file that holds a key of testctl, under whatever name. */
const refuseKeys = (io: Io, path: string): void => {
  const [named, ...ours] = [path, configurationFile(io), io.env['TESTCTL_API_KEY_FILE']].map(
    (file) => file && statSync(resolve(io.cwd, file), { throwIfNoEntry: false }),
  )
  if (named && ours.some((own) => own && own.ino === named.ino && own.dev === named.dev))
    throw new UsageError(`${path} holds a key of testctl, and is not sent`, { hint: 'name another file' })
}

const open = async function* (io: Io, path: string): AsyncGenerator<string> {
  const stream: Readable = path === '-' ? io.stdin : createReadStream(resolve(io.cwd, path))
  try {
    yield* decodeStream(addAbortSignal(io.stop, stream) as AsyncIterable<Buffer>)
  } catch (error) {
    if (io.stop.aborted) throw io.stop.reason
    if (error instanceof UsageError) throw error
    const { code, message, line } = error as NodeJS.ErrnoException & { line?: number }
    // The service would get U+FFFD where letters were. DECISIONS 262
    if (code === 'EILSEQ')
      throw new UsageError(`${sourceName(path)} is not UTF-8: line ${line}`, {
        hint: recodeLine(io, path),
        cause: error,
      })
    if (path === '-')
      throw new UsageError(`cannot read stdin: ${message}`, { hint: 'is something piped in?', cause: error })
    throw new UsageError(
      code === 'ENOENT' ? `there is no file ${path}` : `cannot read ${path}: ${diskProblem(error) ?? message}`,
      {
        hint: code === 'ENOENT' ? 'is it in another folder?' : accessLine(io, path),
        cause: error,
      },
    )
  }
}
