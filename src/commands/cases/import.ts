import { type Command, Option } from 'commander'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CasePlan, CaseSource, ConflictChoices, Prepared } from '../../cases/index.ts'
import type { Context } from '../../composition/context.ts'
import { projectIdentifierPattern } from '../../contract/identifiers.ts'
import { GateError, UsageError } from '../../errors.ts'
import { completing } from '../../completions/expected-values.ts'
import { counted } from '../../output/text/count.ts'
import { checkFileName, checkFileNames } from '../shared/input/file-names.ts'
import { confirmDeletion } from '../shared/verbs/confirm.ts'
import { collectValues, verb } from '../shared/verbs/index.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { importPiped } from './files/import-piped.ts'
import { readPipe } from './files/pipe.ts'
import { openSources, plansOf, type PrepareOptions, prepareSource, readTyped } from './files/prepare.ts'
import { foreignExplanation, foreignFlagIn, foreignFlags, type ForeignFlags, partPaths } from './foreign/flags.ts'
import { importForeign } from './foreign/import.ts'
import { agreeingLine, endOf } from './files/end.ts'
import { refusedBy } from './files/refused.ts'
import { importFields, printPlan, type ImportResult } from './files/report.ts'

/** The flags of a command that compares files of cases with the service. */
export type PlanFlags = { ours?: string[]; theirs?: string[]; diff?: boolean; exitCode?: boolean }

/** Adds `cases import` and `cases status`. */
export const defineImport = (group: Command, context: Context): void => {
  foreignFlags(
    planFlags(
      verb(group, 'import [path...]', {
        summary: 'Import cases from files: create the new ones, update the changed ones',
        changes: 'deletes',
        prints: importFields,
        examples: [
          'testctl cases import cases/ -p WEB',
          'testctl cases import cases/ --dry-run --diff',
          'testctl cases import cases/ --ours WEB-C12 --theirs WEB-C13:steps',
          'testctl cases import cases.ndjson -p WEB',
          'testctl cases import export.csv -p WEB --report losses.md',
          'testctl cases import export.csv --to new-cases/',
          'testctl cases import features/ -p WEB',
        ],
      }),
    ),
  )
    .option('--prune', 'delete the cases whose files were deleted; asks first')
    .addHelpText('after', () => explanation + foreignExplanation)
    .action(async (typed: string[], flags: PlanFlags & ForeignFlags & { prune?: boolean }) => {
      checkFileName('--to', flags.to, { kind: 'folder' })
      checkFileNames(context.io, { '--write-map': flags.writeMap, '--report': flags.report })
      const { paths: named, choices } = await readTyped(context, typed, flags)
      const { own: paths, foreign } = await partPaths(context, named, flags)
      if (foreign.length > 0 && paths.length > 0) throw notTogether(context, { paths, foreign })
      const isPipe = foreign.length === 1 && foreign[0] === '-' && foreignFlagIn(flags) === undefined
      const piped = isPipe ? await readPipe(context, flags.encoding) : undefined
      if (piped?.cases) return importPiped(context, piped.cases, { ...flags, choices })
      if (foreign.length > 0) return importForeign(context, foreign, { ...flags, choices, stdin: piped?.stdin })
      const told: ImportResult[] = []
      const sources = await openSources(context, paths, flags.encoding)
      // An unreadable file may hold any case, so with --prune no case is known to be deleted. DECISIONS 202
      const reading = { skipsUnread: !flags.prune, isImport: true }
      const plans = await plansOf(context, sources, choices, reading)
      for (const source of sources)
        told.push(await importSource(context, source, { ...flags, choices, reading, plans }))
      await printPlan(context, told, flags)
      const end = await endOf(context, told, { ...flags, theirs: choices.theirs })
      if (end) throw end
    })

  verb(group, 'status [path...]', {
    summary: 'Compare files of cases with the service, and change nothing',
    prints: importFields,
    examples: ['testctl cases status cases/', 'testctl cases status cases/ --diff --exit-code'],
  })
    .option('--diff', 'show the changes word by word')
    .option('--exit-code', 'exit 8 if files and service differ')
    .action(async (typed: string[], flags: PlanFlags) => {
      const told: (ImportResult & { source: CaseSource })[] = []
      for (const source of await openSources(context, typed.length > 0 ? typed : ['.']))
        told.push({ source, ...(await prepareSource(context, source)) })
      await printPlan(context, told, flags)
      const files = await context.caseFiles()
      if (flags.exitCode && !told.every(({ prepared }) => files.agrees(prepared.plan)))
        throw new GateError('files and service differ', { hint: await agreeingLine(context, told) })
    })
}

