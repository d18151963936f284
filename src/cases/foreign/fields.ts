import type { ForeignDraft } from './foreign-case.ts'
import type { Tally } from './loss/tally.ts'
import { sourceField } from '../case-content.ts'

/**
 * Stores a value as a custom field of a draft, and records it in the tally. An empty value sets no field; undefined means that the
 * file has no column for it. A name that already has another value gets a number. DECISIONS 177
 */
export const putField = (
  draft: ForeignDraft,
  tally: Tally,
  { from, to = from, value }: { from: string; to?: string; value: string | undefined },
): void => {
  if (value === undefined) return
  const text = value.trim()
  const wanted = cut(to.trim()) || 'unnamed'
  tally.column(`fields.${wanted}`)
  if (!text) return
  const name = nameFor(draft.fields, wanted, text)
  tally.field(from, `fields.${name}`)
  draft.fields.set(name, text)
}

// The longest name that the service accepts.
const longestName = 200

/** Shortens a name so that it fits together with its suffix. */
const cut = (name: string, suffix = ''): string => name.slice(0, longestName - suffix.length).trimEnd() + suffix

/** Returns the first name that no other value has; a field with the same value counts as the same field. */
const nameFor = (fields: ReadonlyMap<string, string>, name: string, text: string): string => {
  // Reserved: testctl stores the origin of the case in it.
  if (name === sourceField) return nameFor(fields, `${name} (column)`, text)
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : cut(name, ` (${number})`)
    if ((fields.get(tried) ?? text) === text) return tried
  }
}
