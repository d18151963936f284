import { PartialError, UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { writeUserFile } from '../../system/files/write-user-file.ts'
import { type BaseLine, mergeLines } from './line.ts'

/** What files and service last agreed on, by the id of the case. */
export type CaseBase = ReadonlyMap<string, BaseLine>

/** The file of it, beside the files of cases. */
export const baseFile = '.testctl-cases.ndjson'

/**
 * Reads the base. After a merge in git it may hold the lines of both sides, with or without conflict marks: the fields on which
 * these lines agree count. DECISIONS 167
 */
export const readBase = (path: string): CaseBase => {
  const base = new Map<string, BaseLine>()
  for (const [at, text] of readKept(path).split('\n').entries()) {
    if (text.trim() === '' || /^(<{7}|={7}|>{7}|\|{7})( |\r?$)/.test(text)) continue
    const line = parseLine(text)
    if (!line)
      throw new UsageError(`${path}:${at + 1} is not a line that testctl wrote`, {
        hint: 'restore the file from git, or remove it: all cases are then compared again',
      })
    const other = base.get(line.id)
    base.set(line.id, other ? mergeLines(other, line) : line)
  }
  return base
}

/** Writes the base: a line a case, sorted by id, so that cases which two branches add seldom meet in a merge. DECISIONS 167 */
export const writeBase = async (path: string, base: CaseBase, stop: AbortSignal): Promise<void> => {
  const lines = [...base.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  const pieces = lines.map((line) => `${JSON.stringify(line)}\n`)
  await writeUserFile(pieces, { path, name: path, stop }).catch((error: unknown) => {
    throw halfDone(error)
  })
}

/** What could not be written in the end, when all was sent: the journal, or the files themselves, know it the next time. */
export const halfDone = (error: unknown): unknown =>
  error instanceof UsageError
    ? new PartialError(error.message, { hint: 'fix that, then run it again: nothing is done twice', cause: error })
    : error

const largest = 256 * 1024 * 1024

/**
 * The text of a file that an import keeps for the next one; empty where there is none. One that cannot be read is a UsageError, and so
 * is a link, which may come with other people's files: what is written next would go where it leads. DECISIONS 505
 */
export const readKept = (path: string): string => {
  try {
    return readRegularFile(path, { most: largest, links: 'refused' })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ''
    throw new UsageError(`cannot read ${path}: ${diskProblem(error) ?? message}`, {
      ...(code === 'EFTYPE' && {
        hint: 'a link could lead out of the folder: remove it, and all cases are compared again',
      }),
      cause: error,
    })
  }
}

const parseLine = (text: string): BaseLine | undefined => {
  try {
    const line = JSON.parse(text) as BaseLine
    const isLine = typeof line.id === 'string' && typeof line.case === 'string' && typeof line.fields === 'object'
    return isLine && line.fields !== null ? line : undefined
  } catch {
    return undefined
  }
}
