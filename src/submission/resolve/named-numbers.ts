import { parseIdentifier } from '../../contract/identifiers.ts'
import type { Outcome } from '../../reports/outcome.ts'
import { matchByPatterns, createIdMatcher, type MatchTerms } from '../match/id-match.ts'
import type { Target } from '../../runs/read.ts'

/** Returns the identifiers of a project's cases and tests that results name, by any rule. */
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

/** Returns the case numbers that results name and that a case may still get: those above the highest existing one. */
export const futureNumbers = (named: ReadonlySet<string>, cases: readonly Target[]): number[] => {
  const highest = highestOf(cases)
  return [...named].flatMap((identifier) => {
    const parsed = parseIdentifier(identifier)
    return parsed?.noun === 'cases' && parsed.displayId > highest ? [parsed.displayId] : []
  })
}

/** Returns the highest number of these cases; 0 for no cases. */
export const highestOf = (cases: readonly Target[]): number => {
  let highest = 0
  for (const { identifiers } of cases) highest = Math.max(highest, numberOf(identifiers))
  return highest
}

/** Returns the number of a case by its identifier; Infinity if it has no identifier that can be parsed. */
export const numberOf = ([identifier = '']: readonly string[]): number =>
  parseIdentifier(identifier)?.displayId ?? Infinity
