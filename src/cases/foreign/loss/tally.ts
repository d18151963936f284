import { sourceField } from '../../case-content.ts'

/** Something in a file that was not carried over unchanged: what, how often, and the first places. */
export type TallyEntry = { what: string; count: number; places: string[] }

/** A case that could not be read, and why. */
export type Unreadable = { line: number; reason: string; name?: string | undefined }

/** Where the values of a field or column of the other system went, and how many there were. */
export type FieldUse = { from: string; to: string; values: number }

/** The account of everything in a file: what was read, where each field went, what was left out. */
export type Account = {
  read: number
  cases: number
  unreadable: readonly Unreadable[]
  /** Entries that are not cases, such as rows of suites. */
  others: readonly TallyEntry[]
  fields: readonly FieldUse[]
  losses: readonly TallyEntry[]
  notes: readonly TallyEntry[]
}

export type Tally = ReturnType<typeof createTally>

/** Creates the tally of one file, which its reader fills. `read = cases + unreadable`, always. */
export const createTally = () => {
  let cases = 0
  const unreadable: Unreadable[] = []
  const others = new Map<string, TallyEntry>()
  const losses = new Map<string, TallyEntry>()
  const notes = new Map<string, TallyEntry>()
  const fields = new Map<string, FieldUse>()
  const columns = new Set(['name', `fields.${sourceField}`])
  return {
    /** Counts a case that was read. */
    taken: (): void => void cases++,
    /** Records a case that cannot be read. */
    unreadable: (one: Unreadable): void => void unreadable.push(one),
    /** Records something that is not a case, and is not meant to be one. */
    other: (what: string, line: number): void => add(others, what, `line ${line}`),
    /** Records that the file has a column for a field, with or without values. */
    column: (to: string): void => void columns.add(to),
    /** Whether the file has a column for this field; `area (2)` belongs to the column of `area`. DECISIONS 263 */
    covers: (field: string): boolean => columns.has(field) || columns.has(field.replace(/ \(\d+\)$/, '')),
    /** Counts a value of the field `from` that goes to `to`. */
    field: (from: string, to: string): void => {
      columns.add(to)
      const key = `${from}\n${to}`
      const use = fields.get(key) ?? { from, to, values: 0 }
      use.values++
      fields.set(key, use)
    },
    /** Records something that is not carried over. */
    loss: (what: string, place: string): void => add(losses, what, place),
    /** Records something that is carried over, but not as the user may expect. */
    note: (what: string, place: string): void => add(notes, what, place),
    account: (): Account => ({
      read: cases + unreadable.length,
      cases,
      unreadable: unreadable.toSorted((one, other) => one.line - other.line),
      others: [...others.values()],
      fields: [...fields.values()],
      losses: [...losses.values()],
      notes: [...notes.values()],
    }),
  }
}

const add = (found: Map<string, TallyEntry>, what: string, place: string): void => {
  const one = found.get(what) ?? { what, count: 0, places: [] }
  one.count++
  if (one.places.length < mostPlaces) one.places.push(place)
  found.set(what, one)
}

// Bounds the memory; people would not read a longer report.
const mostPlaces = 1000
