import type { Noun } from '../../contract/vocabulary.ts'
import { cellOf, plainText } from '../cells/index.ts'
import { chooseColumns, chooseNames, type Column, type ColumnChoice } from '../cells/resource-columns.ts'
import type { Form } from '../printer.ts'
import { textOfLine } from '../cells/line.ts'
import { handleOf } from '../cells/resource-name.ts'
import type { Resource } from '../cells/row.ts'
import { safe, safeLines } from '../text/escape.ts'
import type { Writer } from '../writer.ts'

/**
 * What a pipe gets: tab-separated cells, no heading, nothing cut, ISO times; tabs, newlines and backslashes escaped, so
 * that a line is a row and a tab ends a cell.
 */
export const linesForm = ({ write }: Writer, choice: ColumnChoice, showPage: ShowPage): Form => ({
  list: async (noun, rows) => {
    const columns = chooseColumns(noun, choice)
    for await (const row of rows) await write(lineOf(noun, row, columns))
  },
  // One resource is read, not cut into fields: --columns and --json are for that. DECISIONS 185
  item: (noun, row) =>
    choice.typed === undefined ? showPage(noun, row) : write(lineOf(noun, row, chooseColumns(noun, choice))),
  changed: (_, row) => write(join([handleOf(row)])),
  table: async (names, rows) => {
    const chosen = chooseNames(names, choice)
    for await (const row of rows) await write(join(chosen.map((name) => plainText(row[name] ?? ''))))
  },
  answer: async (_, lines) => {
    for (const line of lines) await write(`${safeLines(textOfLine(line))}\n`)
  },
})

/** Writes the page of one resource. */
type ShowPage = Form['item']

const lineOf = (noun: Noun, row: Resource, columns: readonly Column[]): string =>
  join(columns.map((column) => cellOf(noun, row, { column }).text))

const join = (cells: readonly string[]): string =>
  `${cells.map((cell) => safe(cell.replaceAll('\\', '\\\\'))).join('\t')}\n`
