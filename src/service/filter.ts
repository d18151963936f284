import { createHash } from 'node:crypto'

// The filter of the list of cases means equality on every key. Values are compared as text: strings as they are, other
// scalars by their JSON; objects and arrays never match. DECISIONS 6

/** The marks under which a case is found by its custom fields. */
export const markFields = (customFields: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(customFields).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? [] : [mark(key, typeof value === 'string' ? value : String(value))],
  )

/** The marks that a case must have to pass a filter. */
export const markFilter = (filter: Readonly<Record<string, string>>): string[] =>
  Object.entries(filter).map(([key, value]) => mark(key, value))

// Short, whatever the length of the value: no engine indexes texts of any length.
const mark = (key: string, value: string): string =>
  createHash('sha256')
    .update(JSON.stringify([key, value]))
    .digest('base64url')
