import type { Outcome } from '../../reports/outcome.ts'
import { some } from './first-few.ts'
import type { Matched, MatchInput, MatchRule, Unmatched } from './model.ts'
import type { Target } from '../../runs/read.ts'
import type { IdScan } from './id-scan.ts'
import { addTo } from '../../system/maps/add-to.ts'

/**
 * The identifiers that a result claims, by which rule, and the reason in words. `strange` are values of a
 * pattern's groups that are no identifiers.
 */
export type IdMatch = IdScan & { rule: MatchRule; because: string; strange?: readonly string[] }

type Decision<T> = Pick<MatchInput<T>, 'targets' | 'project' | 'among'>

/**
 * Checks claims against the targets. A claim without any target leaves its result unmatched, even if its name
 * would match: a wrong identifier is a mistake to fix. DECISIONS 34
 */
export const createDecision = <T extends Target>({
  targets,
  project,
  among,
}: Decision<T>): ((outcome: Outcome, claim: IdMatch) => Matched<T> | Unmatched) => {
  let bearers: ReturnType<typeof bearersOf<T>> | undefined
  let early: ReadonlySet<string> | undefined
  return (outcome, { own, foreign, strange = [], rule, because }) => {
    // Built on the first claim: most reports have no identifiers.
    const borne = (bearers ??= bearersOf(targets))
    const hit = new Set(own.flatMap((identifier) => borne.get(identifier) ?? []))
    const absent = own.filter((identifier) => !borne.has(identifier))
    if (hit.size > 0) return { outcome, targets: [...hit], missing: [...absent, ...foreign], rule, because }
    early ??= new Set(targets.flatMap(({ unnamed }) => unnamed ?? []))
    const unborn = absent.filter((identifier) => early?.has(identifier))
    const unknown = absent.filter((identifier) => !early?.has(identifier))
    const reasons = [
      ...(unknown.length > 0 ? [`${some(unknown)} is not ${among.where}`] : []),
      ...(unborn.length > 0
        ? [`${some(unborn)} was created after a test had named it, and is found by its name alone`]
        : []),
      ...(foreign.length > 0 ? [foreignness(foreign, project)] : []),
      ...(strange.length > 0 ? [`${some(strange, JSON.stringify)} is no number and no identifier`] : []),
    ]
    const reason = reasons.join(', and ')
    // The name itself shows its identifier.
    const whole = rule === 'identifier' ? reason : `${reason} (${because})`
    return { outcome, reason: whole, creatable: false, bareIsFree: false }
  }
}

const foreignness = (foreign: readonly string[], project: string | undefined): string =>
  project === undefined
    ? `whether ${some(foreign)} is meant cannot be known without the project of the run`
    : `${some(foreign)} is of another project than ${project}`

const bearersOf = <T extends Target>(targets: readonly T[]): Map<string, T[]> => {
  const bearers = new Map<string, T[]>()
  for (const target of targets)
    for (const identifier of target.identifiers) if (identifier !== target.unnamed) addTo(bearers, identifier, target)
  return bearers
}
