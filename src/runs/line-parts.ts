import type { Cell } from '../output/cells/index.ts'
import type { Line } from '../output/cells/line.ts'
import type { Symbols } from '../output/style/symbols.ts'
import { counted } from '../output/text/count.ts'

/**
 * How to format lines for people: the symbols that the terminal can show, its number of columns, the most tests of
 * a kind to name, and `isPlain` for words only, because a screen reader reads a bar sign by sign. DECISIONS 228
 */
export type LineOptions = { symbols?: Symbols | undefined; columns?: number; most?: number; isPlain?: boolean }

/** The options for a terminal, where all of them are known. */
export type TerminalLook = Required<LineOptions> & { symbols: Symbols }

/** Returns the title of a run: its identifier or id, and its name, which is cut at the edge of the terminal. */
export const titleOf = ({ identifier, id, name }: NamedRun): Cell[] => [
  { text: identifier ?? id, isHandle: true },
  { text: name.trim() === '' ? '' : ' ' },
  { text: oneLine(name.trim()), fit: 'cut' },
]

/**
 * Formats the first tests, one per line: cells aligned in columns, and the name last, cut at the edge of the
 * terminal. One more line says how many others there are.
 */
export const nameFirst = <T extends { name: string }>(
  tests: readonly T[],
  cellsOf: (test: T) => readonly string[],
  { symbols, most = Infinity, indent = '' }: LineOptions & { indent?: string },
): Cell[][] => {
  const named = tests.slice(0, most)
  const rows = named.map(cellsOf)
  const widths: number[] = []
  for (const row of rows) row.forEach(({ length }, at) => (widths[at] = Math.max(widths[at] ?? 0, length)))
  const lines = named.map(({ name }, at): Cell[] => {
    const [first = '', ...others] = (rows[at] ?? []).map(oneLine)
    const padded = others.map((cell, column) => `${cell.padEnd(widths[column + 1] ?? 0)}  `)
    return [
      { text: indent },
      { text: first, isHandle: true },
      { text: ' '.repeat(Math.max(0, (widths[0] ?? 0) - first.length) + 2) + padded.join('') },
      { text: oneLine(name), fit: 'cut' },
    ]
  })
  const left = tests.length - named.length
  const rest = `${symbols?.ellipsis ?? '…'} and ${counted(left, 'more test')}; --json names them all`
  return left > 0 ? [...lines, [{ text: indent }, { text: rest, fit: 'wrap' }]] : lines
}

/** Puts lines below a heading; empty if there are no lines. */
export const section = (heading: string, lines: readonly Line[]): Line[] =>
  lines.length === 0 ? [] : [[{ text: `  ${heading}`, tone: 'heading' }], ...lines]

/** Joins the lines of a text, so that no name can pretend to be a line of testctl. */
export const oneLine = (text: string): string => text.replace(/[\n\r\t\v\f]+/g, ' ')

/** A run as far as it is known: if it was named by its id, there may be no more than that. */
export type NamedRun = { id: string; identifier?: string | undefined; name: string }
