import type { Cell } from '../cells/index.ts'
import type { Paint } from '../cells/paint.ts'
import type { Shape } from './column-widths.ts'
import { cut, type Ruler } from '../text/width.ts'
import { safe } from '../text/escape.ts'

/** The look of a table: its maximum width, colours and ellipsis, and the ruler to load for text that is not simple. */
export type TableOptions = Paint & { width: number; ellipsis: string; loadRuler: () => Promise<Ruler> }

/** A cell as it is shown, with its width in columns. */
export type Measured = Cell & { width: number }
/** The layout of the columns of a table. */
export type TableLayout = { columns: readonly Shape[]; widths: readonly number[]; look: TableOptions }
/** What fitting a row needs. */
export type RowFit = { plan: TableLayout; ruler: Ruler }

// A longer text would be cut on any terminal, so the rest is not measured.
const longest = 1000

/** Makes the text of a cell safe for a terminal. */
export const printableCell = ({ text, ...rest }: Cell, { ellipsis }: TableOptions): Cell => ({
  ...rest,
  text: safe(text.length > longest ? text.slice(0, longest) + ellipsis : text).trimEnd(),
})

/** Measures a printable cell. */
export const measured = (cell: Cell, { widthOf }: Ruler): Measured => {
  const { text } = cell
  const width = widthOf(text)
  // A lone combining mark would join the character before it.
  return width === 0 && text !== '' ? { ...cell, text: ` ${text}`, width: 1 } : { ...cell, width }
}

/** Returns the width of each column in its widest row. */
export const widest = (columns: readonly Shape[], rows: readonly (readonly Measured[])[]): number[] =>
  columns.map((_, at) => rows.reduce((width, row) => Math.max(width, row[at]?.width ?? 0), 1))

/** Cuts a cell to the width of its column, unless the column is never cut. */
export const fit = (cell: Measured, at: number, { plan, ruler }: RowFit): Measured => {
  const { columns, widths, look } = plan
  const width = widths[at] ?? 0
  if (cell.width <= width || !columns[at]?.flexible) return cell
  const text = cut(cell.text, { width, ellipsis: look.ellipsis, ruler })
  return { ...cell, text, width: ruler.widthOf(text) }
}
