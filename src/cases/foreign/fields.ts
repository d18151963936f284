import type { ForeignDraft } from './foreign-case.ts'
import type { Tally } from './loss/tally.ts'
import { sourceField } from '../case-content.ts'

/**
 * Takes a value over as a custom field, and accounts for it. An empty one is none, and where it is undefined the file has no
 * place for it; a name that another value has gets a number.
 * DECISIONS 177
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

// The service takes no longer one.
const longestName = 200

/** A name, cut where it is too long with what follows it. */
const cut = (name: string, suffix = ''): string => name.slice(0, longestName - suffix.length).trimEnd() + suffix

/** The first of the names that no other value has: one that says the same is the same field. */
const nameFor = (fields: ReadonlyMap<string, string>, name: string, text: string): string => {
  // What a case came from is ours to say.
  if (name === sourceField) return nameFor(fields, `${name} (column)`, text)
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : cut(name, ` (${number})`)
    if ((fields.get(tried) ?? text) === text) return tried
  }
}
