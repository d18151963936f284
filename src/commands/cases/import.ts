import type { Command } from 'commander'
import type { CaseSource, Choices, Prepared } from '../../cases/index.ts'
import type { Context } from '../../composition/context.ts'
import { GateError, UsageError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { confirmDeletion } from '../shared/verbs/confirm.ts'
import { collectValues, verb } from '../shared/verbs/index.ts'
import { openSources, prepareSource, readTyped } from './files/prepare.ts'
import { foreignExplanation, foreignFlags, type ForeignFlags, partPaths } from './foreign/flags.ts'
import { importForeign } from './foreign/import.ts'
import { endOf, printPlan, type Told } from './files/report.ts'

/** The flags of a command that compares files of cases with the service. */
export type PlanFlags = { ours?: string[]; theirs?: string[]; diff?: boolean; exitCode?: boolean }

/** Adds `cases import` and `cases status`. */
export const defineImport = (group: Command, context: Context): void => {
  foreignFlags(
    planFlags(
      verb(group, 'import [path...]', {
        summary: 'Import cases from files: create the new ones, update the changed ones',
        changes: 'deletes',
        examples: [
          'testctl cases import cases/ -p WEB',
          'testctl cases import cases/ --dry-run --diff',
          'testctl cases import cases/ --ours WEB-C12 --theirs WEB-C13:steps',
          'testctl cases import cases.ndjson -p WEB',
          'testctl cases import export.csv -p WEB --report losses.md',
          'testctl cases import export.csv --to new-cases/',
        ],
      }),
    ),
  )
    .option('--prune', 'delete the cases whose files were deleted; asks first')
    .addHelpText('after', () => explanation + foreignExplanation)
    .action(async (typed: string[], flags: PlanFlags & ForeignFlags & { prune?: boolean }) => {
      const { paths: named, choices } = await readTyped(context, typed, flags)
      const { own: paths, foreign } = await partPaths(context, named, flags)
      if (foreign.length > 0 && paths.length > 0)
        throw new UsageError('a folder of cases and a file of another system are imported one after the other', {
          hint: `testctl cases import ${foreign.join(' ')}`,
        })
      if (foreign.length > 0) return importForeign(context, foreign, { ...flags, choices })
      const told: Told[] = []
      for (const source of await openSources(context, paths))
        told.push(await importSource(context, source, { ...flags, choices }))
      await printPlan(context, told, flags)
      const end = endOf(context, told, flags)
      if (end) throw end
    })

  verb(group, 'status [path...]', {
    summary: 'Compare files of cases with the service, and change nothing',
    examples: ['testctl cases status cases/', 'testctl cases status cases/ --diff --exit-code'],
  })
    .option('--diff', 'show the changes word by word')
    .option('--exit-code', 'exit with 8 if files and service differ')
    .action(async (typed: string[], flags: PlanFlags) => {
      const told: Told[] = []
      for (const source of await openSources(context, typed.length > 0 ? typed : ['.']))
        told.push({ source, ...(await prepareSource(context, source)) })
      await printPlan(context, told, flags)
      const files = await context.caseFiles()
      if (flags.exitCode && !told.every(({ prepared }) => files.agrees(files.countPlan(prepared.plan))))
        throw new GateError('files and service differ', {
          hint: 'testctl cases import sends what is changed in the files',
        })
    })
}

/** Gives a command the flags that settle conflicts and show changes. */
export const planFlags = (command: Command): Command =>
  command
    .option('--ours <which>', 'settle conflicts by the files: all, WEB-C12 or WEB-C12:steps', collectValues)
    .option('--theirs <which>', 'settle conflicts by the service, in the same words', collectValues)
    .option('--diff', 'show the changes word by word')
    .option('--exit-code', 'exit with 8 if files and service differ, with --dry-run')

const explanation = `
A plan is made first; --dry-run shows it alone. A field that was changed in
the file is sent, one that was changed in the service is left (cases export
takes it), one that was changed in both is a conflict: it is shown, and left
unless --ours or --theirs says otherwise (exit code 7). testctl help case-
files tells of the files.`

const importSource = async (
  context: Context,
  source: CaseSource,
  { choices, prune = false }: { choices: Choices; prune?: boolean },
): Promise<Told> => {
  const files = await context.caseFiles()
  // What cannot be read may be of any case, so that none is known to be deleted. DECISIONS 202
  const reading = { skipsUnread: !prune }
  if (context.flags().dryRun) return { source, ...(await prepareSource(context, source, choices, reading)) }
  const unlock = files.lockFiles(source.lock, source.name, context.io)
  try {
    const { prepared, ...read } = await prepareSource(context, source, choices, reading)
    if (prune) await confirmPrune(context, prepared)
    const progress = context.progress('importing cases', files.countWork(prepared.plan, prune))
    const applied = await files
      .carryOut(prepared, {
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
  await confirmDeletion(context, `${counted(gone.length, 'case')} (${names.join(', ')}${more})`, async () => '')
}
