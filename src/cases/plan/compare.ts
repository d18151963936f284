import { type BaseLine, baseLineOf, basesOf } from '../base/line.ts'
import type { CaseEntry } from '../case-content.ts'
import { type CaseFields, fieldsOf, hashOf } from '../fields.ts'
import type { ServiceCase } from '../service-cases.ts'

/** The side that has changed a field since both last agreed; a conflict if both did, or if that is unknown. */
export type Side = 'here' | 'there' | 'conflict'

/** A field that differs, with the value of both sides. A settled conflict has the side that was chosen, and `isChosen`. */
export type FieldChange = { field: string; side: Side; here: unknown; there: unknown; isChosen?: boolean }

/**
 * Compares a case field by field, as a merge in git does: equal values are no change, and the newer side never wins by its age.
 * A field that the file does not cover is never changed here; with `fills` it counts as changed there, so that the file gets it.
 * DECISIONS 263
 */
export const compareCase = (
  line: BaseLine | undefined,
  here: CaseFields,
  there: CaseFields,
  { covers = () => true, fills = false }: { covers?: CaseEntry['covers']; fills?: boolean } = {},
): FieldChange[] =>
  [...new Set([...here.keys(), ...there.keys()])].flatMap((field) => {
    const now = { here: hashOf(here, field), there: hashOf(there, field) }
    const side = covers(field) ? sideOf(line, field, now) : sideThere(line, field, { now, fills })
    return side ? [{ field, side, here: here.get(field), there: there.get(field) }] : []
  })

/**
 * Returns the common base of both sides: the version of the service if the file was made from it and it has not changed since,
 * otherwise the line on which both last agreed. DECISIONS 282
 */
export const commonBase = (
  line: BaseLine | undefined,
  { updatedAt }: Pick<CaseEntry, 'updatedAt'>,
  there: ServiceCase,
): BaseLine | undefined => {
  if (updatedAt === undefined || updatedAt !== there.updatedAt) return line
  const fields = fieldsOf(there.content)
  return baseLineOf(there, { here: fields, there: fields, left: new Set(), before: undefined })
}

/** Returns the side that has changed a field which the file does not cover: the service, or none. */
const sideThere = (
  line: BaseLine | undefined,
  field: string,
  { now, fills }: { now: { here: string; there: string }; fills: boolean },
): 'there' | undefined => {
  if (now.there === now.here) return undefined
  const base = basesOf(line, field)
  return fills || (base && now.there !== base.there) ? 'there' : undefined
}

const sideOf = (line: BaseLine | undefined, field: string, now: { here: string; there: string }): Side | undefined => {
  if (now.here === now.there) return undefined
  const base = basesOf(line, field)
  if (!base) return 'conflict'
  const [isChangedHere, isChangedThere] = [now.here !== base.here, now.there !== base.there]
  // The user chose the text of the service, but the file did not get it: the change here was made without it. DECISIONS 366
  if (isChangedHere && (isChangedThere || base.isChosen)) return 'conflict'
  if (isChangedHere) return 'here'
  return isChangedThere ? 'there' : undefined
}
