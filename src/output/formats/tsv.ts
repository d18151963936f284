import type { Noun } from '../../contract/vocabulary.ts'
import { cellOf, plainText } from '../cells/index.ts'
import { chooseColumns, chooseNames, type Column, type ColumnChoice } from '../cells/resource-columns.ts'
import type { Form } from '../printer.ts'
import { tableOfAnswer, wantsTable } from './answer-table.ts'
import { textOfLine } from '../cells/line.ts'
import { handleOf } from '../cells/resource-name.ts'
import type { Resource } from '../cells/row.ts'
import { safe, safeLines } from '../text/escape.ts'
import type { Defuse } from '../text/no-command.ts'
import type { Writer } from '../writer.ts'

/**
 * The form for a pipe: tab-separated cells, no heading, nothing cut, ISO times. Tabs, newlines and backslashes are escaped, so
 * that a line is a row and a tab ends a cell.
 */
export const linesForm = (
  writer: Writer,
  {
    choice,
    declared,
    defuse,
    showPage,
  }: { choice: ColumnChoice; declared?: readonly string[] | undefined; defuse: Defuse; showPage: ShowPage },
): Form => {
  const write: Writer['write'] = (row) => writer.write(defuse.data(row))
  return {
    list: async (noun, rows) => {
      const columns = chooseColumns(noun, choice)
      for await (const row of rows) await write(lineOf(noun, row, columns))
    },
    // A single resource is for reading; --columns and --json give its fields to a program. DECISIONS 185
    item: (noun, row) =>
      choice.typed === undefined ? showPage(noun, row) : write(lineOf(noun, row, chooseColumns(noun, choice))),
    changed: (noun, row) =>
      write(choice.typed === undefined ? join([handleOf(row)]) : lineOf(noun, row, chooseColumns(noun, choice))),
    table: async (names, rows) => writeTable(write, chooseNames(names, choice), rows),
    answer: async (value, lines, { isArgument = false } = {}) => {
      if (wantsTable(value, choice)) {
        const { names, rows } = tableOfAnswer(value, { choice, declared })
        return writeTable(write, names, rows)
      }
      const shown = isArgument ? safeLines : (text: string) => defuse.text(safeLines(text))
      for (const line of lines) await writer.write(`${shown(textOfLine(line))}\n`)
    },
  }
}

/** Writes the page of one resource. */
type ShowPage = Form['item']

const writeTable = async (
  write: Writer['write'],
  names: readonly string[],
  rows: AsyncIterable<Resource> | Iterable<Resource>,
): Promise<void> => {
  for await (const row of rows) await write(join(names.map((name) => plainText(row[name] ?? ''))))
}

const lineOf = (noun: Noun, row: Resource, columns: readonly Column[]): string =>
  join(columns.map((column) => cellOf(noun, row, { column }).text))

const join = (cells: readonly string[]): string =>
  `${cells.map((cell) => safe(cell.replaceAll('\\', '\\\\'))).join('\t')}\n`
