import { type Identifier, parseIdentifier } from '../../../contract/identifiers.ts'
import { type CsvRow, exactRowsOf } from '../../csv/rows.ts'
import { delimiterIn } from '../../csv/delimiter.ts'
import { checkIdentifier } from '../plain-case.ts'
import { columns, fieldPrefix, stepColumns } from './columns.ts'
import { unguard } from './guard.ts'

/** The rows of a CSV of cases under its header: the names of its columns as testctl writes them, in any order. */
export type HeadedRows = { names: readonly string[] | undefined; rows: readonly CsvRow[] }

/** Reads the rows of a CSV; its names are undefined where the header cannot be read. */
export const headedRowsOf = (text: string): HeadedRows => {
  const { delimiter, isSaid } = delimiterIn(text)
  const all = exactRowsOf(text, delimiter).map((row) =>
    'reason' in row ? row : { line: row.line, cells: row.cells.map(unguard) },
  )
  // Empty rows above the header are passed over, as in the files of other systems. DECISIONS 442
  const said = isSaid ? all.slice(1) : all
  const [header, ...rows] = said.slice(
    said.findIndex((row) => !('cells' in row) || row.cells.some((cell) => cell.trim())),
  )
  return { names: header && 'cells' in header ? withoutEmptyEnd(header.cells).map(nameOf) : undefined, rows }
}

// Spreadsheets save columns on the right in which there was something once; what stands below is more than the header has.
const withoutEmptyEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

// Spreadsheets and people write them with capitals.
const nameOf = (cell: string): string => {
  const name = cell.trim().toLowerCase()
  if (columns.some((one) => one === name)) return name
  return cell.toLowerCase().startsWith(fieldPrefix) ? `${fieldPrefix}${cell.slice(fieldPrefix.length)}` : cell
}

/** Whether a name of the header is one that testctl writes. */
export const isColumn = (name: string): boolean => name.startsWith(fieldPrefix) || columns.some((one) => one === name)

/** Whether the file has columns for a field of a case. DECISIONS 263 */
export const coversField = (names: readonly string[], field: string): boolean =>
  field === 'steps' ? names.includes(stepColumns[0]) : names.includes(field)

/** Whether a header without identifiers is of cases that are written by hand: steps as testctl has them, or its custom fields. DECISIONS 331 */
const isOfNewCases = (names: readonly string[]): boolean =>
  names.every(isColumn) &&
  (stepColumns.every((name) => names.includes(name)) || names.some((name) => name.startsWith(fieldPrefix)))

/**
 * Whether a text is the beginning of a CSV of testctl: by its columns, wherever they stand. One with identifiers of another form
 * is of another system, and so is one with other columns and no identifier at all. DECISIONS 264
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

/** The first identifier in the beginning of a CSV that is not of a case, as lists of tests, runs and milestones have them. DECISIONS 377 */
export const otherIdentifier = (beginning: string): (Identifier & { text: string }) | undefined => {
  const { names = [], rows } = headedRowsOf(beginning)
  const at = names.indexOf('identifier')
  for (const row of rows) {
    const text = 'cells' in row && at >= 0 ? (row.cells[at] ?? '') : ''
    const parsed = parseIdentifier(text)
    if (parsed && parsed.noun !== 'cases') return { ...parsed, text }
  }
  return undefined
}
