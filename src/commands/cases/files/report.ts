import type { AppliedImport, CasePlan, CaseSource, FolderCases, Prepared } from '../../../cases/index.ts'
import { placeOf } from '../../../cases/case-content.ts'
import type { Context } from '../../../composition/context.ts'
import { warnOfDoubled } from './doubled.ts'
import { handlesOfImport } from './handles.ts'
import { warnOfStrangers } from './read.ts'

/** The content of a report on files of cases: the plan, and its outcome if it was carried out. */
export type ImportResult = {
  source: Pick<CaseSource, 'name'> & { isPart?: boolean }
  prepared: Prepared
  strangers: readonly string[]
  /** Files that could not be read. */
  unread?: FolderCases['problems']
  applied?: AppliedImport
  /** For a plan alone: what the service is known to refuse. */
  refused?: AppliedImport['failed']
}

/** The fields of the answer of an import, for a plan, a new folder (`--to`) and a map (`--write-map`). */
export const importFields = [
  'files',
  'project',
  'counts',
  'created',
  'changes',
  'deletedHere',
  'lost',
  'deletedThere',
  'elsewhere',
  'notCases',
  'unreadable',
  'failed',
  'notBegun',
  'folder',
  'cases',
  'source',
  'id',
  'name',
  'preconditions',
  'steps',
  'fields',
  'leaveOut',
  'columns',
]

/** Prints plans: a line of counts each, then conflicts and everything else that needs a person's attention. */
export const printPlan = async (
  context: Context,
  told: readonly ImportResult[],
  { diff = false }: { diff?: boolean },
): Promise<void> => {
  const files = await context.caseFiles()
  const printer = await context.planPrinter()
  const withCounts = told.map((one) => {
    const { prepared, applied, refused: failed = [] } = one
    const plan = files.planAsDone(prepared.plan, applied ?? { failed, notBegun: [] })
    return { ...one, plan, counts: files.countPlan(plan) }
  })
  const lines = withCounts.flatMap(({ source, prepared: { plan }, applied, refused, counts }) => [
    `${told.length > 1 ? `${source.name}: ` : ''}${files.casePlanLine(counts, {
      failed: (applied?.failed ?? refused ?? []).length,
      notBegun: applied?.notBegun.length ?? 0,
    })}`,
    ...files.detailsOf(plan, { diff }),
    ...(applied && applied.deleted.length > 0
      ? [`deleted ${applied.deleted.map((line) => line.case).join(', ')}`]
      : []),
  ])
  const values = withCounts.map((one) => valueOf(one, one))
  await printer.answer(
    told.length === 1 ? values[0] : values,
    printer.format === 'quiet' ? told.flatMap(handlesOfImport) : lines,
  )
  for (const { strangers: all, prepared } of told) {
    const lost = new Set(prepared.plan.lost.map(({ file }) => file))
    await warnOfStrangers(
      context,
      all.filter((file) => !lost.has(file)),
    )
    await warnOfDoubled(context, prepared.plan.doubled)
  }
}

const valueOf = (
  { source, prepared: { plan }, strangers, unread = [], applied, refused }: ImportResult,
  { plan: done, counts }: { plan: CasePlan; counts: object },
) => ({
  files: source.name,
  project: plan.project.identifier,
  counts,
  created: applied
    ? applied.created.map(({ entry, identifier }) => ({ case: identifier, file: placeOf(entry) }))
    : done.created.map((entry) => ({ file: placeOf(entry), name: entry.content.name })),
  changes: plan.matched.flatMap(({ entry, there, changes }) =>
    changes.map(({ field, side, here, there: theirs }) => ({
      case: there.identifier,
      file: placeOf(entry),
      field,
      side,
      here: here ?? null,
      there: theirs ?? null,
    })),
  ),
  deletedHere: plan.deletedHere.map(({ line }) => line.case),
  lost: plan.lost.map(({ line, file }) => ({ case: line.case, file })),
  deletedThere: plan.deletedThere.map(({ line, entry }) => ({ case: line.case, file: placeOf(entry) })),
  elsewhere: plan.elsewhere.map(({ identifier }) => identifier),
  notCases: strangers,
  unreadable: unread.map(({ file, line, message }) => ({ file, line, message })),
  ...(applied && { failed: applied.failed.length, notBegun: applied.notBegun.length }),
  ...(refused && { failed: refused.length }),
})
