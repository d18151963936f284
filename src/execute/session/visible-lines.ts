import type { Session } from './state.ts'

/**
 * What is seen of a text that may be longer than its window: its first line, how many, and of how many; `step` is the line in which
 * the step begins that is pointed at.
 */
export type VisibleLines = { from: number; shown: number; total: number; step?: number | undefined }

/** The lines of a session that are on the screen; undefined in plain mode, which only appends. */
export type VisibleLinesOf = (state: Session) => VisibleLines | undefined

/**
 * The first line that is seen after a key: never beyond the ends, and no line is passed over. Undefined for any other key.
 * DECISIONS 418
 */
export const turnPage = ({ from, shown, total }: VisibleLines, name: string): number | undefined => {
  const by = { pagedown: shown, pageup: -shown, j: 1, down: 1, k: -1, up: -1 }[name]
  return by === undefined ? undefined : Math.max(0, Math.min(from + by, total - shown))
}

/** Whether the step that is pointed at is in sight. */
export const isStepSeen = ({ from, shown, step = from }: VisibleLines): boolean => step >= from && step < from + shown
