import { addTo } from '../../system/maps/add-to.ts'

/** An item that was not done: a line that says what and why, and its parts. Without an identifier it always has its own line. */
type Undone = { line: string; identifier: string | undefined; reason: string }

/**
 * Returns the lines that say why each item was not done, in order. A reason that more than ten items share is given once, after
 * all their identifiers. DECISIONS 477
 */
export const reasonLines = (all: readonly Undone[]): string[] => {
  const sharing = new Map<string, string[]>()
  for (const { identifier, reason } of all) if (identifier !== undefined) addTo(sharing, reason, identifier)
  const said = new Set<string>()
  return all.flatMap(({ line, identifier, reason }) => {
    const identifiers = sharing.get(reason) ?? []
    if (identifier === undefined || identifiers.length <= mostAlone) return [line]
    if (said.has(reason)) return []
    said.add(reason)
    return [`${identifiers.join(', ')}: ${reason}`]
  })
}

const mostAlone = 10
