import { dirname, extname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { CaseSource, ConflictChoices, Exported, Prepared } from '../../cases/index.ts'
import type { Context } from '../../composition/context.ts'
import { parseIdentifier, parseShortIdentifier, projectIdentifierPattern } from '../../contract/identifiers.ts'
import { UsageError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { checkFileName } from '../shared/input/file-names.ts'
import { confirmDeletion } from '../shared/verbs/confirm.ts'
import { verb } from '../shared/verbs/index.ts'
import { prepareSource, readTyped } from './files/prepare.ts'
import { endOfExport, exportFields, printExport } from './files/report-export.ts'
import { planFlags, type PlanFlags } from './import.ts'

/** Adds `cases export`. */
export const defineExport = (group: Command, context: Context): void => {
  planFlags(
    verb(group, 'export [path]', {
      summary: 'Export the cases of a project into a folder of Markdown or into one file',
      changes: 'deletes',
      prints: exportFields,
      examples: [
        'testctl cases export cases/ -p WEB',
        'testctl cases export cases.csv -p WEB',
        'testctl cases export cases/ --dry-run --diff',
      ],
    }),
  )
    .option('--prune', 'remove the files whose cases were deleted; asks first')
    .addHelpText('after', () => explanation)
    .action(async (typed: string | undefined, flags: PlanFlags & { prune?: boolean }) => {
      const { paths, choices } = await readTyped(context, typed === undefined ? [] : [typed], flags)
      const [name = '', ...others] = paths
      if (others.length > 0)
        throw new UsageError('cases are exported into one folder or file', { hint: `${name} or ${others[0]}` })
      checkFileName('cases export', name, {
        kind: 'folder or a file',
        hint: 'stdout has the plan: name a folder, such as cases/, or a file, such as cases.csv',
      })
      await exportInto(context, name, { ...flags, choices })
    })
}

const explanation = `
Existing files are updated, field by field. A field that changed in the service
is written, and one that changed in the file stays. A field that changed on both
sides is a conflict: it is shown and stays (exit code 7), unless --ours or
--theirs resolves it. A deleted file stays deleted; --theirs WEB-C12 restores
it. A name that ends in .csv, .ndjson, .json or .yaml is one file for all cases,
by the same rules; if it is gone, all are written anew. --quiet prints the
identifiers of the cases that are written.`

type Flags = PlanFlags & { prune?: boolean; choices: ConflictChoices }

const exportInto = async (context: Context, name: string, flags: Flags): Promise<void> => {
  const { choices } = flags
  const files = await context.caseFiles()
  const { io } = context
  const path = resolve(io.cwd, name)
  const kind = await files.isFolder(path)
  const namesFolder = kind === true || /[/\\]$/.test(name)
  const form = namesFolder ? undefined : files.formOf(path)
  if (kind === undefined && !form && !namesFolder) {
    refuseEnding(name)
    refuseIdentifier(name, context.flags().project)
  }
  if (kind === false && (!form || !files.formIn(path)))
    throw new UsageError(`${name} is ${form ? 'no file of cases that testctl wrote' : 'not a folder'}`, {
      hint: 'name a folder for Markdown, or a new file: .csv, .ndjson, .json or .yaml',
    })
  const source = form ? files.fileSource({ name, path, form }) : files.folderSource(name, path)
  const isNew = kind === undefined
  // Whoever removed the file has not deleted all its cases. DECISIONS 570
  const isAnew = isNew && form !== undefined && [...choices.ours, ...choices.theirs].length === 0
  const isDryRun = context.flags().dryRun
  const found = isNew ? { ...source, read: async () => empty } : source
  // Before the folder is made, so that nothing is left behind if the cases cannot be read.
  const chosen = isAnew ? { choices: { ours: [], theirs: ['all'] } } : flags
  const ahead = isNew || isDryRun ? await prepare(context, found, chosen) : undefined
  if (ahead && isDryRun) {
    await printExport(context, { source, prepared: ahead }, flags)
    const end = await endOfExport(context, { prepared: ahead }, flags)
    if (end) throw end
    return
  }
  if (isNew) files.makeCaseFolder(form ? dirname(path) : path, name)
  const unlock = files.lockFiles(source.lock, name, io)
  try {
    // Of two exports into a new folder, the later one reads what the earlier one wrote.
    const isStillNew = form ? (await files.isFolder(path)) === undefined : (await files.namesIn(path)).size === 1
    const prepared = ahead && isStillNew ? ahead : await prepare(context, source, flags)
    const exported = await carryOut(context, source, prepared, flags)
    await printExport(context, { source, prepared, exported }, flags)
    const end = await endOfExport(context, { prepared, exported }, flags)
    if (end) throw end
  } finally {
    unlock()
  }
}

// A folder of that name would come as a surprise. An ending with a digit, as in v1.2, does not count as one. DECISIONS 343
const refuseEnding = (name: string): void => {
  const ending = extname(name)
  if (!/^\.[a-z]{1,5}$/i.test(ending)) return
  throw new UsageError(`cases are not exported into a file that ends in ${ending}`, {
    hint: `name a file, .csv, .ndjson, .json or .yaml, or a folder: ${quoteWord(`${name}/`)}`,
  })
}

// The cases of another project would go into a folder with the name of the one that was meant, unless `-p` has `chosen` one. DECISIONS 580
const refuseIdentifier = (name: string, chosen: string | undefined): void => {
  const isShort = parseShortIdentifier(name) !== undefined
  const isProject = chosen === undefined && projectIdentifierPattern.test(name)
  const project = isProject ? name : parseIdentifier(name)?.project
  if (!isShort && project === undefined) return
  const line = `testctl cases export${isShort ? '' : ` -p ${project}`} cases/`
  throw new UsageError(`${name} looks like an identifier, not like a folder`, {
    hint: `all cases of a project: ${line}; a folder of that name: ${name}/`,
  })
}

const empty = { entries: [], strangers: [], problems: [] }

const prepare = async (context: Context, source: CaseSource, { choices }: Flags): Promise<Prepared> => {
  const files = await context.caseFiles()
  const { prepared } = await prepareSource(context, source, choices, { fills: true })
  files.checkChoices(choices, [prepared.plan])
  return { ...prepared, plan: files.withRestored(prepared.plan, files.readChoices(choices)) }
}

const carryOut = async (
  context: Context,
  source: CaseSource,
  prepared: Prepared,
  { prune = false }: Flags,
): Promise<Exported> => {
  const files = await context.caseFiles()
  const { stop } = context.io
  const gone = prune ? files.removable(prepared.plan) : []
  const subject = source.files.remove
    ? `${counted(gone.length, 'case')} in ${source.name}`
    : counted(gone.length, 'file')
  if (gone.length > 0) await confirmDeletion(context, subject, { several: gone.length > 1 })
  const work = prepared.plan.elsewhere.length + prepared.plan.matched.length + gone.length
  const progress = context.progress('exporting cases', work)
  const add =
    source.files.add ?? files.fileAdder({ folder: source.path, taken: await files.namesIn(source.path), stop })
  const order = { folder: source.path, files: source.files, add, prune, stop, onSettled: progress.step }
  return files.carryOutExport(prepared, order).finally(progress.done)
}
