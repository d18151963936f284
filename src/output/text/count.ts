/** How many came along in a relation. */
export const lengthOf = (related: unknown): number => (Array.isArray(related) ? related.length : 0)

/** How many came along with several resources in a relation of each. */
export const countRelated = (rows: readonly Record<string, unknown>[], relation: string): number =>
  rows.reduce((sum, row) => sum + lengthOf(row[relation]), 0)

/** Says how many there are: `1 test`, `12 tests`; `many` is the plural of what does not only take an `s`. */
export const counted = (count: number, one = 'test', many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Names as a sentence has them: all of them, or the first ones and how many more there are. */
export const listNames = (names: readonly string[], most = 5): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')
