import type { VisibleLines } from '../session/visible-lines.ts'

/** Returns the lines that there is room for, from line `from` on, or from an earlier one so that no room is left empty. */
export const windowOf = <L>(lines: readonly L[], from: number, room: number): { seen: L[]; page: VisibleLines } => {
  const shown = Math.min(lines.length, room)
  const first = Math.max(0, Math.min(from, lines.length - shown))
  return { seen: lines.slice(first, first + shown), page: { from: first, shown, total: lines.length } }
}
