import { type CaseFields, hashOf } from '../fields.ts'
import type { ServiceCase } from '../service-cases.ts'

/**
 * A case as it was when its file and the service last agreed, with a hash for each field. If the service stored a value in another
 * form: the hash of the file, `>`, and the hash of the service; from then on both count as unchanged. `<` instead of `>` means that the
 * user chose the text of the service, but the file did not get it. DECISIONS 166, 366
 */
export type BaseLine = { id: string; case: string; updatedAt: string; fields: Readonly<Record<string, string>> }

/**
 * Builds the line of a case with the fields `here` in its file and `there` in the service. Fields that are `left` for later keep their
 * earlier hash. For `chosen` fields, the service keeps its text and the file keeps its own.
 */
export const baseLineOf = (
  { id, identifier, updatedAt }: Pick<ServiceCase, 'id' | 'identifier' | 'updatedAt'>,
  { here, there, left, before, chosen }: Sides,
): BaseLine => ({
  id,
  case: identifier,
  updatedAt,
  fields: Object.fromEntries(
    [...new Set([...here.keys(), ...there.keys(), ...left])].sort().flatMap((field) => {
      const kept = before ? before.fields[field] : unknown
      if (left.has(field)) return kept === undefined ? [] : [[field, kept]]
      const [ours, theirs] = [hashOf(here, field), hashOf(there, field)]
      const asChosen = `${ours}<${theirs}`
      const isChosen = chosen?.has(field) || kept === asChosen
      return [[field, ours === theirs ? ours : isChosen ? asChosen : `${ours}>${theirs}`]]
    }),
  ),
})

type Sides = {
  here: CaseFields
  there: CaseFields
  left: ReadonlySet<string>
  before: BaseLine | undefined
  chosen?: ReadonlySet<string>
}

/** Returns the last agreed hashes of a field in file and service, and whether the user chose the service's; undefined if unknown. */
export const basesOf = (
  line: BaseLine | undefined,
  field: string,
): { here: string; there: string; isChosen: boolean } | undefined => {
  if (!line) return undefined
  const kept = Object.hasOwn(line.fields, field) ? (line.fields[field] ?? '') : ''
  if (kept === unknown) return undefined
  const [here = '', there = here] = kept.split(/[<>]/)
  return { here, there, isChosen: kept.includes('<') }
}

/** Merges the two lines of a case that a git merge left; a field in which they differ becomes unknown. */
export const mergeLines = (one: BaseLine, other: BaseLine): BaseLine => ({
  ...one,
  fields: Object.fromEntries(
    [...new Set([...Object.keys(one.fields), ...Object.keys(other.fields)])].map((field) => [
      field,
      one.fields[field] === other.fields[field] ? (one.fields[field] ?? unknown) : unknown,
    ]),
  ),
})

const unknown = '?'
