import { join } from 'node:path'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { decodeStrictly } from '../../system/files/text.ts'
import type { CaseEntry } from '../case-content.ts'
import { readMarkdownFile } from '../markdown/read.ts'
import type { FileProblem, FileRule } from '../problem.ts'
import { findMarkdown, isAboutRepository } from './find.ts'

/** The result of reading a folder: its cases, the files that are not cases (`strangers`), and the problems of the others. */
export type FolderCases = {
  entries: CaseEntry[]
  strangers: string[]
  problems: (FileProblem & { file: string })[]
  /** Symbolic links of a folder, which are skipped. */
  links?: readonly string[]
}

/** Reads the cases of a folder. `name` is how the user calls it. */
export const readFolder = async (folder: string, name: string): Promise<FolderCases> => {
  const { paths, links } = await findMarkdown(folder, name)
  return { ...readFiles(folder, paths), links }
}

/** Reads some files of a folder, by their paths in it. */
export const readFiles = (folder: string, paths: readonly string[]): FolderCases => {
  const read: FolderCases = { entries: [], strangers: [], problems: [] }
  for (const path of paths) {
    const text = readText(join(folder, path))
    if (typeof text !== 'string') read.problems.push({ file: path, ...text })
    else addCase(read, path, text)
  }
  return read
}

/** Whether front matter names the case. Two searches, because one pattern would scan to the end of the text from each `---`. */
const isCaseByFrontMatter = (text: string): boolean => {
  const begin = text.search(/^---/m)
  return begin >= 0 && /^case:/m.test(text.slice(begin))
}

const addCase = ({ entries, strangers, problems }: FolderCases, file: string, text: string): void => {
  const found = readMarkdownFile(text)
  if (found.kind === 'none' || (isAboutRepository(file) && !isCaseByFrontMatter(text))) strangers.push(file)
  else if (found.kind === 'problems') for (const problem of found.problems) problems.push({ file, ...problem })
  else {
    const { content, identifier, stepLines } = found
    entries.push({ content, identifier, stepLines, place: { file, line: 1 } })
  }
}

const readText = (path: string): string | FileProblem => {
  try {
    return readRegularFile(path, { most: largest, decode: decodeStrictly })
  } catch (error) {
    const { code, line = 1 } = error as NodeJS.ErrnoException & { line?: number }
    const problem = diskProblem(error)
    if (problem === undefined) throw error
    return { line, rule: rules[code ?? ''] ?? 'unreadable', message: problem }
  }
}

const rules: Partial<Record<string, FileRule>> = { EFBIG: 'too-large', EILSEQ: 'not-utf-8' }

/** Whether a file could not even be read, so that its content is unknown. */
export const isUnread = ({ rule }: FileProblem): boolean => ['unreadable', 'too-large', 'not-utf-8'].includes(rule)

// No service takes more in a request.
const largest = 64 * 1024 * 1024
