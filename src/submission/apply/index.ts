import type { Settled } from '../../system/async/batch.ts'
import { type CommentsWritten, settleComments, writeComments } from './comments.ts'
import { type CommentToWrite, dueComments } from './due-comments.ts'
import { errorMessage, NotFoundError, PartialError } from '../../errors.ts'
import { type JournalEntry, JournalLostError, ignoreJournalLoss } from '../journal/index.ts'
import type { SubmissionOptions } from '../options.ts'
import type { Plan, Planned } from '../plan/index.ts'
import { readTests, type RunTest } from '../../runs/read.ts'
import { reconcile } from './reconcile.ts'
import { resumeHint } from '../resume-hint.ts'
import type { Run } from '../run/index.ts'
import { isRunGone, RunGoneError } from '../run/run-gone.ts'
import { sendResults } from './send.ts'

/** The outcomes of the comments that were due. */
type Comments = Settled<CommentToWrite, CommentsWritten>

/** The outcome of applying a plan: results and comments, the tests of the run afterwards, and the errors. */
export type Applied = {
  sent: Settled<Planned, void>
  remarked: Comments | undefined
  tests: readonly RunTest[]
  errors: unknown[]
}

/**
 * Applies a plan: writes it to the journal, sets the results that differ, writes the comments, and reads the run again. A result whose
 * answer was lost is found there, and gets its comment then. In a dry run it does nothing.
 */
export const applyPlan = async (
  order: SubmissionOptions,
  { run, planned, tests }: { run: Run | undefined; planned: Plan; tests: readonly RunTest[] },
): Promise<Applied> => {
  if (!run || order.dryRun)
    return { sent: { done: [], failed: [], skipped: [] }, remarked: undefined, tests, errors: [] }
  const { api, journal, stop, atOnce } = order
  await journal.noteAll(intentionsOf(planned)).catch(ignoreJournalLoss)
  const setting = order.progress?.('setting results', planned.set.length)
  let sent = await sendResults(planned.set, { api, run: run.id, journal, stop, atOnce, onSettled: setting?.step })
  setting?.done()
  let remarked = await writeDue(order, [...sent.done.map(({ item }) => item), ...planned.unchanged])
  const sofar = (): Applied => ({ sent, remarked, tests, errors: errorsOf({ sent, remarked }) })
  const wrote = remarked?.done.some(({ value }) => value !== 'kept') ?? false
  if ((planned.set.length === 0 && !wrote) || isRunGone(sofar().errors)) return sofar()
  try {
    // After the loss of the journal nothing more is sent, but the run can still be read.
    while (!stop.aborted || stop.reason instanceof JournalLostError) {
      const now = await readTests(api, run.id, {
        project: order.into.project.identifier,
        remarks: remarked !== undefined,
        before: tests,
        progress: order.progress,
      })
      const checked = reconcile(sent, now)
      const found = foundIn(checked, sent)
      sent = checked
      const more = await writeDue(order, found)
      if (more === undefined) {
        const single = remarked && (await leaveOneEach(order, remarked, now))
        return { sent, remarked: single, tests: now, errors: errorsOf({ sent, remarked: single }) }
      }
      remarked = both(remarked, more)
    }
    return sofar()
  } catch (error) {
    const why = error instanceof NotFoundError ? new RunGoneError(error) : uncheckedBy(error, resumeHint(order, run.id))
    return { ...sofar(), errors: [...sofar().errors, why] }
  }
}

const errorsOf = ({ sent, remarked }: Pick<Applied, 'sent' | 'remarked'>): unknown[] =>
  [...sent.failed, ...(remarked?.failed ?? [])].map(({ error }) => error)

/** Returns the results that had failed and that the run holds all the same. */
const foundIn = (checked: Settled<Planned, void>, before: Settled<Planned, void>): Planned[] => {
  const failed = new Set(before.failed.map(({ item }) => item))
  return checked.done.flatMap(({ item }) => (failed.has(item) ? [item] : []))
}

const both = <T, R>(one: Settled<T, R> | undefined, other: Settled<T, R>): Settled<T, R> => ({
  done: [...(one?.done ?? []), ...other.done],
  failed: [...(one?.failed ?? []), ...other.failed],
  skipped: [...(one?.skipped ?? []), ...other.skipped],
})

const uncheckedBy = (cause: unknown, hint: string): PartialError =>
  new PartialError(`the run could not be read again to check it: ${errorMessage(cause)}`, {
    hint,
    cause,
  })

const intentionsOf = function* ({ set }: Plan): Generator<JournalEntry> {
  for (const { test, from, to } of set)
    yield {
      did: 'intended',
      test: test.id,
      identifier: test.identifiers[0],
      name: test.name,
      from,
      to,
      since: test.updatedAt,
    }
}

/** Leaves one comment on each test, as the tests are now. */
const leaveOneEach = async (
  { api, journal, stop }: SubmissionOptions,
  remarked: Comments,
  now: readonly RunTest[],
): Promise<Comments> => {
  const { done, failed } = await settleComments(remarked.done, { api, journal, stop, now })
  return { done, failed: [...remarked.failed, ...failed], skipped: remarked.skipped }
}

/** Writes the comments of tests that hold their results; undefined if none is due. */
const writeDue = async (order: SubmissionOptions, settled: readonly Planned[]) => {
  const { api, journal, stop } = order
  const due = dueComments(settled, order)
  if (due.length === 0) return undefined
  const progress = order.progress?.('writing comments', due.length)
  const remarked = await writeComments(due, { api, journal, stop, onSettled: progress?.step })
  progress?.done()
  return remarked
}
