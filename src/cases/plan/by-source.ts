import type { CaseBase } from '../base/index.ts'
import { type CaseEntry, sourceOf } from '../case-content.ts'
import type { ServiceCase } from '../service-cases.ts'

/** The cases with the same source: the first one is matched with an entry, the others are reported. */
export type CasesOfSource = readonly [ServiceCase, ...ServiceCase[]]

/** Several cases with the same origin. `source` is their source or, if they have none, the place of the entry. */
export type Doubled = { source: string; cases: CasesOfSource }

/**
 * Groups cases by source. The first of a group is the case that was imported before, otherwise the one with the lowest number, so that
 * a copy never takes the place of its original. DECISIONS 334
 */
export const casesBySource = (
  there: readonly ServiceCase[],
  base: CaseBase = new Map(),
): ReadonlyMap<string, CasesOfSource> => {
  const found = new Map<string, [ServiceCase, ...ServiceCase[]]>()
  const rank = ({ id }: ServiceCase): number => (base.has(id) ? 0 : 1)
  const order = (one: ServiceCase, other: ServiceCase): number =>
    rank(one) - rank(other) || one.displayId - other.displayId
  for (const one of [...there].sort(order)) {
    const source = sourceOf(one.content)
    if (source === undefined) continue
    const others = found.get(source)
    if (others) others.push(one)
    else found.set(source, [one])
  }
  return found
}

/** Finds the entries whose source several cases have. Ignores an entry with an identifier, because that names its case. */
export const doubledIn = (
  entries: readonly CaseEntry[],
  bySource: ReadonlyMap<string, CasesOfSource>,
): readonly Doubled[] =>
  entries.flatMap(({ identifier, content }): Doubled[] => {
    const source = identifier === undefined ? sourceOf(content) : undefined
    const cases = source === undefined ? undefined : bySource.get(source)
    return source !== undefined && cases && cases.length > 1 ? [{ source, cases }] : []
  })
