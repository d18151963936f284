import type { Applied, CaseSource, Plan, Prepared } from '../../../cases/index.ts'
import { placeOf } from '../../../cases/case-content.ts'
import type { Context } from '../../../composition/context.ts'
import {
  GateError,
  InterruptedError,
  PartialError,
  TerminatedError,
  TestctlError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../../errors.ts'
import { counted } from '../../../output/text/count.ts'

/** What is to be told of files of cases: the plan, and what became of it where it was carried out. */
export type Told = {
  source: Pick<CaseSource, 'name'>
  prepared: Prepared
  strangers: readonly string[]
  applied?: Applied
}

type Flags = { diff?: boolean; exitCode?: boolean; prune?: boolean }

/** Prints plans: a line of counts each, then conflicts and what else a person has to see to. */
export const printPlan = async (context: Context, told: readonly Told[], { diff = false }: Flags): Promise<void> => {
  const files = await context.caseFiles()
  const printer = context.flags().dryRun ? await context.planPrinter() : await context.printer()
  const lines = told.flatMap(({ source, prepared: { plan }, applied }) => [
    `${told.length > 1 ? `${source.name}: ` : ''}${files.planLine(files.countPlan(plan))}`,
    ...files.detailsOf(plan, { diff }),
    ...(applied && applied.deleted.length > 0
      ? [`deleted ${applied.deleted.map((line) => line.case).join(', ')}`]
      : []),
  ])
  const values = told.map((one) => valueOf(one, files.countPlan(one.prepared.plan)))
  await printer.answer(told.length === 1 ? values[0] : values, lines)
  for (const { strangers } of told)
    if (strangers.length > 0)
      await printer.note(
        `no case: ${strangers.slice(0, 5).join(', ')}${strangers.length > 5 ? ` and ${strangers.length - 5} more` : ''}`,
      )
}

const valueOf = ({ source, prepared: { plan }, strangers, applied }: Told, counts: object) => ({
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
  deletedThere: plan.deletedThere.map(({ line, entry }) => ({ case: line.case, file: placeOf(entry) })),
  elsewhere: plan.elsewhere.map(({ identifier }) => identifier),
  notCases: strangers,
  ...(applied && { failed: applied.failed.length, notBegun: applied.notBegun }),
})

/** What an import ends with: nothing where files and service agree as far as was asked for. */
export const endOf = (context: Context, told: readonly Told[], { exitCode, prune }: Flags): Error | undefined => {
  const { stop } = context.io
  const applied = told.flatMap((one) => one.applied ?? [])
  const failed = applied.flatMap((one) => one.failed)
  const notBegun = applied.reduce((sum, one) => sum + one.notBegun, 0)
  const open = told.reduce((sum, { prepared: { plan } }) => sum + leftOpen(plan, prune), 0)
  if (context.flags().dryRun) {
    if (exitCode && told.some(({ prepared: { plan } }) => isDifferent(plan)))
      return new GateError('files and service differ', { hint: 'without --dry-run the changes of the files are sent' })
    return undefined
  }
  const issues = failed.slice(0, 20).map(({ subject, error }) => ({
    path: 'place' in subject ? placeOf(subject) : subject.case,
    message: error instanceof Error ? error.message : String(error),
  }))
  const said = [
    failed.length > 0 && `${counted(failed.length, 'case')} failed`,
    notBegun > 0 && `${notBegun} not begun`,
    open > 0 && `${counted(open, 'conflict')} left`,
  ]
    .filter((part) => part !== false)
    .join(', ')
  if (stop.aborted) return stoppedWith(stop.reason, said)
  const bug = failed.find(({ error }) => !(error instanceof TestctlError))
  if (bug) return bug.error as Error
  const unknown = failed.find(({ error }) => error instanceof UnknownOutcomeError)
  if (unknown)
    return new UnknownOutcomeError(`${said}; of some creates no answer came`, {
      issues,
      hint: 'run it again: it finds out which are there, and creates the others',
    })
  const done = applied.some((one) => one.created.length + one.changed.length + one.deleted.length > 0)
  const [first] = failed
  if (first && !done && (first.error instanceof UnauthorizedError || first.error instanceof UnavailableError))
    return first.error
  if (said === '') return undefined
  const hint =
    failed.length > 0
      ? 'fix these, then run it again: nothing is done twice'
      : '--ours takes the files, --theirs the service: all, a case, or a field of one'
  return new PartialError(said, { issues, hint })
}

const leftOpen = ({ matched, deletedHere, deletedThere }: Plan, prune = false): number =>
  matched.reduce((sum, { changes }) => sum + changes.filter(({ side }) => side === 'conflict').length, 0) +
  (prune ? deletedHere.filter(({ isChanged }) => isChanged).length : 0) +
  deletedThere.filter(({ isChanged }) => isChanged).length

const isDifferent = ({ created, matched, deletedHere, deletedThere, elsewhere }: Plan): boolean =>
  created.length + deletedHere.length + deletedThere.length + elsewhere.length > 0 ||
  matched.some(({ changes }) => changes.length > 0)

/** The reason to stop, with what was done until then. */
export const stoppedWith = (reason: unknown, said: string): Error => {
  const message = said === '' ? 'stopped' : said
  const hint = 'run it again: nothing is done twice'
  if (reason instanceof InterruptedError) return new InterruptedError(message, { hint })
  if (reason instanceof TerminatedError) return new TerminatedError(message, { hint })
  return reason as Error
}
