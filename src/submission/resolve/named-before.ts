import { parseIdentifier } from '../../contract/identifiers.ts'
import type { Outcome } from '../../reports/outcome.ts'
import { claimByPatterns, createClaims, type Terms } from '../match/id-match.ts'
import type { Target } from '../../runs/read.ts'
import { namesOf } from '../match/names.ts'

/**
 * The custom field of a case that was created while results named cases that were not there: the numbers that they named.
 * A case whose own number is among them was not meant by who wrote it: such a case goes by its name alone. DECISIONS 110
 */
export const namedBefore = 'namedBefore'

/** Whether a case was created after a test had named its number. */
export const isNamedBefore = (
  displayId: number,
  customFields: Readonly<Record<string, unknown>> | undefined,
): boolean => {
  const said = customFields?.[namedBefore]
  if (typeof said !== 'string') return false
  return said.split(' ').some((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return displayId >= first! && displayId <= last!
  })
}

/** The custom fields of a case that is created while these numbers are named: `{ namedBefore: '7 12-40' }`; none for none. */
export const fieldsNaming = (numbers: readonly number[]): { customFields?: Record<string, string> } =>
  numbers.length === 0 ? {} : { customFields: { [namedBefore]: rangesOf(numbers).join(' ') } }

const rangesOf = (numbers: readonly number[]): string[] => {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other)
  const gaps = sorted.slice(1).map((number, at) => number - sorted[at]!)
  // Every case that is created holds it: of more than that many ranges the nearest become one.
  const widest = gaps.toSorted((one, other) => other - one)[mostRanges - 1] ?? 1
  const ranges: [first: number, last: number][] = []
  for (const [at, number] of sorted.entries()) {
    const range = ranges.at(-1)
    if (range && gaps[at - 1]! <= widest) range[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
}

const mostRanges = 20

/** The identifiers of a project's cases and tests that results name, by whatever rule. */
export const identifiersNamed = (outcomes: readonly Outcome[], terms: Terms): Set<string> => {
  const claimOf = createClaims(terms)
  const claims = outcomes.map((outcome) => claimOf(outcome, namesOf(outcome)))
  const byPattern = claimByPatterns(
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
