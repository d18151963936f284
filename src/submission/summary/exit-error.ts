import { PartialError, UnauthorizedError, UnavailableError, UnknownOutcomeError } from '../../errors.ts'
import type { SubmissionOptions } from '../options.ts'
import { JournalLostError } from '../journal/index.ts'
import { resumeHint } from '../resume-hint.ts'
import { stopError } from '../../system/async/stopped.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { scanIds } from '../match/id-scan.ts'
import { nameless, sharedBySome } from '../match/name-match.ts'
import { namingDuplicates, withoutDuplicates } from '../resolve/concurrent-duplicates.ts'
import { anew, isRunGone } from '../run/run-gone.ts'
import type { Summary } from './index.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { counted } from '../../output/text/count.ts'

type Outlook = { summary: Summary; errors: readonly unknown[]; order: SubmissionOptions }

/** Returns the error that a submission ends with; undefined if every result is stored. */
export const exitErrorOf = ({ errors, ...rest }: Outlook): Error | undefined =>
  namingDuplicates(errorOf({ ...rest, errors: withoutDuplicates(errors) }), errors)

const errorOf = ({ summary, errors, order }: Outlook): Error | undefined => {
  const { stop, policy } = order
  const { results, tests, missing, comments } = summary
  const failed = tests.failed + tests.notSent
  const unsaid = comments.failed + comments.notSent
  const [unclear, unclearlySaid] = unclearOf(summary)
  // With `--unmatched ignore`, unmatched results are no error.
  const unmatched = policy.unmatched === 'ignore' ? 0 : results.unmatched
  const problems = [
    ...(failed > unclear
      ? [`${failed - unclear} of ${tests.matched} tests ${failed - unclear === 1 ? 'was' : 'were'} not set`]
      : []),
    ...(unclear > 0 ? [`${unclear} of ${tests.matched} tests may or may not be set`] : []),
    ...(unsaid > unclearlySaid
      ? [counted(unsaid - unclearlySaid, 'comment was not written', 'comments were not written')]
      : []),
    ...(unclearlySaid > 0 ? [`${counted(unclearlySaid, 'comment')} may or may not be written`] : []),
    ...(unmatched > 0
      ? [
          `${unmatched} of ${results.read} results ${unmatched === 1 ? 'matches' : 'match'} no test in the run${whyNot(errors, failed + unsaid)}`,
        ]
      : []),
    ...(missing.length > 0 && policy.unmatched !== 'ignore'
      ? [
          missing.length === 1
            ? '1 result names something that is not there'
            : `${missing.length} results name something that is not there`,
        ]
      : []),
    ...(results.dropped > 0
      ? [
          results.dropped === 1
            ? '1 entry of the reports is not a result'
            : `${results.dropped} entries of the reports are not results`,
        ]
      : []),
  ].join('; ')
  if (stop.reason instanceof JournalLostError)
    return new PartialError(`${problems || 'every result is stored'}; ${stop.reason.message}`, {
      hint: finishOf(summary, order),
    })
  if (stop.aborted) return stopError(stop, problems || 'stopped', { hint: finishOf(summary, order) })
  const unknown = errors.find((error) => error instanceof UnknownOutcomeError)
  if (unknown) return unknown
  // Nothing was set, because the key was refused or the service failed: the whole submission failed, not a part of it.
  const [first] = errors
  if (tests.set === 0 && (first instanceof UnauthorizedError || first instanceof UnavailableError)) return first
  if (problems)
    return new PartialError(problems, {
      hint: isRunGone(errors) ? anew : failed + unsaid + errors.length > 0 ? finishOf(summary, order) : hintOf(summary),
    })
  return first instanceof Error ? first : undefined
}

/** Explains why results have no test, if creating their cases is all that failed. */
const whyNot = ([first]: readonly unknown[], others: number): string =>
  first instanceof Error && others === 0 ? ` (${first.message})` : ''

/** Counts the tests, and the comments, that were sent and got no clear answer. */
const unclearOf = ({ failures, tests }: Summary): [tests: number, comments: number] => {
  const count = (some: Summary['failures']) => some.filter(({ unknown }) => unknown).length
  return [count(failures.slice(0, tests.failed)), count(failures.slice(tests.failed))]
}

const finishOf = ({ run }: Summary, order: SubmissionOptions): string => resumeHint(order, run?.identifier ?? run?.id)

const hintOf = (summary: Summary): string => {
  const { created, run, results, tests, unmatched } = summary
  const others = otherProjects(summary)
  if (others.length > 0)
    return `identifiers in the reports are of ${others.join(', ')}, and the run is ${run?.identifier}: is it the right one?`
  if (results.unmatched === 0 && results.dropped > 0)
    return listLineOf(summary.reports.filter(({ dropped }) => dropped.length > 0))
  if (unmatched.length > 0 && unmatched.every(({ reason }) => reason === nameless))
    return 'let the test runner write a name for each of its tests'
  const [first] = unmatched
  if (first && unmatched.every(({ reason }) => reason.includes(sharedBySome)))
    return `${first.reason}; keep one of them, or write an identifier such as WEB-C12 into the name of the test`
  if (run && !run.identifier) return 'name the run as WEB-R7: then identifiers in the names of tests are understood too'
  return created.cases + created.tests > 0 || (run && tests.matched === 0)
    ? 'write an identifier such as WEB-C12 into the name of a test to say which case it is'
    : '--create-cases creates missing cases; an identifier such as WEB-C12 in the name of a test names its case'
}

/** Returns the hint on how to list the dropped entries with their places. Reports from stdin cannot be read again. */
const listLineOf = (reports: Summary['reports']): string => {
  const files = reports.map(({ file }) => file)
  return files.includes('-') || files.length > mostNamed
    ? 'look into the reports, or the log of the test run'
    : `to list them, with their places: testctl reports read ${files.map(quoteWord).join(' ')}`
}

const mostNamed = 5

/** Returns other projects whose identifiers occur in the names of unmatched results, at most three. */
const otherProjects = ({ run, unmatched }: Summary): string[] => {
  const project = parseIdentifier(run?.identifier ?? '')?.project
  if (project === undefined) return []
  const foreign = unmatched.slice(0, mostLookedAt).flatMap(({ name }) => scanIds(name, project).foreign)
  return [...new Set(foreign.map((one) => parseIdentifier(one)?.project ?? one))].slice(0, 3)
}

// The first ones are enough to tell.
const mostLookedAt = 100
