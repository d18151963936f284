import { UsageError } from '../../../errors.ts'
import { decode, type Source } from '../../../reports/documents.ts'
import { delimiterIn } from '../../csv/delimiter.ts'
import { exactRowsOf, rowsOf } from '../../csv/rows.ts'
import { unfinishedMerge, unmergedHint } from '../../problem.ts'

/**
 * The header of a CSV: its names as they are written, and `find`, which returns the index of a column. Names may repeat or be empty;
 * titles tell these columns apart (`Comment (2)`, `column 4`), and `find` accepts them as well. DECISIONS 442
 */
export type Header = {
  names: readonly string[]
  titles: readonly string[]
  find: (name: string, nth?: number) => number | undefined
}

/**
 * A row below a header: its line, and its cells, which may be fewer than the columns. `unreadable` says why the row cannot be read; its
 * cells are then a guess that only serves to find the case of the row. DECISIONS 488
 */
export type TableRow = { line: number; cells: readonly string[]; unreadable?: string }

/** Reads a CSV: passes its header to `onHeader`, then yields its rows, malformed and too wide ones as `unreadable`. */
export const readCsvTable = async function* (
  source: Source,
  onHeader: (header: Header) => void,
): AsyncGenerator<TableRow[]> {
  const { beginning, texts } = await peek(decode(source))
  const { delimiter, isSaid } = delimiterIn(beginning)
  const text = watch(texts)
  let header: Header | undefined
  let skips = isSaid ? 1 : 0
  // The fewest cells of the rows so far, and their number. Some systems leave out empty cells at the end of a row.
  let [shortest, count] = [Infinity, 0]
  const isShort = (cells: readonly string[]) => cells.length < Math.min(shortest, header?.names.length ?? 0)
  // Not after one or two rows, which may be typed by hand.
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
          hint: unmergedHint,
        })
      else if (isBlank(row.cells) && !isCutOff(row.cells)) continue
      else if (!header) onHeader((header = createHeader(row.cells)))
      else if (isHeaderAgain(row.cells, header)) continue
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

// Spreadsheets save blank rows as delimiters alone, also above the header.
const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => !cell.trim())

// Several exports were put together in one file. DECISIONS 568
const isHeaderAgain = (cells: readonly string[], { names }: Header): boolean =>
  cells.length >= names.length &&
  names.every((name, at) => oneLine(cells[at]!) === name) &&
  names.filter(Boolean).length > 1

const oneLine = (name: string): string => name.replace(/\s+/g, ' ').trim()

/** Creates a header from the cells of its row. */
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

/** Finds the header in the beginning of a file: the first row that is not blank. */
export const headerIn = (beginning: string): Header | undefined => {
  const { delimiter, isSaid } = delimiterIn(beginning)
  const text = isSaid ? beginning.replace(/^[^\r\n]*(\r\n|[\r\n])/, '') : beginning
  for (const [line] of text.matchAll(/(?:"(?:[^"]|"")*"|[^"\r\n])+/g)) {
    const cells = cellsOf(line, delimiter)
    if (!isBlank(cells)) return createHeader(cells)
  }
  return undefined
}

/** Reads the rows below the header in the beginning of a file; leaves out the last one if it may be cut off. */
export const rowsBelowHeader = (beginning: string): TableRow[] => {
  const { delimiter, isSaid } = delimiterIn(beginning)
  const all = exactRowsOf(beginning, delimiter).slice(isSaid ? 1 : 0)
  const rows = all.slice(all.findIndex((row) => !('cells' in row) || !isBlank(row.cells)) + 1)
  const whole = /[\r\n]$/.test(beginning) || rows.length < 2 ? rows : rows.slice(0, -1)
  const header = headerIn(beginning)
  return whole.flatMap((row) => ('cells' in row && !(header && isHeaderAgain(row.cells, header)) ? [row] : []))
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

/** Reads enough of a text to find its delimiter; returns that beginning, and the whole text to read again. */
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

/** Passes a text through, and tells once it has ended without a line end: a row that is read after that is the last one. */
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
