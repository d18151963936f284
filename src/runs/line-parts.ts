import type { Cell } from '../output/cells/index.ts'
import type { Line } from '../output/cells/line.ts'
import type { Symbols } from '../output/style/symbols.ts'
import { counted } from '../output/text/count.ts'

/**
 * How lines for people look: the signs that their terminal can show, how many columns it has, how many tests of a kind are
 * named at most, and whether words stand alone, as for a screen reader, which reads a bar of signs one by one. DECISIONS 228
 */
export type LineOptions = { symbols?: Symbols | undefined; columns?: number; most?: number; isPlain?: boolean }

/** The same of a terminal, where all of it is known. */
export type TerminalLook = Required<LineOptions> & { symbols: Symbols }

/** What a run is called at the top of an answer; a long name is cut where the terminal ends. */
export const titleOf = ({ identifier, id, name }: NamedRun): Cell[] => [
  { text: identifier ?? id, isHandle: true },
  { text: name.trim() === '' ? '' : ' ' },
  { text: oneLine(name.trim()), fit: 'cut' },
]

/**
 * A line for each of the first tests: its cells under each other, its name last, which is cut where the terminal ends. One more
 * says how many others there are.
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

/** Lines below a heading, for people; nothing where there are no lines. */
export const section = (heading: string, lines: readonly Line[]): Line[] =>
  lines.length === 0 ? [] : [[{ text: `  ${heading}`, tone: 'heading' }], ...lines]

/** A text in a single line, so that no name can pretend to be a line of ours. */
export const oneLine = (text: string): string => text.replace(/[\n\r\t\v\f]+/g, ' ')

/** A run as far as it is known: one that was named by its id may have no more than that. */
export type NamedRun = { id: string; identifier?: string | undefined; name: string }
