import { UsageError } from '../../../errors.ts'
import { breakCase, brokenCase } from '../csv/broken.ts'
import { takeCells } from '../csv/cells.ts'
import { type Header, readCsvTable, type TableRow } from '../csv/table.ts'
import { createForeignDraft, type ForeignDraft, type ForeignReader } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import type { Tally } from '../loss/tally.ts'
import { splitNumbered } from '../text/numbered.ts'
import { type NumberedDraft, withStepsInOrder } from '../numbered-steps.ts'
import { guessMap } from './guess.ts'
import type { ColumnMap } from './map.ts'
import { numberedOrPlain, firstStepColumns, stepsIn } from './steps.ts'
import { sourceName } from '../../../system/files/text.ts'

/** Reads any CSV by a map of its columns, or by the one that its header suggests. */
export const readMapped = (given: ColumnMap | undefined): ForeignReader =>
  async function* (source, tally) {
    let header: Header | undefined
    let map: ColumnMap | undefined
    const settle = (found: Header, rows?: readonly TableRow[]): void => {
      header = found
      map = given ?? guessMap(found, rows)
      if (!map) throw noName(source.name, found)
      checkMap(map, found)
    }
    let isSettled = false
    let open: Open | undefined
    for await (const rows of readCsvTable(source, settle)) {
      if (!isSettled && rows.length > 0) {
        settle(
          header!,
          rows.filter(({ unreadable }) => unreadable === undefined),
        )
        coverFurtherRows(header!, map!, tally)
        isSettled = true
      }
      const done: ForeignDraft[] = []
      for (const row of rows) {
        const reading = { row, header: header!, map: map!, tally }
        if (open && isMore(reading, open)) {
          if (row.unreadable === undefined) addRow(open, reading)
          else breakCase(open.draft, row)
          continue
        }
        if (open && isNameless(reading) && !hasSteps(reading)) {
          tally.unreadable({ line: row.line, reason: 'it has no name' })
          continue
        }
        if (open) done.push(withStepsInOrder(open))
        open = row.unreadable === undefined ? openCase(reading) : openBroken(reading)
      }
      yield done
    }
    if (open) yield [withStepsInOrder(open)]
  }

/** A case with its first row. */
type Open = NumberedDraft & { first: TableRow }

type Reading = { row: TableRow; header: Header; map: ColumnMap; tally: Tally }

const noName = (file: string, { names, titles }: Header): UsageError =>
  new UsageError(`${sourceName(file)}: no column has the names of the cases; its header is ${titles.join(', ')}`, {
    hint:
      names.length > 1 && names.filter(Boolean).length === 1
        ? 'remove the lines above the heading: the first line has to name the columns'
        : 'map its columns: --map FILE; --write-map FILE writes a map to start with',
  })

const checkMap = (map: ColumnMap, header: Header): void => {
  const { steps, fields, leaveOut } = map
  const inSteps = steps ? [steps.action, steps.expectation, steps.data, steps.number] : []
  const used = [map.id, map.name, map.preconditions, ...inSteps, ...Object.values(fields)]
  const columnOf = (name: string): number => {
    const at = header.find(steps?.as === 'columns' ? numberedOrPlain(name, 1) : name)
    if (at !== undefined) return at
    throw new UsageError(`there is no column ${JSON.stringify(name)}`, {
      hint: `columns: ${header.titles.join(', ')}`,
    })
  }
  const taken = new Set(used.filter((one) => one !== undefined).map(columnOf))
  for (const name of leaveOut)
    if (taken.has(columnOf(name)))
      throw new UsageError(`the map uses the column ${JSON.stringify(name)}, and leaves it out`, {
        hint: 'take its name out of "leaveOut"',
      })
}

/** Marks the fields as covered that further rows store by column name, so that they are emptied if no row has them any more. */
const coverFurtherRows = (
  { names, find }: Header,
  { steps, preconditions = '', fields }: ColumnMap,
  tally: Tally,
): void => {
  if (steps?.as !== 'rows') return
  for (const name of [preconditions, ...Object.values(fields)]) {
    const column = find(name)
    if (column !== undefined) tally.column(`fields.${names[column]}`)
  }
}

