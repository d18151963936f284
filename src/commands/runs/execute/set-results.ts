import type { Ended } from '../../../execute/index.ts'

/**
 * What a tester set, a row a test: its result before and after, and the note on it. It includes what an earlier session kept and
 * this one sent.
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
