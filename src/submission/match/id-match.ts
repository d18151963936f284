import { displayName } from '../../reports/display-name.ts'
import type { Outcome } from '../../reports/outcome.ts'
import type { IdMatch } from './id-decision.ts'
import { some } from './first-few.ts'
import type { Rules } from './model.ts'
import { scanIds } from './id-scan.ts'
import { namesOf, wholeNameOf } from './names.ts'
import { findInNames } from './patterns.ts'

/** The rules for reading identifiers. */
export type MatchTerms = { project: string | undefined; rules: Rules }

/**
 * Returns a function that finds the identifiers of a result: in its properties and tags first, then in its name, then in the mapping.
 * An identifier of another project is an error in an identifier property and in the mapping; in a tag and in a name it is only a word.
 */
export const createIdMatcher = ({ project, rules }: MatchTerms): ((outcome: Outcome) => IdMatch | undefined) => {
  const properties = new Set(rules.properties.map((name) => name.toLowerCase()))

  const byProperty = ({ properties: carried }: Outcome): IdMatch | undefined => {
    const claim = { own: new Set<string>(), foreign: new Set<string>(), reasons: new Set<string>() }
    for (const { name, value } of carried) {
      const asked = properties.has(name.toLowerCase())
      if (!asked && name !== 'tag') continue
      const mentions = scanIds(value, project)
      const counting = asked ? [...mentions.own, ...mentions.foreign] : mentions.own
      if (counting.length === 0) continue
      claim.reasons.add(`its ${asked ? `property ${name}` : 'tag'} is ${some(counting)}`)
      for (const one of mentions.own) claim.own.add(one)
      if (asked) for (const one of mentions.foreign) claim.foreign.add(one)
    }
    if (claim.reasons.size === 0) return undefined
    return { rule: 'property', because: some([...claim.reasons]), own: [...claim.own], foreign: [...claim.foreign] }
  }

  const byIdentifier = ({ name, properties: carried }: Outcome): IdMatch | undefined => {
    const { own } = scanIds(name, project)
    if (own.length > 0) return { rule: 'identifier', because: `its name has ${some(own)}`, own, foreign: [] }
    // DECISIONS 93
    const title = carried.find((one) => one.name === displayName)?.value
    const shown = title === undefined ? [] : scanIds(title, project).own
    return shown.length === 0
      ? undefined
      : { rule: 'identifier', because: `its display name has ${some(shown)}`, own: shown, foreign: [] }
  }

  const byMapping = (outcome: Outcome): IdMatch | undefined => {
    const name = namesOf(outcome).find((one) => rules.mapping.has(one))
    const identifiers = name === undefined ? undefined : rules.mapping.get(name)
    if (!identifiers) return undefined
    const because = `the mapping has ${name} => ${some(identifiers)}`
    return { rule: 'mapping', because, ...scanIds(identifiers.join(' '), project) }
  }

  return (outcome) =>
    (outcome.properties.length > 0 ? byProperty(outcome) : undefined) ??
    byIdentifier(outcome) ??
    (rules.mapping.size > 0 ? byMapping(outcome) : undefined)
}

/** Finds the matches of `--match-pattern` in the whole names of results. */
export const matchByPatterns = (
  outcomes: readonly Outcome[],
  { project, rules: { patterns } }: MatchTerms,
): ReadonlyMap<Outcome, IdMatch> => {
  if (patterns.length === 0) return new Map()
  const findings = findInNames(outcomes.map(wholeNameOf), { patterns, project })
  return new Map(
    outcomes.flatMap((outcome, at): [Outcome, IdMatch][] => {
      const finding = findings[at]
      return finding ? [[outcome, { rule: 'pattern', ...finding }]] : []
    }),
  )
}

/**
 * Explains what is wrong with an identifier property whose value is incomplete: `C12` does not name its project.
 * Undefined if no property is incomplete.
 */
export const incompleteOf = ({ properties }: Outcome, rules: Rules): string | undefined => {
  const asked = new Set(rules.properties.map((name) => name.toLowerCase()))
  const one = properties.find(({ name, value }) => asked.has(name.toLowerCase()) && incomplete.test(value))
  return one && `its property ${one.name}, ${one.value.trim()}, is no full identifier such as WEB-C12`
}

const incomplete = /^\s*[CT]?[0-9]{1,15}\s*$/i
