import type { Cell } from './index.ts'

/** A line of an answer: a text, or parts that may have colours on a terminal. */
export type Line = string | readonly Cell[]

/** A line as its parts. */
export const partsOf = (line: Line): readonly Cell[] => (typeof line === 'string' ? [{ text: line }] : line)

/** The line without colours. */
export const textOfLine = (line: Line): string =>
  typeof line === 'string' ? line : line.map(({ text }) => text).join('')
