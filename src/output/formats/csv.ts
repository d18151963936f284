import { cellOf, plainText } from '../cells/index.ts'
import { chooseColumns, chooseNames, type ColumnChoice } from '../cells/resource-columns.ts'
import type { Form } from '../printer.ts'
import { tableOfAnswer } from './answer-table.ts'
import { safeLines } from '../text/escape.ts'
import { escapeFormulas } from '../text/formulas.ts'
import type { Writer } from '../writer.ts'

/**
 * `--csv`: RFC 4180 in UTF-8 with a header line and the same columns as on a pipe. An answer that is no table is a row of its
 * leaves (`results.passed`). The header is written with the first row, so that a failure before it prints nothing; an empty list
 * still has a header. DECISIONS 66
 */
export const csvForm = (
  { write }: Writer,
  {
    choice,
    raw,
    bom = false,
    terminal,
    declared,
  }: {
    choice: ColumnChoice
    raw: boolean
    bom?: boolean
    terminal: boolean
    /** Fields that an answer may have. */
    declared?: readonly string[] | undefined
  },
): Form => {
  const encode = (text: string): string => {
    const cell = terminal ? safeLines(text) : text
    return quote(raw ? cell : escapeFormulas(cell))
  }
  // Readers skip an empty line, so a row whose only cell is empty is written as quotes.
  const lineOf = (cells: readonly string[]): string => `${cells.map(encode).join(',') || '""'}\r\n`
  const writeRows = async <R>(
    names: readonly string[],
    rows: AsyncIterable<R> | Iterable<R>,
    cellsOf: (row: R) => readonly string[],
  ) => {
    let header = `${bom ? '\ufeff' : ''}${lineOf(names)}`
    for await (const row of rows) {
      await write(header + lineOf(cellsOf(row)))
      header = ''
    }
    await write(header)
  }
  const list: Form['list'] = (noun, rows) => {
    const columns = chooseColumns(noun, choice)
    const names = columns.map(({ name }) => name)
    return writeRows(names, rows, (row) => columns.map((column) => cellOf(noun, row, { column }).text))
  }
  const writeTable: Form['table'] = (names, rows) =>
    writeRows(names, rows, (row) => names.map((name) => textOf(row[name])))
  return {
    list: async (noun, rows) => list(noun, rows),
    item: async (noun, row) => list(noun, [row]),
    changed: async (noun, row) => list(noun, [row]),
    table: async (names, rows) => writeTable(chooseNames(names, choice), rows),
    answer: async (value) => {
      const { names, rows } = tableOfAnswer(value, { choice, declared })
      if (rows.length > 0) await writeTable(names, rows)
    },
  }
}

const textOf = (value: unknown): string => plainText(value ?? '')

const quote = (cell: string): string => (/[",;\t\r\n']/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
