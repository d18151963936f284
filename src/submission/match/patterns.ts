import { UsageError } from '../../errors.ts'
import { formatIdentifier, parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import { withinTime } from './deadline.ts'
import { some } from './first-few.ts'
import { type IdScan, scanIds } from './id-scan.ts'

/**
 * Reads a pattern for names, such as `TC-(?<case>[0-9]+)`: a regular expression with a group named `case` or
 * `test`. Throws a UsageError if it is empty, is not a valid regular expression, or has no such group.
 */
export const parsePattern = (text: string): RegExp => {
  if (text === '') throw new UsageError('the pattern is empty', { hint })
  const pattern = compile(text)
  // With an empty alternative it matches anything, and the match shows which groups it has.
  const groups = new RegExp(`${text}|`, 'u').exec('')?.groups ?? {}
  if (!('case' in groups) && !('test' in groups))
    throw new UsageError(`the pattern ${text} has no group named case or test`, { hint })
  return pattern
}

const hint = `write it like 'TC-(?<case>[0-9]+)': it finds the case 12 in "TC-12 logs in"`

const compile = (text: string): RegExp => {
  try {
    return new RegExp(text, 'gu')
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: .*: /s, '')
    throw new UsageError(`the pattern ${text} is not a valid regular expression: ${reason}`, { hint, cause: error })
  }
}

/** The matches of patterns in a name: identifiers, invalid values of their groups, and all of it in words. */
export type PatternMatch = IdScan & { strange: string[]; because: string }

/**
 * Reads everything that patterns find in a name. Their groups hold a number (`12`), a short identifier (`C12`)
 * or a full one (`WEB-C12`); the first two are of the project. Undefined if nothing is found.
 */
export const findByPatterns = (
  name: string,
  { patterns, project }: { patterns: readonly RegExp[]; project: string | undefined },
): PatternMatch | undefined => {
  const found = { own: new Set<string>(), foreign: new Set<string>(), strange: new Set<string>() }
  const reasons = new Set<string>()
  for (const pattern of patterns)
    for (const { groups = {} } of name.matchAll(pattern))
      for (const noun of ['case', 'test'] as const) {
        const held = groups[noun]
        if (!held) continue
        const identifier = completeOf(held, { noun, project })
        const { own, foreign } = scanIds(identifier ?? '', project)
        for (const one of own) found.own.add(one)
        for (const one of foreign) found.foreign.add(one)
        if (own.length + foreign.length === 0) found.strange.add(held)
        reasons.add(`the pattern ${pattern.source} finds ${identifier ?? JSON.stringify(held)}`)
      }
  if (reasons.size === 0) return undefined
  return {
    own: [...found.own],
    foreign: [...found.foreign],
    strange: [...found.strange],
    because: some([...reasons]),
  }
}

/**
 * Applies `findByPatterns` to many names, in their order. Throws a UsageError if a pattern takes too long on a
 * name: one such as (a+)+$ tries more ways than there is time for, and no signal is handled meanwhile.
 */
export const findInNames = (
  names: readonly string[],
  rules: { patterns: readonly RegExp[]; project: string | undefined },
): (PatternMatch | undefined)[] => {
  const found: (PatternMatch | undefined)[] = []
  for (let start = 0; start < names.length; start += atOnce) {
    const some = names.slice(start, start + atOnce)
    const matches = withinTime(togetherMs, () => some.map((name) => findByPatterns(name, rules)))
    for (const one of matches ?? findSlowly(some, rules)) found.push(one)
  }
  return found
}

// Starting the timer takes as long as searching many names, so one timer covers a batch.
const atOnce = 256
// A user with an endless pattern waits for both limits: a batch of names that is too slow is searched again, name by name. DECISIONS 104
const togetherMs = 250
const aloneMs = 1000

/** Searches names one by one, to find the slow pattern; there may be none, if the computer slept during the batch. */
const findSlowly = (names: readonly string[], rules: Parameters<typeof findInNames>[1]): (PatternMatch | undefined)[] =>
  names.map((name) => {
    for (const pattern of rules.patterns)
      if (!withinTime(aloneMs, () => [findByPatterns(name, { ...rules, patterns: [pattern] })]))
        throw new UsageError(`the pattern ${pattern.source} takes too long on ${JSON.stringify(name.slice(0, 100))}`, {
          hint: 'a repetition within a repetition, such as (a+)+, tries too many ways: write it without',
        })
    return findByPatterns(name, rules)
  })

const completeOf = (
  held: string,
  { noun, project }: { noun: 'case' | 'test'; project: string | undefined },
): string | undefined => {
  if (project === undefined || parseIdentifier(held)) return held
  const short = parseShortIdentifier(/^[0-9]+$/.test(held) ? `${noun.charAt(0)}${held}` : held)
  return short && formatIdentifier({ ...short, project })
}
