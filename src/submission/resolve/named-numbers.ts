import { parseIdentifier } from '../../contract/identifiers.ts'
import type { Outcome } from '../../reports/outcome.ts'
import { matchByPatterns, createIdMatcher, type MatchTerms } from '../match/id-match.ts'
import type { Target } from '../../runs/read.ts'

/** The identifiers of a project's cases and tests that results name, by any rule. */
export const identifiersNamed = (outcomes: readonly Outcome[], terms: MatchTerms): Set<string> => {
  const claimOf = createIdMatcher(terms)
  const claims = outcomes.map(claimOf)
  const byPattern = matchByPatterns(
    outcomes.filter((_, at) => claims[at] === undefined),
    terms,
  )
  const named = new Set<string>()
  for (const [at, outcome] of outcomes.entries())
    for (const identifier of (claims[at] ?? byPattern.get(outcome))?.own ?? []) named.add(identifier)
  return named
}

/** The numbers of cases that results name and that a case may still get: those beyond the highest that is there. */
export const numbersToCome = (named: ReadonlySet<string>, cases: readonly Target[]): number[] => {
  const highest = highestOf(cases)
  return [...named].flatMap((identifier) => {
    const parsed = parseIdentifier(identifier)
    return parsed?.noun === 'cases' && parsed.displayId > highest ? [parsed.displayId] : []
  })
}

/** The highest number of cases; 0 where there is none. */
export const highestOf = (cases: readonly Target[]): number => {
  let highest = 0
  for (const { identifiers } of cases) highest = Math.max(highest, numberOf(identifiers))
  return highest
}

/** The number of a case by its identifier; infinite where it has none that can be read. */
export const numberOf = ([identifier = '']: readonly string[]): number =>
  parseIdentifier(identifier)?.displayId ?? Infinity
