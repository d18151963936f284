import type { ImportOptions } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { findProject } from '../../shared/input/project.ts'
import { importEntries } from '../files/import-entries.ts'
import { endOf } from '../files/end.ts'
import { printPlan } from '../files/report.ts'
import { checkOutput } from './check-output.ts'
import type { ImportFlags } from './flags.ts'
import { fileOutcomes } from './outcomes.ts'
import { faultsOf, type ReadFile, readForeign, warnOfLimits } from './read.ts'
import { endOfReading, reportLosses } from './report-losses.ts'
import { writeFolder, writeMap } from './write.ts'

/**
 * Imports files of other systems: reads all of them, plans, and sends what is new or changed. A second import finds its cases by
 * their source. With `--to`, writes Markdown files instead, and sends nothing.
 */
export const importForeign = async (context: Context, paths: readonly string[], flags: ImportFlags): Promise<void> => {
  if (flags.prune)
    throw new UsageError('--prune is for a folder of cases', { hint: 'an export may be of a part of the cases' })
  if (flags.writeMap !== undefined) return writeMap(context, paths, flags.writeMap, flags)
  if (flags.report !== undefined)
    await checkOutput(context, { flag: '--report', name: flags.report }, [...paths, ...(flags.map ? [flags.map] : [])])
  const { read, broken } = await readForeign(context, paths, flags)
  await endUnread(context, read, flags)
  await warnOfLimits(context, read)
  if (flags.to !== undefined) return writeFolder(context, { read, broken }, flags)
  // A missing project ends the import here, before anything is sent.
  const project = await findProject(context)
  const name = read.length === 1 ? read[0]!.file : `${read.length} files`
  const entries = read.flatMap((file) => file.entries)
  const { settleSources } = await context.foreignCases()
  const { choices } = flags
  const settle: ImportOptions['settle'] = (sides) => settleSources(sides, { files: read, choices, cwd: context.io.cwd })
  const imported = await importEntries(context, { name, entries }, { project, choices, settle })
  const result = { ...imported, unread: faultsOf(broken) }
  await printPlan(context, [result], flags)
  const outcomeOf = fileOutcomes(result)
  const outcomes = read.map((file) => ({ file, outcome: outcomeOf(file) }))
  await reportLosses(context, outcomes, flags)
  const end = (await endOf(context, [result], flags)) ?? endOfReading(outcomes, flags)
  if (end) throw end
}

/** Ends an import in which no case could be read, before any request to the service. */
const endUnread = async (context: Context, read: readonly ReadFile[], flags: ImportFlags): Promise<void> => {
  if (read.some(({ entries }) => entries.length > 0)) return
  const told = read.map((file) => ({ file, outcome: {} }))
  await reportLosses(context, told, flags)
  const end = endOfReading(told, flags)
  if (end) throw end
}
