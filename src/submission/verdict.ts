import {
  InterruptedError,
  PartialError,
  TerminatedError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../errors.ts'
import type { Summary } from './summary.ts'

type Outlook = { summary: Summary; errors: readonly unknown[]; stop: AbortSignal }

/** The error that a submission ends with; none where every result is stored. */
export const verdictOf = ({ summary, errors, stop }: Outlook): Error | undefined => {
  const { results, tests, missing } = summary
  const failed = tests.failed + tests.notSent
  const said = [
    ...(failed > 0 ? [`${failed} of ${tests.matched} tests were not set`] : []),
    ...(results.unmatched > 0 ? [`${results.unmatched} of ${results.read} results are for no test of the run`] : []),
    ...(missing.length > 0 ? [`${missing.length} results name something that is not there`] : []),
  ].join('; ')
  if (stop.aborted) return stoppedWith(stop, said || 'stopped')
  const unknown = errors.find((error) => error instanceof UnknownOutcomeError)
  if (unknown) return unknown
  // The same for all, and nothing done: that is no part of the work but all of it.
  const [first] = errors
  if (tests.set === 0 && (first instanceof UnauthorizedError || first instanceof UnavailableError)) return first
  return said ? new PartialError(said, { hint: hintOf(summary, failed > 0) }) : undefined
}

/** The reason to stop, with what was done until then. */
export const stoppedWith = ({ reason }: AbortSignal, said: string): Error => {
  if (reason instanceof InterruptedError) return new InterruptedError(said)
  if (reason instanceof TerminatedError) return new TerminatedError(said)
  return reason
}

const hintOf = ({ created, run }: Summary, failed: boolean): string => {
  // With --name again there would be two of it.
  const again = run?.created ? `, with --run ${run.identifier} instead of --name` : ''
  if (failed) return `run it again${again}: only what is missing is sent`
  if (run && !run.identifier) return 'name the run as WEB-R7: then identifiers in the names of tests are understood too'
  return created.cases + created.tests > 0
    ? 'write an identifier such as WEB-C12 into the name of a test to say which case it is'
    : '--create-cases makes what is missing; an identifier such as WEB-C12 in the name of a test says which case it is'
}
