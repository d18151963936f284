import type { CaseSource, Choices, FolderCases, Prepared } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { projectOfFiles } from './project.ts'
import { readCleanly } from './read.ts'

/** Reads files, base and service, and makes the plan; changes nothing. */
export const prepareSource = async (
  context: Context,
  source: CaseSource,
  choices: Choices = { ours: [], theirs: [] },
  { skipsUnread = false }: { skipsUnread?: boolean } = {},
): Promise<Pick<FolderCases, 'strangers'> & { prepared: Prepared; unread: FolderCases['problems'] }> => {
  const files = await context.caseFiles()
  const { entries, strangers, problems: unread } = await readCleanly(source, skipsUnread ? files.isUnread : undefined)
  const others = [...strangers, ...unread.map(({ file }) => file)]
  const project = await projectOfFiles(context, entries, source)
  const reading = context.progress('reading cases')
  const prepared = await files
    .prepareImport({
      api: await context.api(),
      project,
      entries,
      others,
      kept: source.kept,
      choices,
      keyLifetime: context.keyLifetime,
      reading,
    })
    .finally(reading.done)
  // Of a file alone nothing is known about the others.
  if (source.isPart) Object.assign(prepared.plan, { deletedHere: [], elsewhere: [] })
  return { prepared, strangers, unread }
}

/** The sources that paths name. */
export const openSources = async (context: Context, paths: readonly string[]): Promise<CaseSource[]> =>
  (await context.caseFiles()).openSources(paths, context.io.cwd)

/** The words of `--ours cases/` are a folder, and all conflicts. */
export const readTyped = async (
  context: Context,
  typed: readonly string[],
  { ours = [], theirs = [] }: { ours?: readonly string[]; theirs?: readonly string[] },
): Promise<{ paths: string[]; choices: Choices }> => {
  const { choiceKey } = await context.caseFiles()
  const paths = [...typed]
  const wordsOf = (words: readonly string[]) =>
    words.map((word) => {
      if (choiceKey(word) !== undefined) return word
      paths.push(word)
      return 'all'
    })
  const choices = { ours: wordsOf(ours), theirs: wordsOf(theirs) }
  if (paths.length === 0) throw new UsageError('which files?', { hint: 'name a folder of cases, such as cases/' })
  return { paths, choices }
}
