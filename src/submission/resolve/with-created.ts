import { counted } from '../../output/text/count.ts'
import { mayBeThere, PartialError, TestctlError, reworded } from '../../errors.ts'
import { stoppedWith } from '../../system/async/stopped.ts'
import { JournalLostError } from '../journal/index.ts'
import type { SubmissionOptions } from '../options.ts'
import { resumeHint } from '../resume-hint.ts'

/** What is asked of a submission whose error is told. */
export type Unfinished = Pick<SubmissionOptions, 'stop' | 'howToFinish'> & { dryRun?: boolean }

type Created = {
  cases: number
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
export const withCreated = (
  error: unknown,
  order: Unfinished,
  { cases, run, missing = noResult, ...given }: Created,
): unknown => {
  const { stop, dryRun } = order
  if (dryRun || !(error instanceof TestctlError)) return error
  const hint = given.hint ?? resumeHint(order, run)
  const done = doneIn(cases, run)
  if (mayBeThere(error) || error instanceof PartialError)
    return reworded(error, done === undefined ? error.message : `${done}; ${error.message}`, error.hint ?? hint)
  const lost = [error, stop.reason].find((one) => one instanceof JournalLostError)
  if (lost && done === undefined) return reworded(lost, lost.message, hint)
  if (stop.aborted && !lost)
    return stoppedWith(stop, `stopped${done === undefined ? '' : ` after ${done}`}; ${noResult}`, { hint })
  if (done === undefined) return error
  return new PartialError(`${done}; ${missing}: ${(lost ?? error).message}`, { ...error.details, hint })
}

const doneIn = (cases: number, run: string | undefined): string | undefined => {
  const inRun = run === undefined ? [] : [`the run ${run}`]
  const made = cases > 0 ? [counted(cases, 'case'), ...inRun] : inRun
  if (made.length === 0) return undefined
  return `${made.join(' and ')} ${cases + inRun.length === 1 ? 'was' : 'were'} created`
}

const noResult = 'no result has been set'
