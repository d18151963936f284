import { counted } from '../../output/text/count.ts'
import { mayBeThere, PartialError, TestctlError, reworded } from '../../errors.ts'
import { stoppedWith } from '../../system/async/stopped.ts'
import { JournalLostError } from '../journal/index.ts'
import type { SubmissionOptions } from '../options.ts'
import { namingDuplicates, withoutDuplicates } from './concurrent-duplicates.ts'
import { resumeHint } from '../resume-hint.ts'

/** The options that the error of an unfinished submission depends on. */
export type Unfinished = Pick<SubmissionOptions, 'stop' | 'howToFinish'> & { dryRun?: boolean }

type Created = {
  cases: number
  /** What went wrong with other cases: one of them may be there. */
  errors?: readonly unknown[]
  /** The run that was created, by what it is named. */
  run?: string | undefined
  /** What is missing then, in words. */
  missing?: string
  /** The next step, where it is another one than to finish it. */
  hint?: string | undefined
}

/**
 * The error of a submission that ends before any result was set, with the cases and the run that it has created: some was done, and some
 * was not. An outcome that is unknown stays so. DECISIONS 411
 */
export const withCreated = (error: unknown, order: Unfinished, { errors = [], ...made }: Created): unknown =>
  namingDuplicates(createdBefore(error, order, { ...made, errors: withoutDuplicates(errors) }), errors)

const createdBefore = (
  error: unknown,
  order: Unfinished,
  { cases, errors = [], run, missing = noResult, ...given }: Created,
): unknown => {
  const { stop, dryRun } = order
  if (dryRun || !(error instanceof TestctlError)) return error
  const hint = given.hint ?? resumeHint(order, run)
  const done = doneIn(cases, run)
  const unknown = errors.find(mayBeThere)
  if (mayBeThere(error) || error instanceof PartialError)
    return reworded(error, sentence(done, unknown?.message, error.message), error.hint ?? hint)
  const lost = [error, stop.reason].find((one) => one instanceof JournalLostError)
  if (stop.aborted && !lost)
    return stoppedWith(
      stop,
      sentence(`stopped${done === undefined ? '' : ` after ${done}`}`, noResult, unknown?.message),
      {
        hint,
      },
    )
  if (unknown) return reworded(unknown, sentence(done, unknown.message, (lost ?? error).message), unknown.hint ?? hint)
  if (lost && done === undefined) return reworded(lost, lost.message, hint)
  if (done === undefined) return error
  return new PartialError(`${done}; ${missing}: ${(lost ?? error).message}`, { ...error.details, hint })
}

/** What happened, in parts. Why requests failed may be the same for all of them, and stand in an earlier part already. */
const sentence = (...parts: (string | undefined)[]): string =>
  parts
    .filter((part, at) => part !== undefined && !parts.slice(0, at).some((earlier) => earlier?.includes(part)))
    .join('; ')

const doneIn = (cases: number, run: string | undefined): string | undefined => {
  const inRun = run === undefined ? [] : [`the run ${run}`]
  const made = cases > 0 ? [counted(cases, 'case'), ...inRun] : inRun
  if (made.length === 0) return undefined
  return `${made.join(' and ')} ${cases + inRun.length === 1 ? 'was' : 'were'} created`
}

const noResult = 'no result has been set'
