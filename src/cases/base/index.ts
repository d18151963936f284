import { PartialError, UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { writeUserFile } from '../../system/files/write-user-file.ts'
import { type BaseLine, mergeLines } from './line.ts'

/** The state on which files and service last agreed, by the id of the case. */
export type CaseBase = ReadonlyMap<string, BaseLine>

/** The file that stores the base, in the folder of the cases. */
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

/** Writes the base, one line per case. Sorted by id, so that cases which two branches add seldom conflict in a merge. DECISIONS 167 */
export const writeBase = async (path: string, base: CaseBase, stop: AbortSignal): Promise<void> => {
  const lines = [...base.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  const pieces = lines.map((line) => `${JSON.stringify(line)}\n`)
  await writeUserFile(pieces, { path, name: path, stop }).catch((error: unknown) => {
    throw halfDone(error)
  })
}

/** Turns a UsageError of the last write, after everything was sent, into a PartialError: the next run resumes from journal and files. */
export const halfDone = (error: unknown): unknown =>
  error instanceof UsageError
    ? new PartialError(error.message, { hint: 'fix that, then run it again: nothing is done twice', cause: error })
    : error

const largest = 256 * 1024 * 1024

/**
 * Reads a file that an import keeps for the next one; empty if it does not exist. Throws a UsageError if it cannot be read, or if it is
 * a symbolic link: a link may come with other people's files, and the next write would go to its target. DECISIONS 505
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
