import type { CaseBase } from '../base/index.ts'
import { type CaseEntry, sourceOf } from '../case-content.ts'
import type { ServiceCase } from '../service-cases.ts'

/** The cases that have one source: the first of them is taken for the case of an entry, the others are named. */
export type CasesOfSource = readonly [ServiceCase, ...ServiceCase[]]

/** Cases that came from the same one: their source, or the place of the one that has none. */
export type Doubled = { source: string; cases: CasesOfSource }

/**
 * The cases by their sources. Of several with one source the first is the one that was imported before, else that with the lowest
 * number: a copy never takes the place of its original. DECISIONS 334
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

/** Which of these entries come from a source that several cases have. One with an identifier is of the case that it names. */
export const doubledIn = (
  entries: readonly CaseEntry[],
  bySource: ReadonlyMap<string, CasesOfSource>,
): readonly Doubled[] =>
  entries.flatMap(({ identifier, content }): Doubled[] => {
    const source = identifier === undefined ? sourceOf(content) : undefined
    const cases = source === undefined ? undefined : bySource.get(source)
    return source !== undefined && cases && cases.length > 1 ? [{ source, cases }] : []
  })
