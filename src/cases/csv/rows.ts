import { CsvError, parse } from 'csv-parse/sync'
import { linesOf } from './lines.ts'

/**
 * A row of a CSV and the line where it begins, from 1; or why it can't be read, and how that line begins. One that stands within
 * a row of several lines that can't be read has the line of that one.
 */
export type CsvRow = { line: number; within?: number } & ({ cells: string[] } | { reason: string; text: string })

/**
 * The rows of a CSV as it streams in. A row ends where its quotes are even; a malformed one is reported, and the next line
 * begins a row again, so that a quote that is never closed takes nothing else with it. DECISIONS 175
 */
export const rowsOf = async function* (texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow[]> {
  const open = createSplitter(delimiter)
  for await (const lines of linesOf(texts)) {
    const rows = open.take(lines)
    if (rows.length > 0) yield rows
  }
  yield open.end()
}

// A cell may have line ends in it, but not the rest of a file.
const longestRow = 4_000_000
const mostLines = 20_000

const enoughOfRow = 10_000

const createSplitter = (delimiter: string) => {
  // The lines of the row that is open, and the line of the file that it begins in.
  let lines: string[] = []
  let size = 0
  let line = 1
  let isOpen = false
  // The lines of the last row that could not be read: from its first one, and before the next one.
  let broken = { from: 0, to: 0 }

  const rowAt = (at: number, text: string): CsvRow => {
    const unread = (reason: string): CsvRow => ({ line: at, reason, text: text.slice(0, enoughOfRow) })
    // A parser would read eight million characters of it first.
    if (text.length > reading.max_record_size) return unread(reasons.CSV_MAX_RECORD_SIZE)
    // Most rows have no quote. To make a parser for one takes much longer than to read it.
    if (!text.includes('"') && text.length <= longestRow) return { line: at, cells: text.split(delimiter) }
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
      // What looked like the inside of a quote may be rows.
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

const reading = { relax_column_count: true, record_delimiter: '\n', max_record_size: 2 * longestRow }

const hasOddQuotes = (text: string): boolean => {
  let odd = false
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) odd = !odd
  return odd
}

const reasons = {
  CSV_MAX_RECORD_SIZE: 'it is too long',
  CSV_QUOTE_NOT_CLOSED: 'a quote in it is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote in a quoted cell is not doubled',
  INVALID_OPENING_QUOTE: 'a quote stands in a cell that is not quoted',
} as const

const reasonOf = ({ code, message }: CsvError): string => (reasons as Readonly<Record<string, string>>)[code] ?? message

/**
 * The rows of a whole text, each cell with its line ends as they are: for a file that testctl wrote. Throws nothing: what cannot
 * be read is the last row, with the reason.
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
        // Its own count takes a CRLF in a cell for two lines.
        for (; from < to; from++) if (bytes[from] === newline) line += 1
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    rows.push({ line, reason: reasonOf(error), text: '' })
  }
  return rows
}

const newline = 10