/**
 * Whether a row is a further step of the case before: it has no name or, if each step has a row, names that case. A row that names
 * another section is none. DECISIONS 402, 569
 */
const isMore = (reading: Reading, { draft, first }: Open): boolean => {
  const { row, header, map, tally } = reading
  const { look } = takeCells(row, header, tally)
  const [id, name] = [map.id ? look(map.id).trim() : '', look(map.name).trim()]
  if (row.unreadable !== undefined && map.steps) return id ? id === draft.id : !name || name === draft.name.trim()
  const section = map.fields['section'] ? look(map.fields['section']).trim() : ''
  const isElsewhere = section !== '' && section !== draft.fields.get('section')
  if (!name && id && id === draft.id) return hasSteps(reading)
  const number = map.steps?.number ? look(map.steps.number).trim() : ''
  // Compares with the first number of the case, not with 1: some files count from 0, and rows of a case may be in another order.
  const isFirst = number !== '' && number === takeCells(first, header, tally).look(map.steps!.number!).trim()
  if (!name && !id && number && !isFirst) return hasSteps(reading)
  if (!name && !id) return hasSteps(reading) && !isElsewhere && !areAllSteps(reading, first)
  if (map.steps?.as !== 'rows' || name !== draft.name.trim()) return false
  if (map.id) return id !== '' && id === draft.id
  return !isElsewhere && !isFirst
}

/** Whether a cell of a row has steps from number 1 on, as that of the first row of the case before: they are those of another case. */
const areAllSteps = ({ row, header, map, tally }: Reading, first: TableRow): boolean =>
  map.steps?.as === 'numbered' &&
  [row, first].every((one) => splitNumbered(takeCells(one, header, tally).look(map.steps!.action)) !== undefined)

const hasSteps = ({ row, header, map, tally }: Reading): boolean => {
  const { look } = takeCells(row, header, tally)
  return map.steps !== undefined && firstStepColumns(map.steps).some((one) => look(one).trim())
}

const openCase = (reading: Reading): Open => {
  const { row, header, map, tally } = reading
  const cells = takeCells(row, header, tally)
  const draft = createForeignDraft(row.line)
  if (map.id) draft.id = cells.take(map.id, 'source').trim() || undefined
  draft.name = cells.take(map.name, 'name')
  if (map.preconditions) draft.preconditions = cells.take(map.preconditions, 'preconditions')
  for (const [field, name] of Object.entries(map.fields))
    putField(draft, tally, { from: name, to: field, value: cells.look(name) })
  const open: Open = { draft, first: row, numbers: new Map() }
  takeSteps(open, reading, cells)
  cells.rest(draft)
  return open
}

/** Whether a row can be read, but has neither an id nor a name. */
const isNameless = ({ row, header, map, tally }: Reading): boolean => {
  const { look } = takeCells(row, header, tally)
  return row.unreadable === undefined && ![map.id, map.name].some((one) => one && look(one).trim())
}

const openBroken = ({ row, header, map, tally }: Reading): Open => {
  const { look } = takeCells(row, header, tally)
  const draft = brokenCase(row, map.id ? look(map.id) : '', look(map.name))
  return { draft, first: row, numbers: new Map() }
}

const addRow = (open: Open, reading: Reading): void => {
  const { row, header, map, tally } = reading
  const cells = takeCells(row, header, tally)
  for (const name of [map.id, map.name]) if (name) cells.look(name)
  takeSteps(open, reading, cells)
  cells.rest(open.draft, { first: open.first })
}

const takeSteps = ({ draft, numbers }: Open, reading: Reading, cells: ReturnType<typeof takeCells>): void => {
  const { row, map, tally } = reading
  for (const name of map.leaveOut)
    if (cells.look(name).trim()) tally.loss(`${JSON.stringify(name)} value`, `line ${row.line}`)
  if (!map.steps) return
  const number = map.steps.number ? cells.look(map.steps.number) : ''
  for (const step of stepsIn(reading, map.steps, cells)) {
    draft.steps.push(step)
    numbers.set(step, number)
  }
}
