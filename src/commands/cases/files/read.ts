import type { CaseSource, FolderCases, Problem } from '../../../cases/index.ts'
import { UsageError } from '../../../errors.ts'
import { counted } from '../../../output/text/count.ts'

/**
 * Reads files of cases; anything that would be lost of them ends the command before anything is sent. With `isUnread`, files
 * of which nothing can be read are left as problems, and the others are read. DECISIONS 202
 */
export const readCleanly = async (
  source: CaseSource,
  isUnread: (problem: Problem) => boolean = () => false,
): Promise<FolderCases> => {
  const read = await source.read()
  const problems = read.problems.filter((problem) => !isUnread(problem))
  if (problems.length === 0) return read
  throw new UsageError(`${counted(problems.length, 'problem')} in the files of ${source.name}; nothing was sent`, {
    issues: problems.slice(0, 20).map(({ file, line, message }) => ({ path: `${file}:${line}`, message })),
    hint: `testctl cases lint ${source.name}`,
  })
}
