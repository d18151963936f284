import Table from 'cli-table3'
import type { Cell } from '../cells/index.ts'
import { paintCell } from '../cells/paint.ts'
import {
  fit,
  type TableOptions,
  type RowFit,
  measured,
  type Measured,
  type TableLayout,
  printableCell,
  widest,
} from './cell-widths.ts'
import { fitColumns, gap, type Shape } from './column-widths.ts'
import { isSimple, plainRuler } from '../text/width.ts'

/**
 * Writes a table: one of up to a screenful is laid out as a whole; a longer one is streamed, with widths from its first rows.
 * Returns the number of rows, and the headings of the columns that were left out for lack of width.
 */
export const writeTable = async <Row>({
  columns,
  rows,
  cellsOf,
  look,
  write,
}: {
  columns: readonly Shape[]
  rows: AsyncIterable<Row> | Iterable<Row>
  cellsOf: (row: Row) => readonly Cell[]
  look: TableOptions
  write: (text: string) => Promise<void>
}): Promise<{ count: number; left: string[] }> => {
  let ruler = plainRuler
  const measure = async (cells: readonly Cell[]): Promise<Measured[]> => {
    const shown = cells.map((cell) => printableCell(cell, look))
    if (ruler === plainRuler && !shown.every(({ text }) => isSimple(text))) ruler = await look.loadRuler()
    return shown.map((cell) => measured(cell, ruler))
  }
  let first: Measured[][] | undefined = [
    await measure(columns.map(({ heading }) => ({ text: heading, tone: 'heading' }))),
  ]
  let plan: TableLayout = { columns, widths: [], look }
  let count = 0
  for await (const given of rows) {
    const row = await measure(cellsOf(given))
    count++
    if (!first) await write(lineOf(row, { plan, ruler }))
    else if (first.push(row) > screenful) {
      const wanted = widest(columns, first).map((width, at) => Math.max(width, columns[at]?.room?.(width) ?? 0))
      plan = { columns, widths: fitColumns(columns, wanted, look.width), look }
      for (const one of first) await write(lineOf(one, { plan, ruler }))
      first = undefined
    }
  }
  if (first && count > 0) {
    plan = { columns, widths: fitColumns(columns, widest(columns, first), look.width), look }
    await write(draw(first, { plan, ruler }))
  }
  return { count, left: columns.flatMap((column, at) => (plan.widths[at] === 0 ? column.heading : [])) }
}

const screenful = 200

/** Formats a row of a streamed table. */
const lineOf = (row: readonly Measured[], means: RowFit): string => {
  const { plan } = means
  let line = ''
  let spaces = 0
  for (let at = 0; at < row.length; at++) {
    const column = plan.widths[at] ?? 0
    if (column === 0) continue
    const cell = fit(row[at]!, at, means)
    if (cell.text !== '') {
      line += ' '.repeat(spaces) + paintCell(cell, plan.look)
      spaces = 0
    }
    spaces += Math.max(0, column - cell.width) + gap
  }
  return `${line}\n`
}

/**
 * Lays out a whole table. The library measures emoji by older rules than ours, so text that is not plain ASCII is laid out as
 * a placeholder of the measured width, and replaces it afterwards.
 */
const draw = (rows: readonly (readonly Measured[])[], means: RowFit): string => {
  const { plan } = means
  const originals: string[] = []
  const table = new Table({
    chars: { ...noLines, middle: ' '.repeat(gap) },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: plan.widths.filter((width) => width > 0),
  })
  for (const row of rows)
    table.push(
      row.flatMap((cell, at) => {
        if (plan.widths[at] === 0) return []
        const fitted = fit(cell, at, means)
        const painted = paintCell(fitted, plan.look)
        if (painted === '' || printableAscii.test(painted)) return painted
        originals.push(painted)
        return standIn.repeat(fitted.width)
      }),
    )
  const text = table.toString().replace(/(?<! ) +$/gm, '')
  let next = 0
  return `${text.replace(standIns, () => originals[next++] ?? '')}\n`
}

const printableAscii = /^[ -~]*$/
// A private character: one column wide for the library, and no ASCII.
const standIn = '\ue000'
const standIns = /\ue000+/g

const noLines = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
}
