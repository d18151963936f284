import type { Cell } from './index.ts'

/** A line of an answer: a text, or parts that may have colours on a terminal. */
export type Line = string | readonly Cell[]

/** Returns the parts of a line. */
export const partsOf = (line: Line): readonly Cell[] => (typeof line === 'string' ? [{ text: line }] : line)

/** Returns the text of a line without colours. */
export const textOfLine = (line: Line): string =>
  typeof line === 'string' ? line : line.map(({ text }) => text).join('')
