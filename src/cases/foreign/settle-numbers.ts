import type { CaseBase } from '../base/index.ts'
import { type BaseLine, basesOf } from '../base/line.ts'
import { type CaseContent, type CaseEntry, sourceField, sourceOf, withSource } from '../case-content.ts'
import { fieldsOf, hashOf } from '../fields.ts'
import type { CasesOfSource } from '../plan/by-source.ts'
import { numberedSource } from './export-name.ts'
import { addTo } from '../../system/maps/add-to.ts'

type Sides = { base: CaseBase; bySource: ReadonlyMap<string, CasesOfSource> }

/**
 * Numbers the cases of a file that share a name and have no ids. First each gets the number under which the service has its content,
 * or had it when it was last imported; the others get the numbers that are left, in order. So a row that was moved or removed does not
 * overwrite another case. DECISIONS 337
 */
export const settleNumbers = (entries: readonly CaseEntry[], sides: Sides): CaseEntry[] => {
  const groups = new Map<string, CaseEntry[]>()
  for (const entry of entries) if (entry.unnumbered !== undefined) addTo(groups, entry.unnumbered, entry)
  if (groups.size === 0) return [...entries]
  const known = knownBy(groups, sides)
  const sources = new Map<CaseEntry, string>()
  for (const [unnumbered, alike] of groups)
    for (const [entry, source] of pair(unnumbered, alike, known.get(unnumbered) ?? [])) sources.set(entry, source)
  return entries.map((entry) => {
    const source = sources.get(entry)
    return source === undefined || source === sourceOf(entry.content) ? entry : withSource(entry, source)
  })
}

/** A case of the service, with or without a number: its source, the digests of its fields, and its line of the base. */
type Known = { source: string; there: Digests; line: BaseLine | undefined }
type Digests = ReadonlyMap<string, string>

/** Finds the cases of the service for these groups, by their sources without the number. */
const knownBy = (groups: ReadonlyMap<string, unknown>, { base, bySource }: Sides): ReadonlyMap<string, Known[]> => {
  const known = new Map<string, Known[]>()
  for (const [source, [{ id, content }]] of bySource)
    for (const unnumbered of new Set([source, source.replace(/ \(\d+\)$/, '')]))
      if (groups.has(unnumbered)) addTo(known, unnumbered, { source, there: digestsOf(content), line: base.get(id) })
  return known
}

const pair = (unnumbered: string, alike: readonly CaseEntry[], known: readonly Known[]): Map<CaseEntry, string> => {
  const paired = new Map<CaseEntry, string>()
  const taken = new Set<string>()
  const take = (entry: CaseEntry, source: string): void => {
    taken.add(source)
    paired.set(entry, source)
  }
  const index = createIndex(known)
  for (const entry of known.length > 0 ? alike : []) {
    const side = { here: digestsOf(entry.content), covers: entry.covers }
    for (const one of index.candidates(side)) {
      if (!isUnchanged(side, one)) continue
      index.remove(one)
      take(entry, one.source)
      break
    }
  }
  let number = 1
  for (const entry of alike.filter((one) => !paired.has(one))) {
    while (taken.has(numberedSource(unnumbered, number))) number++
    take(entry, numberedSource(unnumbered, number))
  }
  return paired
}

type Side = { here: Digests; covers: CaseEntry['covers'] }

/** Indexes the cases that are not taken yet by each field. Comparing each with each takes minutes for ten thousand of one name. */
const createIndex = (known: readonly Known[]) => {
  const all = new Set(known)
  const byField = new Map<string, Set<Known>>()
  const keysOf = ({ there, line }: Known): string[] => [
    ...[...there].map(([field, digest]) => `${digest} ${field}`),
    ...Object.keys(line?.fields ?? {}).flatMap((field) => {
      const before = basesOf(line, field)
      return before && before.here !== there.get(field) ? [`${before.here} ${field}`] : []
    }),
  ]
  for (const one of known) for (const key of keysOf(one)) byField.set(key, (byField.get(key) ?? new Set()).add(one))
  return {
    /** Returns the cases that may match, in order: the smallest set that agrees in one field. */
    candidates: ({ here, covers = () => true }: Side): ReadonlySet<Known> => {
      let fewest: ReadonlySet<Known> = all
      for (const [field, digest] of here) {
        const alike = covers(field) ? (byField.get(`${digest} ${field}`) ?? none) : fewest
        if (alike.size < fewest.size) fewest = alike
      }
      return fewest
    },
    remove: (one: Known): void => {
      all.delete(one)
      for (const key of keysOf(one)) byField.get(key)?.delete(one)
    },
  }
}

const none: ReadonlySet<never> = new Set()

/** Returns the digest of each field except the source, whose number is to be found. */
const digestsOf = (content: CaseContent): Digests => {
  const fields = fieldsOf(content)
  return new Map(
    [...fields.keys()]
      .filter((field) => field !== `fields.${sourceField}`)
      .map((field) => [field, hashOf(fields, field)]),
  )
}

/** Whether a case is unchanged here: it equals the service's, or what both last agreed on. */
const isUnchanged = ({ here, covers = () => true }: Side, { there, line }: Known): boolean =>
  [...new Set([...here.keys(), ...there.keys()])].every((field) => {
    const now = here.get(field) ?? ''
    return !covers(field) || now === (there.get(field) ?? '') || now === basesOf(line, field)?.here
  })
