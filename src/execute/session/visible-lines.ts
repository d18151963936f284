import type { Session } from './state.ts'

/**
 * The visible part of a text that may be longer than its window: its first line, the number of lines, and how many there are in all;
 * `step` is the line in which the current step begins.
 */
export type VisibleLines = { from: number; shown: number; total: number; step?: number | undefined }

/** The lines of a session that are on the screen; undefined in plain mode, which only appends. */
export type VisibleLinesOf = (state: Session) => VisibleLines | undefined

/**
 * Returns the first visible line after a key that scrolls: within the ends, and without passing over a line. Undefined for any other
 * key. DECISIONS 418
 */
export const turnPage = ({ from, shown, total }: VisibleLines, name: string): number | undefined => {
  const by = { pagedown: shown, pageup: -shown, j: 1, down: 1, k: -1, up: -1 }[name]
  return by === undefined ? undefined : Math.max(0, Math.min(from + by, total - shown))
}

/** Whether the current step is in sight. */
export const isStepSeen = ({ from, shown, step = from }: VisibleLines): boolean => step >= from && step < from + shown
