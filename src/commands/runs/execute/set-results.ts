import type { Ended } from '../../../execute/index.ts'

/**
 * Returns the results that a tester set, one row per test: the result before and after, and the note. Includes results that an
 * earlier session kept and this one sent; leaves out tests with a conflict.
 */
export const setOf = ({ state }: Ended) => {
  const theirs = new Set(state.conflicts.map(({ op }) => op.test))
  const rows = new Map<
    string,
    { id: string; identifier: string; name: string; from: string; to: string; comment: string }
  >()
  for (const { test, from, to, note } of [...state.kept, ...state.decisions]) {
    const item = state.items.get(test)
    if (!item || theirs.has(test)) continue
    const { identifier, name } = item
    rows.set(test, { id: test, identifier, name, from: rows.get(test)?.from ?? from, to, comment: note })
  }
  return [...rows.values()]
}
