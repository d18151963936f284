import type { AppliedImport, CaseSource, FolderCases, CasePlan, Prepared } from '../../../cases/index.ts'
import { placeOf } from '../../../cases/case-content.ts'
import type { Context } from '../../../composition/context.ts'
import {
  GateError,
  mayBeThere,
  PartialError,
  RejectedError,
  TestctlError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../../errors.ts'
import { counted } from '../../../output/text/count.ts'
import { stoppedWith } from '../../../system/async/stopped.ts'
import { handlesOfImport } from './handles.ts'
import { warnOfStrangers } from './read.ts'

/** What is to be told of files of cases: the plan, and what became of it where it was carried out. */
export type ImportResult = {
  source: Pick<CaseSource, 'name'>
  prepared: Prepared
  strangers: readonly string[]
  /** Files of which nothing could be read. */
  unread?: FolderCases['problems']
  applied?: AppliedImport
}

/** The fields of what an import answers, whatever it was given: a plan, a new folder (`--to`) or a map (`--write-map`). */
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

type Flags = { diff?: boolean; exitCode?: boolean; prune?: boolean; conflictHint?: string }

/** Prints plans: a line of counts each, then conflicts and what else a person has to see to. */
export const printPlan = async (
  context: Context,
  told: readonly ImportResult[],
  { diff = false }: Flags,
): Promise<void> => {
  const files = await context.caseFiles()
  const printer = context.flags().dryRun ? await context.planPrinter() : await context.printer()
  const withCounts = told.map((one) => {
    const { prepared, applied } = one
    const plan = applied ? files.planAsDone(prepared.plan, applied) : prepared.plan
    return { ...one, counts: files.countPlan(plan) }
  })
  const lines = withCounts.flatMap(({ source, prepared: { plan }, applied, counts }) => [
    `${told.length > 1 ? `${source.name}: ` : ''}${files.casePlanLine(counts, {
      failed: applied?.failed.length ?? 0,
      notBegun: applied?.notBegun.length ?? 0,
    })}`,
    ...files.detailsOf(plan, { diff }),
    ...(applied && applied.deleted.length > 0
      ? [`deleted ${applied.deleted.map((line) => line.case).join(', ')}`]
      : []),
  ])
  const values = withCounts.map((one) => valueOf(one, one.counts))
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
  }
}

const valueOf = ({ source, prepared: { plan }, strangers, unread = [], applied }: ImportResult, counts: object) => ({
  files: source.name,
  project: plan.project.identifier,
  counts,
  created: applied
    ? applied.created.map(({ entry, identifier }) => ({ case: identifier, file: placeOf(entry) }))
    : plan.created.map((entry) => ({ file: placeOf(entry), name: entry.content.name })),
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
})

/** What an import ends with: nothing where files and service agree as far as was asked for. */
export const endOf = async (
  context: Context,
  told: readonly ImportResult[],
  { exitCode, prune, conflictHint }: Flags,
): Promise<Error | undefined> => {
  const { stop } = context.io
  const applied = told.flatMap((one) => one.applied ?? [])
  const failed = applied.flatMap((one) => one.failed)
  const notBegun = applied.reduce((sum, one) => sum + one.notBegun.length, 0)
  const unread = told.flatMap((one) =>
    (one.unread ?? []).map(({ file, line, message }) => ({ path: `${file}:${line}`, message })),
  )
  const unreadFiles = new Set(told.flatMap((one) => (one.unread ?? []).map(({ file }) => `${one.source.name}/${file}`)))
  const lost = told.flatMap((one) => lostOf(one))
  const open = told.reduce((sum, { prepared: { plan } }) => sum + leftOpen(plan, prune), 0)
  if (context.flags().dryRun) {
    const { agrees } = await context.caseFiles()
    if (exitCode && !told.every(({ prepared: { plan } }) => agrees(plan)))
      return new GateError('files and service differ', { hint: 'without --dry-run the changes of the files are sent' })
    if (unread.length === 0) return undefined
  }
  const failures = failed.map(({ subject, error }) => ({
    path: 'place' in subject ? placeOf(subject) : subject.case,
    message: error instanceof Error ? error.message : String(error),
  }))
  const issues = [...unread, ...failures, ...lost].slice(0, 20)
  const said = [
    unread.length > 0 && `${counted(unreadFiles.size, 'file')} could not be read`,
    lost.length > 0 && `${counted(lost.length, 'file')} without the case of its name`,
    failed.length > 0 && `${counted(failed.length, 'case')} failed`,
    notBegun > 0 && `${notBegun} not begun`,
    open > 0 && `${counted(open, 'conflict')} left`,
  ]
    .filter((part) => part !== false)
    .join(', ')
  if (stop.aborted) return stoppedWith(stop, said || 'stopped', { hint: onceMore })
  const bug = failed.find(({ error }) => !(error instanceof TestctlError))
  if (bug) return bug.error as Error
  const unknown = failed.find(({ error }) => mayBeThere(error))
  if (unknown)
    return new UnknownOutcomeError(`${said}; some creates got no answer that can be read`, {
      issues,
      hint: 'run it again: it finds out which are there, and creates the others',
    })
  const done = applied.some((one) => one.created.length + one.changed.length + one.deleted.length > 0)
  const [first] = failed
  if (first && !done && (first.error instanceof UnauthorizedError || first.error instanceof UnavailableError))
    return first.error
  if (said === '') return undefined
  // Nothing was done, and for one reason.
  const isRefused = !done && notBegun + open + unread.length + lost.length === 0
  if (first && isRefused && failed.every(({ error }) => error instanceof RejectedError))
    return new RejectedError(said, { issues, hint: 'fix these, then run it again' })
  const hint =
    failed.length + unread.length + lost.length > 0
      ? 'fix these, then run it again: nothing is done twice'
      : (conflictHint ?? '--ours takes the files, --theirs the service: all, a case, or a field of one')
  return new PartialError(said, { issues, hint })
}

/** Files that have lost their cases, and what to do; one that cannot be read is said to be that. */
const lostOf = ({ prepared, unread = [] }: ImportResult): { path: string; message: string }[] =>
  prepared.plan.lost
    .filter(({ file }) => !unread.some((one) => one.file === file))
    .map(({ file, line }) => ({
      path: file,
      message: `write the line case: ${line.case} back between two lines ---, or delete the file, or rename it`,
    }))

const leftOpen = ({ matched, deletedHere, deletedThere }: CasePlan, prune = false): number =>
  matched.reduce((sum, { changes }) => sum + changes.filter(({ side }) => side === 'conflict').length, 0) +
  (prune ? deletedHere.filter(({ isChanged }) => isChanged).length : 0) +
  deletedThere.filter(({ isChanged }) => isChanged).length

/** How an import or an export that was stopped goes on. */
export const onceMore = 'run it again: nothing is done twice'
