import { type BaseLine, basesOf } from '../base/line.ts'
import { type CaseFields, hashOf } from '../fields.ts'

/** Which side has changed a field since both last agreed; a conflict where both did, or where that is not known. */
export type Side = 'here' | 'there' | 'conflict'

/** A field that differs: what both sides say. A conflict that was settled has the side that was chosen. */
export type FieldChange = { field: string; side: Side; here: unknown; there: unknown; isChosen?: boolean }

/** Compares a case field by field, as a merge in git does: what both sides say alike is no change. Never does the newer one win. */
export const compareCase = (line: BaseLine | undefined, here: CaseFields, there: CaseFields): FieldChange[] =>
  [...new Set([...here.keys(), ...there.keys()])].flatMap((field) => {
    const side = sideOf(line, field, { here: hashOf(here, field), there: hashOf(there, field) })
    return side ? [{ field, side, here: here.get(field), there: there.get(field) }] : []
  })

const sideOf = (line: BaseLine | undefined, field: string, now: { here: string; there: string }): Side | undefined => {
  if (now.here === now.there) return undefined
  const base = basesOf(line, field)
  if (!base) return 'conflict'
  const [isChangedHere, isChangedThere] = [now.here !== base.here, now.there !== base.there]
  if (isChangedHere && isChangedThere) return 'conflict'
  if (isChangedHere) return 'here'
  return isChangedThere ? 'there' : undefined
}
