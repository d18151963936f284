import { type CaseFields, hashOf } from '../fields.ts'
import type { ServiceCase } from '../service-cases.ts'

/**
 * A case as it was when its file and the service last agreed: a hash for each field. Where the service had changed a value
 * when it stored it, the hash of the file, `>`, and that of the service: both count as unchanged from then on. With `<` somebody
 * has chosen the text of the service, which the file did not get. DECISIONS 166, 366
 */
export type BaseLine = { id: string; case: string; updatedAt: string; fields: Readonly<Record<string, string>> }

/**
 * The line of a case with the content `here` in its file and `there` in the service. Fields that are `left` for later keep their
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

/** What a field was here and there, and whether that was chosen; undefined where nothing is known of it. */
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

/** The two lines of a case that a merge left: of a field in which they differ, nothing is known. */
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
