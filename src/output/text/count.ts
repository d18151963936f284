/** Returns the number of related resources; 0 if the answer does not include them. */
export const lengthOf = (related: unknown): number => (Array.isArray(related) ? related.length : 0)

/** Returns the number of related resources of several rows together. */
export const countRelated = (rows: readonly Record<string, unknown>[], relation: string): number =>
  rows.reduce((sum, row) => sum + lengthOf(row[relation]), 0)

/** Returns how many tests a run has; undefined if the service does not say. */
export const testsIn = (run: Readonly<Record<string, unknown>> | undefined): number | undefined =>
  (run?.['results'] as { total?: number } | undefined)?.total

/** Formats a count: `1 test`, `12 tests`; `many` is a plural that does not just take an `s`. */
export const counted = (count: number, one = 'test', many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Joins names for a sentence: all of them, or the first ones and how many more there are. */
export const listNames = (names: readonly string[], most = 5): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')
