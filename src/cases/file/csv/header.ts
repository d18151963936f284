import { type Identifier, parseIdentifier } from '../../../contract/identifiers.ts'
import { type CsvRow, exactRowsOf } from '../../csv/rows.ts'
import { delimiterIn } from '../../csv/delimiter.ts'
import { checkIdentifier } from '../plain-case.ts'
import { columns, fieldPrefix, stepColumns } from './columns.ts'
import { unguard } from './guard.ts'

/** A CSV of cases: its columns by the names that testctl writes, in the order of the file, and the rows below the header. */
export type HeadedRows = { names: readonly string[] | undefined; rows: readonly CsvRow[] }

/** Reads the rows of a CSV; `names` is undefined if the header cannot be read. */
export const headedRowsOf = (text: string): HeadedRows => {
  const { delimiter, isSaid } = delimiterIn(text)
  const all = exactRowsOf(text, delimiter).map((row) =>
    'reason' in row ? row : { line: row.line, cells: row.cells.map(unguard) },
  )
  // Skips empty rows above the header, as in the files of other systems. DECISIONS 442
  const said = isSaid ? all.slice(1) : all
  const [header, ...rows] = said.slice(
    said.findIndex((row) => !('cells' in row) || row.cells.some((cell) => cell.trim())),
  )
  return { names: header && 'cells' in header ? withoutEmptyEnd(header.cells).map(nameOf) : undefined, rows }
}

// Spreadsheets also save emptied columns on the right. Cells below them count as more than the header has.
const withoutEmptyEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

// Accepts capitals, because spreadsheets and people write them.
const nameOf = (cell: string): string => {
  const name = cell.trim().toLowerCase()
  if (columns.some((one) => one === name)) return name
  return cell.toLowerCase().startsWith(fieldPrefix) ? `${fieldPrefix}${cell.slice(fieldPrefix.length)}` : cell
}

/** Whether testctl writes a column of this name. */
export const isColumn = (name: string): boolean => name.startsWith(fieldPrefix) || columns.some((one) => one === name)

/** Whether the file has columns for a field of a case. DECISIONS 263 */
export const coversField = (names: readonly string[], field: string): boolean =>
  field === 'steps' ? names.includes(stepColumns[0]) : names.includes(field)

/** Whether a header without identifiers is of new cases in testctl's form: with its columns of steps, or custom fields. DECISIONS 331 */
const isOfNewCases = (names: readonly string[]): boolean =>
  names.every(isColumn) &&
  (stepColumns.every((name) => names.includes(name)) || names.some((name) => name.startsWith(fieldPrefix)))

/**
 * Whether a text is the beginning of a CSV of testctl, by its columns in any order. A CSV is of another system if its identifiers have
 * another form, or if it has other columns and no identifier at all. DECISIONS 264
 */
export const isCaseCsv = (beginning: string): boolean => {
  const { names = [], rows } = headedRowsOf(beginning)
  const at = names.indexOf('identifier')
  if (!names.includes('name')) return false
  if (at < 0) return isOfNewCases(names)
  if (columns.every((one) => names.includes(one))) return true
  const identifiers = rows.flatMap((row) => ('cells' in row && row.cells[at] ? [row.cells[at]] : []))
  if (identifiers.length === 0) return names.every(isColumn)
  return identifiers.some((one) => checkIdentifier(one).length === 0)
}

/** Finds the first identifier of something other than a case, as lists of tests, runs and milestones have them. DECISIONS 377 */
export const otherIdentifier = (beginning: string): (Identifier & { text: string }) | undefined => {
  const { names = [], rows } = headedRowsOf(beginning)
  const at = names.indexOf('identifier')
  for (const row of rows) {
    const text = 'cells' in row ? (row.cells[at] ?? '') : ''
    const parsed = parseIdentifier(text)
    if (parsed && parsed.noun !== 'cases') return { ...parsed, text }
  }
  return undefined
}
