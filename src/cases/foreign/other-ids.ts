import type { CaseBase } from '../base/index.ts'
import { basesOf } from '../base/line.ts'
import { type CaseEntry, sourceOf } from '../case-content.ts'
import { fieldsOf, hashOf } from '../fields.ts'
import type { CasesOfSource } from '../plan/by-source.ts'
import type { ServiceCase } from '../service-cases.ts'
import type { CaseSystem } from '../systems.ts'
import { exportNamesIn, formatSource } from './export-name.ts'

/** An entry, and the case of the service that may be the same. */
export type FoundEntry = { entry: CaseEntry; found: ServiceCase }

type Sides = { base: CaseBase; bySource: ReadonlyMap<string, CasesOfSource>; claimed: ReadonlySet<string | undefined> }

/**
 * Finds the entries that the service has under another ID of the same export, by their names: IDs get another form when a map or a
 * column is added later. `claimed` are the sources of all entries; their cases are taken. Several entries of one name are paired in
 * order. If the system has IDs of its own, one side must have none, because two IDs are two cases. `most` is the highest possible
 * number of matches. DECISIONS 406
 */
export const matchByName = (
  { entries, system, name }: { entries: readonly CaseEntry[]; system: CaseSystem; name: string | undefined },
  { base, bySource, claimed }: Sides,
): { matches: FoundEntry[]; most: number } => {
  const prefix = formatSource({ system, name, id: '' })
  const isOfExport = (source: string): boolean =>
    source.startsWith(prefix) && (name !== undefined || exportNamesIn([source], system).size === 0)
  const byName = new Map<string, Set<ServiceCase>>()
  let others = 0
  for (const [source, [found]] of [...bySource].sort(([one], [other]) => numberOf(one) - numberOf(other)))
    if (isOfExport(source) && !claimed.has(source)) {
      others++
      for (const key of namesOf(found, base)) byName.set(key, (byName.get(key) ?? new Set()).add(found))
    }
  // Computed once for each name: thousands of entries may have the same.
  const withoutId = new Map<string, Set<ServiceCase>>()
  const candidatesFor = (entry: CaseEntry, key: string): Set<ServiceCase> => {
    const named = byName.get(key) ?? new Set()
    if (system === 'csv' || entry.unnumbered !== undefined) return named
    const lacking = withoutId.get(key) ?? new Set([...named].filter((found) => lacksId(entry.content.name, found)))
    withoutId.set(key, lacking)
    return lacking
  }
  const matches = entries.flatMap((entry): FoundEntry[] => {
    if (bySource.has(sourceOf(entry.content) ?? '')) return []
    const key = hashOf(fieldsOf(entry.content), 'name')
    const [found] = candidatesFor(entry, key)
    if (found === undefined) return []
    for (const name of namesOf(found, base)) for (const sets of [byName, withoutId]) sets.get(name)?.delete(found)
    return [{ entry, found }]
  })
  return { matches, most: Math.min(entries.length, others) }
}

/** Returns the hashes of the name of a case, as it is now and as it was last imported. */
const namesOf = (found: ServiceCase, base: CaseBase): Set<string> =>
  new Set([hashOf(fieldsOf(found.content), 'name'), basesOf(base.get(found.id), 'name')?.here ?? ''])

/** Whether a case was imported without an ID of the other system: its source ends with its name instead. */
const lacksId = (name: string, { content }: ServiceCase): boolean =>
  sourceOf(content)?.replace(number, '').endsWith(name) ?? false

const number = / \((\d+)\)$/

/** Returns the number of a case among those of its name; the first one has no number and counts as 1. */
const numberOf = (source: string): number => Number(number.exec(source)?.[1] ?? 1)
