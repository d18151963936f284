import { UsageError } from '../../../errors.ts'
import { decode, type Source } from '../../../reports/documents.ts'
import { delimiterIn } from '../../csv/delimiter.ts'
import { exactRowsOf, rowsOf } from '../../csv/rows.ts'
import { unfinishedMerge, whichAreUnmerged } from '../../problem.ts'

/**
 * The header of a CSV: its names as they are written, and where one is. A name may be there several times, or be empty; the titles
 * tell such columns apart, and are found as well: `Comment (2)`, `column 4`. DECISIONS 442
 */
export type Header = {
  names: readonly string[]
  titles: readonly string[]
  find: (name: string, nth?: number) => number | undefined
}

/**
 * A row under a header: its line, and the cell of a column, which is empty where the row is short. One that cannot be read says
 * why; its cells are a guess then, which only tells whose row it is. DECISIONS 488
 */
export type TableRow = { line: number; cells: readonly string[]; unreadable?: string }

/** Reads a CSV: hands over its header, then its rows, with those that are written wrongly or are too wide. */
export const readCsvTable = async function* (
  source: Source,
  onHeader: (header: Header) => void,
): AsyncGenerator<TableRow[]> {
  const { beginning, texts } = await peek(decode(source))
  const { delimiter, isSaid } = delimiterIn(beginning)
  const text = watch(texts)
  let header: Header | undefined
  let skips = isSaid ? 1 : 0
  // Of the rows so far; some systems leave out what is empty at the end of a row.
  let [shortest, count] = [Infinity, 0]
  const isShort = (cells: readonly string[]) => cells.length < Math.min(shortest, header?.names.length ?? 0)
  // A few rows may be typed by hand.
  const isCutOff = (cells: readonly string[]) => text.isCut() && count > 2 && cells.length > 1 && isShort(cells)
  for await (const rows of rowsOf(text.texts, delimiter)) {
    const taken: TableRow[] = []
    for (const row of rows) {
      if (skips > 0) skips--
      else if ('reason' in row) {
        if (!header)
          throw new UsageError(`${source.name}: the header in line ${row.line} is not CSV: ${row.reason}`, {
            hint: 'is it an export of cases? its first line names the columns',
          })
        taken.push({
          line: row.line,
          cells: cellsOf(/^[^\r\n]*/.exec(row.text)![0], delimiter),
          unreadable: row.reason,
        })
      } else if (row.cells.length === 1 && row.cells[0]?.startsWith('<<<<<<< '))
        throw new UsageError(`${source.name}:${row.line}: ${unfinishedMerge}`, {
          hint: whichAreUnmerged,
        })
      else if (isBlank(row.cells) && !isCutOff(row.cells)) continue
      else if (!header) onHeader((header = createHeader(row.cells)))
      else if (row.cells.slice(header.names.length).some((cell) => cell.trim()))
        taken.push({
          ...row,
          unreadable: `it has ${row.cells.length} cells, and the header has ${header.names.length}`,
        })
      else if (row.within !== undefined && isShort(row.cells))
        taken.push({ ...row, unreadable: `it may be a part of the row in line ${row.within}` })
      else if (isCutOff(row.cells)) taken.push({ ...row, unreadable: 'the file ends within it: was it cut off?' })
      else {
        count++
        shortest = Math.min(shortest, row.cells.length)
        taken.push(row)
      }
    }
    yield taken
  }
}

// Rows that a spreadsheet saves as delimiters alone, above the heading too.
const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => !cell.trim())

const oneLine = (name: string): string => name.replace(/\s+/g, ' ').trim()

export const createHeader = (cells: readonly string[]): Header => {
  const names = cells.map(oneLine)
  const lower = names.map((name) => name.toLowerCase())
  const counts = new Map<string, number>()
  const titles = names.map((name, at) => {
    if (name === '') return `column ${at + 1}`
    const count = (counts.get(lower[at]!) ?? 0) + 1
    counts.set(lower[at]!, count)
    return count === 1 ? name : `${name} (${count})`
  })
  const lowerTitles = titles.map((title) => title.toLowerCase())
  return {
    names,
    titles,
    find: (name, nth = 0) => {
      const wanted = oneLine(name).toLowerCase()
      let at = -1
      for (let times = 0; times <= nth; times++) {
        at = lower.indexOf(wanted, at + 1)
        if (at < 0) break
      }
      if (at < 0 && nth === 0) at = lowerTitles.indexOf(wanted)
      return at < 0 ? undefined : at
    },
  }
}

/** The header in the beginning of a file, where it has one. */
export const headerIn = (beginning: string): Header | undefined => {
  const { delimiter, isSaid } = delimiterIn(beginning)
  const text = isSaid ? beginning.replace(/^[^\r\n]*(\r\n|[\r\n])/, '') : beginning
  for (const [line] of text.matchAll(/(?:"(?:[^"]|"")*"|[^"\r\n])+/g)) {
    const cells = cellsOf(line, delimiter)
    if (!isBlank(cells)) return createHeader(cells)
  }
  return undefined
}

/** The rows in the beginning of a file, below the header; the last one may be cut off, and is left out. */
export const rowsBelowHeader = (beginning: string): TableRow[] => {
  const { delimiter, isSaid } = delimiterIn(beginning)
  const all = exactRowsOf(beginning, delimiter).slice(isSaid ? 1 : 0)
  const rows = all.slice(all.findIndex((row) => !('cells' in row) || !isBlank(row.cells)) + 1)
  const whole = /[\r\n]$/.test(beginning) || rows.length < 2 ? rows : rows.slice(0, -1)
  return whole.flatMap((row) => ('cells' in row ? [row] : []))
}

const cellsOf = (line: string, delimiter: string): string[] => {
  const cells: string[] = ['']
  let quoted = false
  for (const character of line) {
    if (character === '"') quoted = !quoted
    else if (character === delimiter && !quoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells
}

/** Enough of a text to see what parts its cells, and the text again. */
const peek = async (texts: AsyncGenerator<string>): Promise<{ beginning: string; texts: AsyncIterable<string> }> => {
  let beginning = ''
  for (;;) {
    const next = await texts.next()
    if (next.done) return { beginning, texts: again(beginning, texts) }
    beginning += next.value
    if (beginning.length >= enough || /[\r\n]/.test(beginning.trimStart()))
      return { beginning, texts: again(beginning, texts) }
  }
}

const enough = 65_536

/** A text, and whether it has come to its end without a line end: a row that is still read then is the last one. */
const watch = (given: AsyncIterable<string>): { texts: AsyncIterable<string>; isCut: () => boolean } => {
  let isCut = false
  const texts = async function* () {
    let last = ''
    for await (const text of given) {
      last = text.at(-1) ?? last
      yield text
    }
    isCut = !/[\r\n]/.test(last)
  }
  return { texts: texts(), isCut: () => isCut }
}

const again = async function* (beginning: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield beginning
  yield* rest
}
