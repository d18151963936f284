import type { CaseSource, FolderCases, FileProblem } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { counted, listNames } from '../../../output/text/count.ts'
import { quoteWord } from '../../../system/shell-line.ts'

/**
 * Reads files of cases. Throws a UsageError, before anything is sent, if any of their content would be lost. Problems that
 * `isUnread` accepts, those of unreadable files, are returned instead of thrown. DECISIONS 202
 */
export const readCleanly = async (
  source: CaseSource,
  isUnread: (problem: FileProblem) => boolean = () => false,
): Promise<FolderCases> => {
  const read = await source.read()
  const problems = read.problems.filter((problem) => !isUnread(problem))
  const encoding = source.encoding === undefined ? '' : ` --encoding ${quoteWord(source.encoding)}`
  refuseProblems(problems, source.name, `testctl cases lint ${source.typed.map(quoteWord).join(' ')}${encoding}`)
  return read
}

/** Warns that symbolic links of a folder were skipped: their cases count as missing. */
export const warnOfLinks = async (
  { printer }: Pick<Context, 'printer'>,
  { links = [], name }: { links: readonly string[] | undefined; name: string },
): Promise<void> => {
  const [first] = links
  if (first === undefined) return
  const rest = links.length > 1 ? ` and ${links.length - 1} more` : ''
  await (await printer()).warn(`symbolic links in ${name} are not followed: ${first}${rest}`)
}

/**
 * Names the Markdown files that are not cases, in every output format, because one may have been meant as a case. Names pages about
 * the repository on a terminal only. DECISIONS 164
 */
export const warnOfStrangers = async (context: Context, strangers: readonly string[]): Promise<void> => {
  if (strangers.length === 0) return
  const { isAboutRepository } = await context.caseFiles()
  const printer = await context.printer()
  const about = strangers.filter(isAboutRepository)
  const others = strangers.filter((file) => !isAboutRepository(file))
  if (others.length > 0)
    await printer.warn(`not a case, because it has no heading such as ## Steps: ${listNames(others)}`)
  if (about.length > 0) await printer.note(`not a case: ${listNames(about)}`)
}

/** Throws a UsageError that lists the first 20 problems, if there are any: content of the files would be lost. */
export const refuseProblems = (problems: FolderCases['problems'], name: string, hint = 'fix these lines'): void => {
  if (problems.length === 0) return
  throw new UsageError(`${counted(problems.length, 'problem')} in the files of ${name}; nothing was sent`, {
    issues: problems.slice(0, 20).map(({ file, line, message }) => ({ path: `${file}:${line}`, message })),
    hint,
  })
}
