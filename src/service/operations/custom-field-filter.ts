import { createHash } from 'node:crypto'
import type { Queries } from '../../store/table-types.ts'
import { inChunks } from '../rows/chunks.ts'

// The filter of the list of cases means equality on every key. Values are compared as text: strings as they are, other
// scalars by their JSON; objects and arrays never match. DECISIONS 6

/** Writes the marks of a case. */
export const keepMarks = async (
  queries: Queries,
  { id, project_id }: { id: string; project_id: string },
  customFields: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const marks = markFields(customFields).map((mark) => ({ case_id: id, project_id, mark }))
  await inChunks(marks, (chunk) => queries.insertInto('case_fields').values(chunk).execute())
}

/** Returns the marks that make a case searchable by its custom fields. */
const markFields = (customFields: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(customFields).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? [] : [mark(key, typeof value === 'string' ? value : String(value))],
  )

/** Returns the marks that a case must have to pass a filter. */
export const markFilter = (filter: Readonly<Record<string, string>>): string[] =>
  Object.entries(filter).map(([key, value]) => mark(key, value))

// A digest, which is short for a value of any length: engines do not index texts of any length.
const mark = (key: string, value: string): string =>
  createHash('sha256')
    .update(JSON.stringify([key, value]))
    .digest('base64url')
