import type { Noun } from '../../contract/vocabulary.ts'
import { cellOf, plainText, type CellOptions } from '../cells/index.ts'
import type { Paint } from '../cells/paint.ts'
import { chooseColumns, type Column, type ColumnChoice, headingOf } from '../cells/resource-columns.ts'
import type { Shape } from './column-widths.ts'
import type { Resource } from '../cells/row.ts'
import type { Ruler } from '../text/width.ts'
import { writeTable } from './writer.ts'

/** The screen that shows a table, and where its text is written. */
export type TableView = CellOptions &
  Paint & {
    /** Whether values stay as they came, for another program: ISO times and no symbols. */
    exact?: boolean
    width: number
    loadRuler: () => Promise<Ruler>
    write: (text: string) => Promise<void>
  }

/** Shows a list as a table. Returns the number of rows, and the headings of the columns that had no room. */
export const showList = async (
  view: TableView,
  noun: Noun,
  { rows, choice }: { rows: AsyncIterable<Resource> | Iterable<Resource>; choice?: ColumnChoice | undefined },
): Promise<{ count: number; left: string[] }> => {
  const columns = chooseColumns(noun, choice).filter(
    ({ name }) => choice?.typed !== undefined || name !== 'milestone' || !isWithout(rows, name),
  )
  const { count, left } = await writeTable({
    columns: columns.map((column) => shapeOf(column, isChosen(choice))),
    rows,
    cellsOf: (row) => columns.map((column) => cellOf(noun, row, { column, options: cellOptionsOf(view) })),
    look: lookOf(view),
    write: view.write,
  })
  const expected = isChosen(choice) ? [] : spare.map(headingOf)
  return { count, left: left.every((heading) => expected.includes(heading)) ? [] : left }
}

const isWithout = (rows: AsyncIterable<Resource> | Iterable<Resource>, name: string): boolean =>
  Array.isArray(rows) && (rows as Resource[]).every((row) => row[name] === undefined)

/** Returns how values are shown to people; undefined for another program, which gets them as they came. */
export const cellOptionsOf = (view: TableView): CellOptions | undefined => (view.exact ? undefined : view)

/** Shows any other table; its first column is never cut. */
export const showTable = (
  view: TableView,
  names: readonly string[],
  rows: AsyncIterable<Resource> | Iterable<Resource>,
): Promise<{ count: number; left: string[] }> =>
  writeTable({
    columns: names.map((name, at) => ({ heading: headingOf(name), flexible: at > 0 })),
    rows,
    cellsOf: (row) => names.map((name) => ({ text: plainText(row[name] ?? '') })),
    look: lookOf(view),
    write: view.write,
  })

const lookOf = ({ width, palette, link, symbols, loadRuler }: TableView) => ({
  width,
  palette,
  link,
  ellipsis: symbols.ellipsis,
  loadRuler,
})

const isChosen = ({ typed, usual }: ColumnChoice = {}): boolean => typed !== undefined || usual !== undefined

const shapeOf = ({ name, heading, kind }: Column, chosen: boolean): Shape => ({
  heading,
  flexible: flexible.includes(kind),
  spare: !chosen && spare.includes(name),
  room: (width) => (kind === 'identifier' ? width + 3 : (room[kind] ?? 0)),
})

// Shown if there is room, and not missed if there is not: a list is in order of time, and the total is the sum of the counts.
// DECISIONS 553
const spare = ['results.total', 'updatedAt', 'milestone']

const flexible: readonly Column['kind'][] = ['text', 'results', 'fields', 'resource', 'any']

// The widest values of these kinds: `» in progress`, `59 minutes ago`, and counts below a million.
const room: Partial<Record<Column['kind'], number>> = { result: 13, time: 14, number: 6, count: 6 }
