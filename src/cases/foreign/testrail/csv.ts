import { breakCase, brokenCase } from '../csv/broken.ts'
import { readCsvTable, type Header, type TableRow } from '../csv/table.ts'
import { createForeignDraft, type ForeignDraft, type ForeignReader } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import type { Tally } from '../loss/tally.ts'
import { imagesIn } from '../text/images.ts'
import { stepsOfText, withTestData } from '../text/steps.ts'
import { stepsOfJoined } from './pairs.ts'

/** Whether a header is that of a CSV of TestRail. */
export const isTestrailCsv = ({ find }: Header): boolean =>
  find('ID') !== undefined &&
  find('Title') !== undefined &&
  ['Section Hierarchy', 'Section Depth', 'Steps (Step)', 'Suite ID'].some((name) => find(name) !== undefined)

/** Reads a CSV of TestRail: a row per case or, if steps are rows, further rows with no title, and with no id or that of the case. */
export const readTestrailCsv: ForeignReader = async function* (source, tally) {
  let columns: Columns | undefined
  let open: Open | undefined
  let hasStepRows = false
  const onHeader = (header: Header) => (columns = columnsOf(header))
  const whole = ({ draft, first, isWhole }: Open): ForeignDraft => {
    // In a file whose steps are rows, a step of several lines is one step.
    if (isWhole && !hasStepRows)
      tally.note('kept as one step, because the steps cannot be told apart', placeOf(draft, first))
    return draft
  }
  for await (const rows of readCsvTable(source, onHeader)) {
    const done: ForeignDraft[] = []
    for (const row of rows) {
      const { id, title } = columns!
      const isMore = !cell(row, title).trim() && (!cell(row, id).trim() || cell(row, id).trim() === open?.draft.id)
      if (isMore && open && row.unreadable !== undefined) {
        breakCase(open.draft, row)
        continue
      }
      if (isMore && open && addSteps(open, row, columns!, tally)) {
        hasStepRows = true
        continue
      }
      if (isMore && row.unreadable === undefined) {
        const without = cell(row, id).trim() ? 'a title nor a step' : 'an id nor a title'
        tally.unreadable({ line: row.line, reason: `it has neither ${without}` })
        continue
      }
      if (open) done.push(whole(open))
      open = openCase(row, columns!, tally)
    }
    yield done
  }
  if (open) yield [whole(open)]
}

/** A case that may get further rows, its first row, and whether that has steps that could not be split. */
type Open = { draft: ForeignDraft; first: TableRow; isWhole: boolean }

type Columns = ReturnType<typeof columnsOf>

const columnsOf = (header: Header) => {
  const { find, names } = header
  const together = find('Steps')
  const steps = {
    id: find('ID'),
    title: find('Title'),
    preconditions: find('Preconditions'),
    expected: find('Expected Result'),
    action: find('Steps (Step)'),
    expectation: find('Steps (Expected Result)'),
    together,
    // Other templates have their text in a second column of this name.
    text: find('Steps', 1),
    hierarchy: find('Section Hierarchy'),
  }
  const besides = (used: readonly (number | undefined)[]) => names.map((_, at) => at).filter((at) => !used.includes(at))
  return {
    ...steps,
    names,
    others: besides(Object.values(steps)),
    /** The columns of a further row that do not belong to its step. */
    besideStep: besides([steps.id, steps.title, steps.action, steps.expectation]),
  }
}

const cell = ({ cells }: TableRow, at: number | undefined): string => (at === undefined ? '' : (cells[at] ?? ''))

const placeOf = (draft: ForeignDraft, { line }: TableRow): string => `line ${line} (testrail:${draft.id ?? draft.name})`

const openCase = (row: TableRow, columns: Columns, tally: Tally): Open => {
  if (row.unreadable !== undefined)
    return { draft: brokenCase(row, cell(row, columns.id), cell(row, columns.title)), first: row, isWhole: false }
  let isWhole = false
  const draft = draftOf(row, columns, tally, () => (isWhole = true))
  return { draft, first: row, isWhole }
}

