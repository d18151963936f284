import type { Cell } from '../cells/index.ts'
import type { Paint } from '../cells/paint.ts'
import type { Shape } from './column-widths.ts'
import { cut, type Ruler } from '../text/width.ts'
import { safe } from '../text/escape.ts'

/** How a table is to look: how wide it may be, and in which colours; and how to measure what is not simple. */
export type TableOptions = Paint & { width: number; ellipsis: string; loadRuler: () => Promise<Ruler> }

/** A cell as it is shown, with the columns that it takes. */
export type Measured = Cell & { width: number }
/** How the columns of a table were laid out. */
export type TableLayout = { columns: readonly Shape[]; widths: readonly number[]; look: TableOptions }
/** What a row is fitted with. */
export type RowFit = { plan: TableLayout; ruler: Ruler }

// Longer ones are cut for any terminal; so they need not be measured.
const longest = 1000

/** A cell with its text as a terminal may get it. */
export const printableCell = ({ text, ...rest }: Cell, { ellipsis }: TableOptions): Cell => ({
  ...rest,
  text: safe(text.length > longest ? text.slice(0, longest) + ellipsis : text).trimEnd(),
})

/** A shown cell, measured. */
export const measured = (cell: Cell, { widthOf }: Ruler): Measured => {
  const { text } = cell
  const width = widthOf(text)
  // A mark that stands alone would join what is left of it.
  return width === 0 && text !== '' ? { ...cell, text: ` ${text}`, width: 1 } : { ...cell, width }
}

/** How wide each column is in its widest row. */
export const widest = (columns: readonly Shape[], rows: readonly (readonly Measured[])[]): number[] =>
  columns.map((_, at) => rows.reduce((width, row) => Math.max(width, row[at]?.width ?? 0), 1))

/** A cell as wide as its column at most, unless the column is one of those that are never cut. */
export const fit = (cell: Measured, at: number, { plan, ruler }: RowFit): Measured => {
  const { columns, widths, look } = plan
  const width = widths[at] ?? 0
  if (cell.width <= width || !columns[at]?.flexible) return cell
  const text = cut(cell.text, { width, ellipsis: look.ellipsis, ruler })
  return { ...cell, text, width: ruler.widthOf(text) }
}