/** Returns the error for a folder of cases beside the file of another system. A project that was typed as a word gets its flag. */
const notTogether = (
  { io }: Context,
  { paths, foreign }: { paths: readonly string[]; foreign: readonly string[] },
): UsageError => {
  const line = `testctl cases import ${foreign.map(quoteWord).join(' ')}`
  const missing = paths.find((path) => !existsSync(resolve(io.cwd, path)))
  if (missing !== undefined && paths.length === 1 && projectIdentifierPattern.test(missing))
    return new UsageError(`there is no folder and no file ${missing}`, { hint: `${line} -p ${missing}` })
  return new UsageError('import the folder of cases and the file of another system separately', { hint: line })
}

const choiceOption = (flag: string, side: string): Option =>
  completing(
    new Option(
      `${flag} <which>`,
      `resolve conflicts with the text of ${side}: all, WEB-C12 or WEB-C12:steps`,
    ).argParser(collectValues),
    { identifiersOf: ['cases'], words: ['all'] },
  )

/** Gives a command the flags that settle conflicts and show changes. */
export const planFlags = (command: Command): Command =>
  command
    .addOption(choiceOption('--ours', 'the files'))
    .addOption(choiceOption('--theirs', 'the service'))
    .option('--diff', 'show the changes word by word')
    .option('--exit-code', 'with --dry-run: exit 8 if files and service differ')
    .hook('preAction', (_, typed) => {
      const { exitCode, dryRun } = typed.optsWithGlobals()
      if (exitCode && !dryRun)
        throw new UsageError('--exit-code needs --dry-run', {
          hint: `or compare only: testctl cases status ${typed.args.map(quoteWord).join(' ')} --exit-code`,
        })
    })

const explanation = `
--dry-run shows the plan and sends nothing. A field that changed in the file is
sent. A field that changed in the service stays (cases export writes it to the
file). A field that changed on both sides is a conflict: it is shown and stays
(exit code 7), unless --ours or --theirs resolves it. --quiet prints the
identifiers of the cases that were created, changed or deleted; in a plan of
those that differ, and the file of a new one. The format of the files:
testctl help case-files.
`

type Importing = {
  choices: ConflictChoices
  reading: PrepareOptions
  /** The plans of all sources, if there are several and a choice names a case. */
  plans: readonly CasePlan[]
  prune?: boolean
}

const importSource = async (
  context: Context,
  source: CaseSource,
  { choices, reading, plans, prune = false }: Importing,
): Promise<ImportResult> => {
  const files = await context.caseFiles()
  const prepare = async () => {
    const made = await prepareSource(context, source, choices, reading)
    files.checkChoices(choices, [made.prepared.plan, ...plans])
    return made
  }
  if (context.flags().dryRun) {
    const made = await prepare()
    return { source, ...made, refused: await refusedBy(context, made.prepared.plan) }
  }
  const unlock = files.lockFiles(source.lock, source.name, context.io)
  try {
    const { prepared, ...read } = await prepare()
    if (prune) await confirmPrune(context, prepared)
    const progress = context.progress('importing cases', files.countWork(prepared.plan, prune))
    const applied = await files
      .carryOutImport(prepared, {
        api: await context.api(),
        files: source.files,
        stop: context.io.stop,
        prune,
        onSettled: progress.step,
      })
      .finally(progress.done)
    return { source, prepared, ...read, applied }
  } finally {
    unlock()
  }
}

const confirmPrune = async (context: Context, { plan }: Prepared): Promise<void> => {
  const gone = plan.deletedHere.filter(({ isChanged }) => !isChanged)
  if (gone.length === 0) return
  const names = gone.slice(0, 5).map(({ there }) => there.identifier)
  const more = gone.length > names.length ? ', …' : ''
  await confirmDeletion(context, `${counted(gone.length, 'case')} (${names.join(', ')}${more})`, {
    several: gone.length > 1,
  })
}
