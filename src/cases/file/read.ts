import { basename, extname } from 'node:path'
import { UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { decodeStrictly } from '../../system/files/text.ts'
import { quoteWord, recodeLine, usualShell } from '../../system/shell-line.ts'
import type { CaseEntry } from '../case-content.ts'
import { digestOfValue } from '../fields.ts'
import type { FolderCases } from '../folder/read.ts'
import { mergeConflictIn } from '../problem.ts'
import type { FileForm } from './form.ts'
import { formOfText } from './recognise.ts'

/** A file as it was read: its text (undefined if the file does not exist) and its cases. */
export type FileState = { text: string | undefined; entries: readonly KeyedEntry[] }

/** A case of a file, with a key that still identifies it after the file was rewritten. */
export type KeyedEntry = CaseEntry & { key: string }

/** A file: its name for the user, its path, its format, and its encoding if that is not UTF-8 and the file has no BOM. */
export type FileTarget = { name: string; path: string; form: FileForm; encoding?: string | undefined }

/** Reads a file of cases, and remembers its content in `state` for the write-back. */
export const readInto = (state: FileState, target: FileTarget): FolderCases => {
  const { path, form } = target
  state.text = textOf(target)
  const read = state.text === undefined ? { entries: [], problems: [] } : readCaseText(state.text, form, basename(path))
  state.entries = read.entries
  return { ...read, entries: [...read.entries], strangers: [] }
}

/** Reads the cases of a text, and reports its problems. */
const readCaseText = (text: string, form: FileForm, file: string) => {
  // A cell of a CSV may hold a merge conflict, and the CSV still parses.
  const conflict = mergeConflictIn(text)
  if (conflict) return { entries: [], problems: [{ file, ...conflict }] }
  const { cases, problems } = form.read(text)
  const seen = new Map<string, number>()
  const entries = cases.map(({ line, ...read }) => {
    const digest = digestOfValue(read.content)
    const count = (seen.get(digest) ?? 0) + 1
    seen.set(digest, count)
    // Not the line: it moves when an identifier is written down, and the key would then find another case.
    return { ...read, place: { file, line }, key: `${file}#${digest}:${count}` }
  })
  return { entries, problems: problems.map((problem) => ({ file, ...problem })) }
}

/** Reads cases that are piped in; undefined if the text is in none of testctl's formats. */
export const readPiped = (text: string): FolderCases | undefined => {
  const form = formOfText(text)
  return form && { ...readCaseText(text, form, 'stdin'), strangers: [] }
}

/**
 * Reads the text of a file; undefined if the file does not exist. Throws a UsageError if it cannot be read, or if its bytes are
 * invalid in its encoding: they would be lost. DECISIONS 262
 */
export const textOf = ({ path, name, encoding }: Omit<FileTarget, 'form'>): string | undefined => {
  try {
    return readRegularFile(path, { most: largest, decode: (bytes) => decodeStrictly(bytes, encoding) })
  } catch (error) {
    const { code, line } = error as NodeJS.ErrnoException & { line?: number }
    if (code === 'ENOENT') return undefined
    if (code === 'EILSEQ')
      throw new UsageError(`cannot read ${name}: it is not ${(encoding ?? 'utf-8').toUpperCase()} (line ${line})`, {
        hint:
          extname(path).toLowerCase() === '.csv'
            ? `save it as CSV UTF-8, or name its encoding: testctl cases import ${quoteWord(name)} --encoding windows-1252`
            : recodeLine(usualShell, name),
        cause: error,
      })
    const problem = diskProblem(error)
    if (problem === undefined) throw error
    throw new UsageError(`cannot read ${name}: ${problem}`, { hint: 'check who may read it', cause: error })
  }
}

const largest = 256 * 1024 * 1024
