import { relative } from 'node:path'
import type { AppliedImport, CaseSource } from '../../../cases/index.ts'
import { placeOf } from '../../../cases/case-content.ts'
import type { Context } from '../../../composition/context.ts'
import {
  errorMessage,
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
import { quoteWord } from '../../../system/shell-line.ts'
import { stopError } from '../../../system/async/stopped.ts'
import { deletingLine, doubledLine, issueOfDoubled } from './doubled.ts'
import { explainAbsentCases, openConflicts } from './open-conflicts.ts'
import type { ImportResult } from './report.ts'

/** Returns the error that an import or its plan ends with; undefined if files and service agree as far as was asked for. DECISIONS 462 */
export const endOf = async (
  context: Context,
  told: readonly ImportResult[],
  {
    exitCode,
    prune,
    theirs = [],
    conflictHint = usualHint,
  }: { exitCode?: boolean; prune?: boolean; theirs?: readonly string[]; conflictHint?: string },
): Promise<Error | undefined> => {
  const { stop } = context.io
  const applied = told.flatMap((one) => one.applied ?? [])
  const failed = applied.flatMap((one) => one.failed)
  const refused = told.flatMap((one) => one.refused ?? [])
  const notBegun = applied.reduce((sum, one) => sum + one.notBegun.length, 0)
  const unread = told.flatMap((one) =>
    (one.unread ?? []).map(({ file, line, message }) => ({ path: `${file}:${line}`, message })),
  )
  const unreadFiles = new Set(told.flatMap((one) => (one.unread ?? []).map(({ file }) => `${one.source.name}/${file}`)))
  const lost = told.flatMap((one) => lostOf(one))
  const doubled = applied.flatMap((one) => one.doubled)
  const absent = explainAbsentCases(told, theirs)
  const open = await openConflicts(context, told, { prune, fieldHint: conflictHint })
  const { agrees } = await context.caseFiles()
  if (exitCode && !told.every(({ prepared: { plan } }) => agrees(plan)))
    return new GateError('files and service differ', { hint: 'without --dry-run the changes of the files are sent' })
  const failures = [...failed, ...refused].map(issueOf)
  const issues = [...unread, ...failures, ...lost, ...doubled.map(issueOfDoubled)].slice(0, 20)
  const said = [
    unread.length > 0 && `${counted(unreadFiles.size, 'file')} could not be read`,
    lost.length > 0 && `${counted(lost.length, 'file')} without the case of its name`,
    failed.length > 0 && `${counted(failed.length, 'case')} failed`,
    refused.length > 0 && `${counted(refused.length, 'case')} would be refused`,
    notBegun > 0 && `${notBegun} not begun`,
    absent?.said ?? false,
    open.count > 0 && `${counted(open.count, 'conflict')} left`,
    doubled.length > 0 && doubledLine(doubled),
  ]
    .filter((part) => part !== false)
    .join(', ')
  if (stop.aborted) return stopError(stop, said || 'stopped', { hint: onceMore })
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
  // Nothing was done, and every failure is a refusal.
  const isRefused = !done && notBegun + open.count + unread.length + lost.length === 0
  if (first && isRefused && failed.every(({ error }) => error instanceof RejectedError))
    return new RejectedError(said, { issues, hint: 'fix these, then run it again' })
  const hint =
    failed.length + refused.length + unread.length + lost.length > 0
      ? 'fix these, then run it again: nothing is done twice'
      : doubled.length > 0
        ? deletingLine(doubled)
        : (absent?.hint ?? open.hint)
  return new PartialError(said, { issues, hint })
}

/** Returns the next step if files and service differ: the command that carries over the changes, those of the files first. */
export const agreeingLine = async (
  context: Context,
  told: readonly (ImportResult & { source: CaseSource })[],
): Promise<string> => {
  const { countPlan } = await context.caseFiles()
  for (const { what, verb, kinds, flags = [] } of agreeing) {
    const found = told.find(({ prepared: { plan } }) => kinds.some((kind) => countPlan(plan)[kind] > 0))
    if (!found) continue
    const { typed, isPart, path } = found.source
    // An export does not write a part of a folder, so name the whole one.
    const isWhole = verb === 'export' && isPart
    const names = (isWhole ? [relative(context.io.cwd, path) || '.'] : typed).map(quoteWord)
    return `to ${what}: ${['testctl cases', verb, ...names, ...flags].join(' ')}`
  }
  return '--diff shows what differs'
}

type Agreeing = { what: string; verb: string; kinds: readonly Counted[]; flags?: string[] }
type Counted = 'new' | 'changed' | 'changedThere' | 'elsewhere' | 'deletedHere' | 'deletedThere'
const agreeing: readonly Agreeing[] = [
  { what: 'send what changed in the files', verb: 'import', kinds: ['new', 'changed'] },
  { what: 'take what changed in the service', verb: 'export', kinds: ['changedThere', 'elsewhere'] },
  { what: 'delete the cases whose files were deleted', verb: 'import', kinds: ['deletedHere'], flags: ['--prune'] },
  { what: 'remove the files whose cases were deleted', verb: 'export', kinds: ['deletedThere'], flags: ['--prune'] },
]

/** Returns the file or case that failed as the path of an issue, and the reason as its message. */
export const issueOf = ({ subject, error }: AppliedImport['failed'][number]): { path: string; message: string } => ({
  path: 'place' in subject ? placeOf(subject) : subject.case,
  message: errorMessage(error),
})

/** Returns issues for files that no longer name their case, with the fix. Files that cannot be read have issues of their own. */
const lostOf = ({ prepared, unread = [] }: ImportResult): { path: string; message: string }[] =>
  prepared.plan.lost
    .filter(({ file }) => !unread.some((one) => one.file === file))
    .map(({ file, line }) => ({
      path: file,
      message: `write the line case: ${line.case} back between two lines ---, or delete the file, or rename it`,
    }))

const usualHint = '--ours takes the files, --theirs the service: all, a case, or a field of one'

/** The hint of an import or export that was stopped. */
export const onceMore = 'run it again: nothing is done twice'
