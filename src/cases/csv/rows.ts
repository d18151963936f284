import { CsvError, parse } from 'csv-parse/sync'
import { linesOf } from './lines.ts'

/**
 * A row of a CSV and the line where it begins, from 1; or the reason why it cannot be read, and the beginning of its text. If it lies
 * within an unreadable row of several lines, `within` is the line of that row.
 */
export type CsvRow = { line: number; within?: number } & ({ cells: string[] } | { reason: string; text: string })

/**
 * Reads the rows of a CSV as it streams in. A row ends at the first line end with an even number of quotes before it. A malformed row
 * is reported, and the line after its first one begins a row again, so that an unclosed quote swallows no other row. DECISIONS 175
 */
export const rowsOf = async function* (texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow[]> {
  const open = createSplitter(delimiter)
  for await (const lines of linesOf(texts)) {
    const rows = open.take(lines)
    if (rows.length > 0) yield rows
  }
  yield open.end()
}

// A cell may have line ends in it, but an unclosed quote must not take the rest of the file.
const longestRow = 4_000_000
const mostLines = 20_000

const enoughOfRow = 10_000

const createSplitter = (delimiter: string) => {
  // The lines of the row that is open, and the line of the file that it begins in.
  let lines: string[] = []
  let size = 0
  let line = 1
  let isOpen = false
  // The line range of the last unreadable row; `to` is exclusive.
  let broken = { from: 0, to: 0 }

  const rowAt = (at: number, written: string): CsvRow => {
    // In a file that was put together, each part may begin with a byte order mark.
    const text = written.startsWith('\ufeff') ? written.slice(1) : written
    const unread = (reason: string): CsvRow => ({ line: at, reason, text: text.slice(0, enoughOfRow) })
    // A parser would read all of it first.
    if (text.length > 2 * longestRow) return unread('it is too long')
    // Most rows have no quote. To create a parser for one takes much longer than to read it.
    if (!text.includes('"')) return { line: at, cells: text.split(delimiter) }
    try {
      return { line: at, cells: parse(text, { delimiter, ...reading })[0] ?? [] }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      return unread(reasonOf(error))
    }
  }
  const finish = (rows: CsvRow[]): void => {
    const text = lines.join('\n')
    const taken = lines
    const from = line
    lines = []
    size = 0
    line += taken.length
    isOpen = false
    if (text.trim() === '') return
    const isWithin = from > broken.from && from < broken.to
    const row = { ...rowAt(from, text), ...(isWithin && { within: broken.from }) }
    rows.push(row)
    if ('reason' in row && taken.length > 1) {
      // The lines that looked like the inside of a quoted cell may be rows.
      broken = { from: isWithin ? broken.from : from, to: Math.max(line, broken.to) }
      line = from + 1
      for (const one of taken.slice(1)) add(one, rows)
    }
  }
  const add = (one: string, rows: CsvRow[]): void => {
    lines.push(one)
    size += one.length
    if (hasOddQuotes(one)) isOpen = !isOpen
    if (!isOpen || size > longestRow || lines.length > mostLines) finish(rows)
  }
  return {
    take: (some: readonly string[]): CsvRow[] => {
      const rows: CsvRow[] = []
      for (const one of some) add(one, rows)
      return rows
    },
    end: (): CsvRow[] => {
      const rows: CsvRow[] = []
      while (lines.length > 0) finish(rows)
      return rows
    },
  }
}

const reading = { record_delimiter: '\n' }

const hasOddQuotes = (text: string): boolean => {
  let odd = false
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) odd = !odd
  return odd
}

const reasons = {
  CSV_QUOTE_NOT_CLOSED: 'a quote in it is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote in a quoted cell is not doubled',
  INVALID_OPENING_QUOTE: 'a quote is in a cell that is not quoted',
} as const

const reasonOf = ({ code, message }: CsvError): string => (reasons as Readonly<Record<string, string>>)[code] ?? message

/**
 * Reads the rows of a whole text, for a file that testctl wrote: cells keep their line ends unchanged. Does not throw on malformed CSV:
 * the last row then has the reason.
 */
export const exactRowsOf = (text: string, delimiter: string): CsvRow[] => {
  const rows: CsvRow[] = []
  const bytes = Buffer.from(text)
  let [line, from] = [1, 0]
  try {
    parse(bytes, {
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells: string[], { bytes: to }: { bytes: number }) => {
        rows.push({ line, cells })
        // The parser counts a CRLF in a cell as two lines.
        for (; from < to; from++) if (isLineEnd(bytes, from)) line += 1
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    rows.push({ line, reason: reasonOf(error), text: '' })
  }
  return rows
}

const [newline, carriageReturn] = [10, 13]

const isLineEnd = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === newline || (bytes[at] === carriageReturn && bytes[at + 1] !== newline)
