import type { Context } from '../../../composition/context.ts'
import { parseDuration } from '../../../config/duration.ts'
import { UsageError } from '../../../errors.ts'
import { readTextFile } from '../input/text.ts'
import type { Policy } from '../../../submission/plan/policy.ts'
import type { Rules } from '../../../submission/match/model.ts'

/** The flags that decide which test a result belongs to. */
export type RuleFlags = {
  matchProperty?: readonly string[]
  matchPattern?: readonly string[]
  mapping?: string
}

/** The flags that decide which results and comments a submission stores. */
export type PolicyFlags = {
  createCases?: boolean
  unmatched?: Policy['unmatched']
  fold?: Policy['fold']
  skipped?: Policy['skipped']
  flaky?: Policy['flaky']
  keepNewer?: string
  comments?: Policy['comments']
  commentLimit?: number
}

/** The words that the flags of a policy take; the default comes first. */
export const policyWords = {
  unmatched: ['fail', 'ignore', 'create'],
  fold: ['worst', 'best', 'last'],
  skipped: ['ignore', 'untested', 'failed', 'passed'],
  flaky: ['passed', 'failed'],
  comments: ['failed', 'all', 'none'],
} as const

/** Returns the rules that the flags define. Throws a UsageError for an unreadable mapping and an invalid pattern. */
export const chooseRules = async (
  context: Context,
  { matchProperty, matchPattern = [], mapping }: RuleFlags,
): Promise<Rules> => {
  if (matchProperty?.length === 0)
    throw new UsageError('--match-property names no property', { hint: 'such as --match-property test_id,jira' })
  const { usualRules, parseMapping, parsePattern } = await context.submission()
  return {
    properties: matchProperty ?? usualRules.properties,
    patterns: matchPattern.map(parsePattern),
    mapping:
      mapping === undefined ? usualRules.mapping : parseMapping(mapping, await readTextFile(context.io, mapping)),
  }
}

/** Returns the policy that the flags define, with defaults for the others. `now` is when a duration of `--keep-newer` ends. */
export const choosePolicy = async (
  context: Context,
  flags: PolicyFlags,
  now: Date = context.io.now(),
): Promise<Policy> => {
  const { usualPolicy } = await context.submission()
  const { createCases, unmatched, keepNewer, fold, skipped, flaky, comments, commentLimit } = flags
  if (createCases && unmatched !== undefined && unmatched !== 'create')
    throw new UsageError('--create-cases and --unmatched contradict each other', { hint: 'leave one of them out' })
  return {
    unmatched: createCases ? 'create' : (unmatched ?? usualPolicy.unmatched),
    fold: fold ?? usualPolicy.fold,
    skipped: skipped ?? usualPolicy.skipped,
    flaky: flaky ?? usualPolicy.flaky,
    comments: comments ?? usualPolicy.comments,
    commentLimit: commentLimit ?? usualPolicy.commentLimit,
    keepNewer: keepNewer === undefined ? undefined : chooseTime(keepNewer, now),
  }
}

/** Parses a time: in ISO 8601, in UTC unless it names an offset, or as how long ago it was. DECISIONS 550 */
const chooseTime = (typed: string, now: Date): Date => {
  if (/^[0-9.]+(ms|s|m|h)$/.test(typed)) return new Date(now.getTime() - parseDuration(typed))
  const found = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(typed)
  // The runtime takes a day for UTC, but a time without an offset for local time.
  const time = found ? new Date(found[1] && !found[2] ? `${typed}Z` : typed) : undefined
  if (time && !Number.isNaN(time.getTime()) && isDay(typed.slice(0, 10))) return time
  throw new UsageError(`--keep-newer takes a time, not ${JSON.stringify(typed)}`, {
    hint: 'write it 2026-01-31T12:00:00Z, or how long ago it was: 90m, 2h',
  })
}

/** Whether a day exists: the runtime reads February 31 as a day in March. */
const isDay = (day: string): boolean => new Date(day).toISOString().startsWith(day)
