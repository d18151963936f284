import { sourceField } from '../../case-content.ts'

/** Something in a file that was not carried over as it stands there: what, how often, and where first. */
export type TallyEntry = { what: string; count: number; places: string[] }

/** A case that could not be read, and why. */
export type Unreadable = { line: number; reason: string; name?: string | undefined }

/** Where the values of a field or column of the other system went, and how many there were. */
export type FieldUse = { from: string; to: string; values: number }

/** Accounts for everything in a file: what was read, where each field went, what was left out. */
export type Account = {
  read: number
  cases: number
  unreadable: readonly Unreadable[]
  /** What is no case: rows that are suites, say. */
  others: readonly TallyEntry[]
  fields: readonly FieldUse[]
  losses: readonly TallyEntry[]
  notes: readonly TallyEntry[]
}

export type Tally = ReturnType<typeof createTally>

/** Makes the account of one file, which its reader keeps. `read = cases + unreadable`, always. */
export const createTally = () => {
  let cases = 0
  const unreadable: Unreadable[] = []
  const others = new Map<string, TallyEntry>()
  const losses = new Map<string, TallyEntry>()
  const notes = new Map<string, TallyEntry>()
  const fields = new Map<string, FieldUse>()
  const columns = new Set(['name', `fields.${sourceField}`])
  return {
    /** A case was read. */
    taken: (): void => void cases++,
    /** A case cannot be read. */
    unreadable: (one: Unreadable): void => void unreadable.push(one),
    /** Something is no case, and is not meant to be one. */
    other: (what: string, line: number): void => add(others, what, `line ${line}`),
    /** There is a column for a field, whether or not there is a value in it. */
    column: (to: string): void => void columns.add(to),
    /** Whether a column of the file is for this field, or for one of which this is the second, `area (2)`. DECISIONS 263 */
    covers: (field: string): boolean => columns.has(field) || columns.has(field.replace(/ \(\d+\)$/, '')),
    /** A value of a field goes somewhere. */
    field: (from: string, to: string): void => {
      columns.add(to)
      const key = `${from}\n${to}`
      const use = fields.get(key) ?? { from, to, values: 0 }
      use.values++
      fields.set(key, use)
    },
    /** Something is not carried over. */
    loss: (what: string, place: string): void => add(losses, what, place),
    /** Something is carried over, but not as one might think. */
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

// A report of more would not be read, and must not fill the memory.
const mostPlaces = 1000
