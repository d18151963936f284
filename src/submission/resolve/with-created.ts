import { counted } from '../../output/text/count.ts'
import { mayBeThere, PartialError, TestctlError, reworded } from '../../errors.ts'
import { stopError } from '../../system/async/stopped.ts'
import { JournalLostError } from '../journal/index.ts'
import type { SubmissionOptions } from '../options.ts'
import { namingDuplicates, withoutDuplicates } from './concurrent-duplicates.ts'
import { resumeHint } from '../resume-hint.ts'

/** The options that the error of an unfinished submission depends on. */
export type Unfinished = Pick<SubmissionOptions, 'stop' | 'howToFinish'> & { dryRun?: boolean }

type Created = {
  cases: number
  /** The errors of other cases; one of these cases may exist. */
  errors?: readonly unknown[]
  /** The identifier or the id of the run that was created. */
  run?: string | undefined
  /** What has not been done, in words. */
  missing?: string
  /** The next step, if it is not to finish the submission. */
  hint?: string | undefined
}

/**
 * Adds the cases and the run that a submission created to the error that ends it before any result was set, so
 * that it says what was done and what was not. An unknown outcome stays unknown. DECISIONS 411
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
    return stopError(
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

/** Joins the parts of a message. Leaves out a part that an earlier one contains, because requests may fail for the same reason. */
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
