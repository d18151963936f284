import type { CaseSource, Exported, Prepared } from '../../../cases/index.ts'
import { placeOf } from '../../../cases/case-content.ts'
import type { Context } from '../../../composition/context.ts'
import { GateError, PartialError } from '../../../errors.ts'
import { counted } from '../../../output/text/count.ts'
import { stopError } from '../../../system/async/stopped.ts'
import { handlesOfExport } from './handles.ts'
import { issueOf, onceMore } from './end.ts'

type Told = { source: CaseSource; prepared: Prepared; exported?: Exported }

/** The fields of the answer that `printExport` prints. */
export const exportFields = ['files', 'project', 'counts', 'written', 'updated', 'removed', 'conflicts']

/** Prints what an export did, or with `--dry-run` what it would do. */
export const printExport = async (
  context: Context,
  { source, prepared: { plan }, exported }: Told,
  { diff = false }: { diff?: boolean },
): Promise<void> => {
  const files = await context.caseFiles()
  const printer = await context.planPrinter()
  const counts = files.countPlan(plan)
  const value = {
    files: source.name,
    project: plan.project.identifier,
    counts: files.exportCounts(counts),
    written: exported?.written ?? plan.elsewhere.map((one) => ({ case: one.identifier })),
    updated: exported?.updated ?? [],
    removed: exported?.removed ?? [],
    conflicts: files.conflictsOf(plan).map(({ matched, change: { field, here, there } }) => ({
      case: matched.there.identifier,
      file: placeOf(matched.entry),
      field,
      here: here ?? null,
      there: there ?? null,
    })),
  }
  await printer.answer(
    value,
    printer.format === 'quiet'
      ? handlesOfExport(plan, exported)
      : [files.exportLine(counts), ...files.detailsOf(plan, { diff })],
  )
}

/** Returns the error that an export or its plan ends with; undefined if the files have what the service has, or get it. DECISIONS 462 */
export const endOfExport = async (
  context: Context,
  { prepared: { plan }, exported }: Omit<Told, 'source'>,
  { exitCode }: { exitCode?: boolean },
): Promise<Error | undefined> => {
  const { agrees, conflictsOf } = await context.caseFiles()
  const conflicts = conflictsOf(plan).length
  if (!exported && exitCode && !agrees(plan))
    return new GateError('files and service differ', { hint: 'run it again without --dry-run' })
  const { failed, notBegun } = exported ?? { failed: [], notBegun: 0 }
  const said = [
    failed.length > 0 && `${counted(failed.length, 'file')} failed`,
    notBegun > 0 && `${notBegun} not begun`,
    conflicts > 0 && `${counted(conflicts, 'conflict')} left`,
  ]
    .filter((part) => part !== false)
    .join(', ')
  if (context.io.stop.aborted) return stopError(context.io.stop, said || 'stopped', { hint: onceMore })
  if (said === '') return undefined
  return new PartialError(said, {
    issues: failed.slice(0, 20).map(issueOf),
    hint: failed.length > 0 ? 'fix these, then run it again' : '--ours keeps the files, --theirs takes the service',
  })
}
