import type { CasePlan, CaseSource, ConflictChoices, FolderCases, Prepared } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { findUnreadForms, noCaseIn, warnOfUnreadForms } from './other-forms.ts'
import { refuseFolderAbove } from './own-folder.ts'
import { projectOfFiles } from './project.ts'
import { readCleanly, warnOfLinks } from './read.ts'

/**
 * `skipsUnread`: leave out files that cannot be read. `fills`: for an export. `isImport`: throw if neither the files nor the base have a
 * case, and warn of files in other formats. `isTrial`: no warnings now, because the source is prepared again later.
 */
export type PrepareOptions = { skipsUnread?: boolean; fills?: boolean; isImport?: boolean; isTrial?: boolean }

/** Reads files, base and service, and makes the plan; changes nothing. */
export const prepareSource = async (
  context: Context,
  source: CaseSource,
  choices: ConflictChoices = { ours: [], theirs: [] },
  { skipsUnread = false, fills = false, isImport = false, isTrial = false }: PrepareOptions = {},
): Promise<Pick<FolderCases, 'strangers'> & { prepared: Prepared; unread: FolderCases['problems'] }> => {
  const files = await context.caseFiles()
  const base = files.readBase(source.stateFiles.base)
  if (base.size === 0) await refuseFolderAbove(context, source)
  // A file of many cases is rewritten as a whole, so any part that was not read would be lost.
  const isUnread = skipsUnread && !source.files.finish ? files.isUnread : undefined
  const { entries, strangers, problems: unread, links } = await readCleanly(source, isUnread)
  if (!isTrial) await warnOfLinks(context, { links, name: source.name })
  const others = isImport ? await findUnreadForms(context, source) : []
  // If all files are gone, the base still knows their cases.
  const isKnown = !source.isPart && (!isImport || base.size > 0)
  if (!isKnown && entries.length + unread.length === 0) throw noCaseIn(source.name, others)
  if (!isTrial) await warnOfUnreadForms(context, others)
  const notCases = [...strangers, ...unread.map(({ file }) => file)]
  const project = await projectOfFiles(context, entries, base)
  const reading = context.progress('reading cases')
  const prepared = await files
    .prepareImport({
      api: await context.api(),
      project,
      entries,
      others: notCases,
      fills,
      stateFiles: source.stateFiles,
      base,
      choices,
      keyLifetime: context.keyLifetime,
      reading,
    })
    .finally(reading.done)
  // A single file says nothing about the other cases of its folder.
  if (source.isPart) Object.assign(prepared.plan, { deletedHere: [], elsewhere: [] })
  return { prepared, strangers, unread }
}

/**
 * Makes the plans of all sources before the first one is carried out, if there are several and a choice names a case: the case may
 * be in a later source. Otherwise returns none. DECISIONS 329
 */
export const plansOf = async (
  context: Context,
  sources: readonly CaseSource[],
  choices: ConflictChoices,
  options: PrepareOptions,
): Promise<CasePlan[]> => {
  const plans: CasePlan[] = []
  if (sources.length < 2 || [...choices.ours, ...choices.theirs].every((one) => one === 'all')) return plans
  for (const source of sources)
    plans.push((await prepareSource(context, source, choices, { ...options, isTrial: true })).prepared.plan)
  return plans
}

/** Opens the folders and files of cases that the paths name. */
export const openSources = async (
  context: Context,
  paths: readonly string[],
  encoding?: string,
): Promise<CaseSource[]> => (await context.caseFiles()).openCaseSources(paths, { cwd: context.io.cwd, encoding })

/** Separates paths from choices: `--ours cases/` means the path `cases/` and the choice `all`. Throws a UsageError if no path is left. */
export const readTyped = async (
  context: Context,
  typed: readonly string[],
  { ours = [], theirs = [] }: { ours?: readonly string[]; theirs?: readonly string[] },
): Promise<{ paths: string[]; choices: ConflictChoices }> => {
  const { parseChoice } = await context.caseFiles()
  const paths = [...typed]
  const wordsOf = (words: readonly string[]) =>
    words.map((word) => {
      if (parseChoice(word) !== undefined) return word
      paths.push(word)
      return 'all'
    })
  const choices = { ours: wordsOf(ours), theirs: wordsOf(theirs) }
  if (paths.length === 0)
    throw new UsageError('which files?', {
      hint: 'name a folder of cases, such as cases/, or one file, such as cases.csv',
    })
  return { paths, choices }
}
