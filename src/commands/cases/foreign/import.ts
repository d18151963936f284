import type { CaseEntry } from '../../../cases/case-content.ts'
import type { Applied, Plan } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { findProject } from '../../shared/input/references.ts'
import { endOf, printPlan, type Told } from '../files/report.ts'
import { type ImportFlags, namedAs } from './flags.ts'
import { type ReadFile, readForeign, warnOfLimits } from './read.ts'
import { endOfReading, type Outcome, tellLosses } from './tell.ts'
import { writeFolder, writeMap } from './write.ts'

/**
 * Imports files of other systems: reads them whole, plans, and sends what is new. A second import finds its cases by where they
 * came from. With `--to` they become Markdown files, and nothing is sent.
 */
export const importForeign = async (context: Context, paths: readonly string[], flags: ImportFlags): Promise<void> => {
  if (flags.prune)
    throw new UsageError('--prune is for a folder of cases', { hint: 'an export may be of a part of the cases' })
  if (flags.writeMap !== undefined) return writeMap(context, paths, flags.writeMap, flags)
  const read = await readForeign(context, paths, flags)
  await warnOfLimits(context, read)
  if (flags.to !== undefined) return writeFolder(context, read, flags)
  // Found once: a project that is not there ends it before anything is sent.
  const project = await findProject(context)
  const told: (Told & { file: ReadFile })[] = []
  for (const file of read) told.push({ file, ...(await importFile(context, file, { project, flags })) })
  await printPlan(context, told, flags)
  const outcomes = told.map(({ file, prepared, applied }) => ({
    file,
    outcome: outcomeOf(prepared.plan, file.entries, applied),
  }))
  await tellLosses(context, outcomes, flags)
  const end = endOf(context, told, flags) ?? endOfReading(outcomes, flags)
  if (end) throw end
}

type Importing = { project: { id: string; identifier: string }; flags: ImportFlags }

const importFile = async (context: Context, file: ReadFile, { project, flags }: Importing): Promise<Told> => {
  const files = await context.caseFiles()
  const api = await context.api()
  const { io } = context
  const isDryRun = context.flags().dryRun ?? false
  const service = (await context.settings.find('url'))?.value ?? ''
  const place = files.keptFor(io, { service, project: project.id })
  const unlock = place && !isDryRun ? files.lockFiles(place.lock, `the cases of ${project.identifier}`, io) : undefined
  try {
    const reading = context.progress('reading the cases of the project')
    const prepared = await files
      .prepareImport({
        api,
        project,
        entries: file.entries,
        kept: place?.kept,
        choices: flags.choices,
        keyLifetime: context.keyLifetime,
        reading,
      })
      .finally(reading.done)
    // That a case is not in an export says nothing about it.
    Object.assign(prepared.plan, { deletedHere: [], elsewhere: [] })
    const told = { source: namedAs(file.file), prepared, strangers: [] }
    if (isDryRun) return told
    const progress = context.progress('importing cases', files.countWork(prepared.plan, false))
    const applied = await files
      .carryOut(prepared, { api, files: {}, stop: io.stop, prune: false, onSettled: progress.step })
      .finally(progress.done)
    return { ...told, applied }
  } finally {
    unlock?.()
  }
}

/** What became of each case that was read; a case is counted once. */
const outcomeOf = (plan: Plan, entries: readonly CaseEntry[], applied: Applied | undefined): Outcome => {
  const created = applied ? applied.created.length : plan.created.length
  const wantsSending = plan.matched.filter(({ changes }) => changes.some(({ side }) => side === 'here'))
  const changed = applied ? applied.changed.length : wantsSending.length
  const failed = applied?.failed.length ?? 0
  const notBegun = applied?.notBegun ?? 0
  const open = plan.matched.filter(
    ({ changes }) => changes.some(({ side }) => side === 'conflict') && !changes.some(({ side }) => side === 'here'),
  ).length
  const unchanged = entries.length - created - changed - failed - notBegun - open
  return { new: created, changed, unchanged, 'in conflict': open, failed, 'not begun': notBegun }
}