const draftOf = (row: TableRow, columns: Columns, tally: Tally, onWhole: () => void): ForeignDraft => {
  const draft = createForeignDraft(row.line)
  const read = (at: number | undefined, to: string): string => {
    const text = cell(row, at)
    if (at !== undefined) tally.column(to)
    if (text.trim()) tally.field(columns.names[at!]!, to)
    return text
  }
  // Counted in all cells, because each step is in two columns, with its images.
  draft.images = row.cells.reduce((sum, text) => sum + imagesIn(text), 0)
  draft.id = read(columns.id, 'source').trim() || undefined
  draft.name = read(columns.title, 'name')
  draft.preconditions = read(columns.preconditions, 'preconditions')
  putField(draft, tally, { from: 'Section Hierarchy', to: 'section', value: valueAt(row, columns.hierarchy) })
  for (const at of columns.others) {
    // The section hierarchy ends with it.
    if (columns.names[at] === 'Section' && columns.hierarchy !== undefined) read(at, 'fields.section')
    else putOther(draft, row, at, { columns, tally })
  }
  // Expectations alone are no steps.
  if ([columns.action, columns.together].every((at) => at === undefined)) {
    for (const at of [columns.expected, columns.expectation])
      putField(draft, tally, { from: 'Expected Result', to: 'expected result', value: valueAt(row, at) })
    return draft
  }
  const expected = read(columns.expected, 'steps')
  const actions = read(columns.action, 'steps')
  const expectations = read(columns.expectation, 'steps')
  const [first, second] = [read(columns.together, 'steps'), read(columns.text, 'steps')]
  if (actions.trim() || expectations.trim()) {
    const together = [first, second].find((text) => /(^|\n)Expected Result:/.test(text)) ?? first
    const rest = [first, second].filter((text) => text !== together && text.trim())
    const pairs = stepsOfJoined({ together, actions, expectations })
    for (const step of pairs ?? [{ action: actions, expectation: expectations }]) draft.steps.push(step)
    if (!pairs && actions.includes('\n')) onWhole()
    for (const text of rest) putField(draft, tally, { from: 'Steps', to: 'steps', value: text })
    putField(draft, tally, { from: 'Expected Result', to: 'expected result', value: valueAt(row, columns.expected) })
    return draft
  }
  const { steps, whole } = stepsOfText([first, second].filter((text) => text.trim()).join('\n\n'), expected)
  for (const step of steps) draft.steps.push(step)
  if (whole)
    tally.note('kept as one step, because its expectations are not numbered like its steps', placeOf(draft, row))
  return draft
}

/** Returns a cell; undefined if the file does not have the column. */
const valueAt = (row: TableRow, at: number | undefined): string | undefined => (at === undefined ? at : cell(row, at))

const putOther = (
  draft: ForeignDraft,
  row: TableRow,
  at: number,
  { columns, tally }: { columns: Columns; tally: Tally },
): void => {
  const from = columns.names[at]! || `column ${at + 1}`
  putField(draft, tally, { from, to: canonical.get(from.toLowerCase()) ?? from, value: cell(row, at) })
}

/** Adds a row as a further step of the case before; returns whether it has a step. DECISIONS 403 */
const addSteps = ({ draft, first }: Open, row: TableRow, columns: Columns, tally: Tally): boolean => {
  const action = cell(row, columns.action)
  const expectation = cell(row, columns.expectation)
  if (!action.trim() && !expectation.trim()) return false
  const others = columns.besideStep.filter(
    (at) => cell(row, at).trim() && cell(row, at).trim() !== cell(first, at).trim(),
  )
  for (const at of others) putOther(draft, row, at, { columns, tally })
  const written = [action, expectation, ...others.map((at) => cell(row, at))]
  if (draft.images !== undefined) draft.images += written.reduce((sum, text) => sum + imagesIn(text), 0)
  draft.steps.push({ action: withTestData(action, ''), expectation })
  return true
}

/** Fields that other systems have too get the same names. */
const canonical = new Map([
  ['priority', 'priority'],
  ['type', 'type'],
  ['references', 'references'],
  ['labels', 'tags'],
  ['section', 'section'],
])
