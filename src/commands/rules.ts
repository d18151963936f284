import type { Context } from '../context.ts'
import { parseDuration } from '../config/duration.ts'
import { UsageError } from '../errors.ts'
import { readText } from '../input.ts'
import type { Policy } from '../submission/policy.ts'
import type { Rules } from '../submission/match.ts'
import { choose } from './choices.ts'

/** The flags that say which results are for what. */
export type RuleFlags = {
  matchProperty?: readonly string[]
  matchPattern?: readonly string[]
  mapping?: string
}

/** The flags that say what is made of results. */
export type PolicyFlags = {
  createCases?: boolean
  unmatched?: string
  fold?: string
  skipped?: string
  flaky?: string
  keepNewer?: string
  comments?: string
  commentLimit?: number
}

/** The words that each of the flags of a policy takes. */
export const policyWords = {
  unmatched: ['fail', 'ignore', 'create'],
  fold: ['worst', 'best', 'last'],
  skipped: ['ignore', 'untested', 'failed', 'passed'],
  flaky: ['passed', 'failed'],
  comments: ['failed', 'all', 'none'],
} as const

/** The rules that the flags make; a mapping that can't be read and a pattern that is none are UsageErrors. */
export const chooseRules = async (
  context: Context,
  { matchProperty, matchPattern = [], mapping }: RuleFlags,
): Promise<Rules> => {
  const { usualRules, parseMapping, parsePattern } = await context.submission()
  return {
    properties: matchProperty ?? usualRules.properties,
    patterns: matchPattern.map(parsePattern),
    mapping:
      mapping === undefined
        ? usualRules.mapping
        : parseMapping(mapping, await readText(context.io, mapping === '-' ? '-' : `@${mapping}`)),
  }
}

/** The policy that the flags make; a wrong word is a UsageError. */
export const choosePolicy = async (context: Context, flags: PolicyFlags): Promise<Policy> => {
  const { usualPolicy } = await context.submission()
  const chosen = <const Name extends keyof typeof policyWords>(name: Name) => {
    const typed = flags[name]
    return typed === undefined ? usualPolicy[name] : choose(`value of --${name}`, typed, policyWords[name])
  }
  if (flags.createCases && flags.unmatched !== undefined && flags.unmatched !== 'create')
    throw new UsageError('--create-cases and --unmatched contradict each other', { hint: 'leave one of them out' })
  return {
    unmatched: flags.createCases ? 'create' : (chosen('unmatched') as Policy['unmatched']),
    fold: chosen('fold') as Policy['fold'],
    skipped: chosen('skipped') as Policy['skipped'],
    flaky: chosen('flaky') as Policy['flaky'],
    comments: chosen('comments') as Policy['comments'],
    commentLimit: flags.commentLimit ?? usualPolicy.commentLimit,
    keepNewer: flags.keepNewer === undefined ? undefined : chooseTime(flags.keepNewer, context.io.now()),
  }
}

/** A moment: as ISO 8601 writes it, or how long ago it was. */
const chooseTime = (typed: string, now: Date): Date => {
  if (/^[0-9.]+(ms|s|m|h)$/.test(typed)) return new Date(now.getTime() - parseDuration(typed))
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(typed)
    ? new Date(typed)
    : undefined
  if (time && !Number.isNaN(time.getTime())) return time
  throw new UsageError(`${JSON.stringify(typed)} is no time`, {
    hint: 'write it 2026-01-31T12:00:00Z, or how long ago it was: 90m, 2h',
  })
}
