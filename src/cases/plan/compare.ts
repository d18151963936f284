import { type BaseLine, baseLineOf, basesOf } from '../base/line.ts'
import type { CaseEntry } from '../case-content.ts'
import { type CaseFields, fieldsOf, hashOf } from '../fields.ts'
import type { ServiceCase } from '../service-cases.ts'

/** Which side has changed a field since both last agreed; a conflict where both did, or where that is not known. */
export type Side = 'here' | 'there' | 'conflict'

/** A field that differs: what both sides say. A conflict that was settled has the side that was chosen. */
export type FieldChange = { field: string; side: Side; here: unknown; there: unknown; isChosen?: boolean }

/**
 * Compares a case field by field, as a merge in git does: what both sides say alike is no change. Never does the newer one win.
 * A field that the file does not cover is not changed here, whatever it says; with `fills` it is there, so that the file gets it.
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
 * The common base of both sides: the version of the service, if the file was exported from it and it has not changed since;
 * else what both last agreed on. DECISIONS 282
 */
export const beforeBoth = (
  line: BaseLine | undefined,
  { updatedAt }: Pick<CaseEntry, 'updatedAt'>,
  there: ServiceCase,
): BaseLine | undefined => {
  if (updatedAt === undefined || updatedAt !== there.updatedAt) return line
  const fields = fieldsOf(there.content)
  return baseLineOf(there, { here: fields, there: fields, left: new Set(), before: undefined })
}

/** Of a field that the file does not cover. */
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
  // A change here was made to a text beside which the one of the service was chosen: it has nothing of that one. DECISIONS 366
  if (isChangedHere && (isChangedThere || base.isChosen)) return 'conflict'
  if (isChangedHere) return 'here'
  return isChangedThere ? 'there' : undefined
}
