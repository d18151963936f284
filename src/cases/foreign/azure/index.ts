import { breakCase, brokenCase } from '../csv/broken.ts'
import { takeCells } from '../csv/cells.ts'
import { type Header, readCsvTable, type TableRow } from '../csv/table.ts'
import { createForeignDraft, type ForeignDraft, type ForeignReader } from '../foreign-case.ts'
import type { Tally } from '../loss/tally.ts'
import { type NumberedDraft, withStepsInOrder } from '../numbered-steps.ts'

/** Whether a header is that of a CSV of Azure Test Plans, perhaps with no columns of steps. DECISIONS 263 */
export const isAzureCsv = ({ find }: Header): boolean =>
  find('Work Item Type') !== undefined &&
  find('Title') !== undefined &&
  (find('Step Action') ?? find('ID')) !== undefined

/** Reads a CSV of Azure Test Plans: a row for each case, then a row for each step; the first step may be in the row of the case. */
export const readAzureCsv: ForeignReader = async function* (source, tally) {
  let header: Header | undefined
  let open: Open | undefined
  for await (const rows of readCsvTable(source, (found) => (header = found))) {
    const done: ForeignDraft[] = []
    for (const row of rows) {
      const { look } = takeCells(row, header!, tally)
      const isStep = ![look('ID'), look('Work Item Type'), look('Title')].some((text) => text.trim())
      if (row.unreadable !== undefined && isStep && open) breakCase(open.draft, row)
      else if (isStep && open) addStep(open, row, header!, tally)
      else if (isStep && row.unreadable === undefined)
        tally.unreadable({ line: row.line, reason: 'it is a step of no case' })
      else {
        if (open && !open.isShared) done.push(withStepsInOrder(open))
        open = row.unreadable === undefined ? openCase(row, header!, tally) : openBroken(row, look)
      }
    }
    yield done
  }
  if (open && !open.isShared) yield [withStepsInOrder(open)]
}

/** A case with its row; `number` is that of a step in the row of the case. */
type Open = NumberedDraft & { row: TableRow; isShared: boolean; number: string | undefined }

const openBroken = (row: TableRow, look: (name: string) => string): Open => ({
  draft: brokenCase(row, look('ID'), look('Title')),
  row,
  isShared: false,
  number: undefined,
  numbers: new Map(),
})

const openCase = (row: TableRow, header: Header, tally: Tally): Open => {
  const { take, look, rest } = takeCells(row, header, tally)
  const draft = createForeignDraft(row.line)
  const type = row.cells[header.find('Work Item Type') ?? -1]?.trim() ?? ''
  // A shared step is a work item of its own, which the cases that use it refer to.
  if (/^shared /i.test(type)) {
    tally.other(type.toLowerCase(), row.line)
    draft.name = look('Title')
    return { draft, row, isShared: true, number: undefined, numbers: new Map() }
  }
  draft.id = take('ID', 'source').trim() || undefined
  draft.name = take('Title', 'name')
  for (const name of ['Test Step', 'Step Action', 'Step Expected']) look(name)
  if (header.find('Step Action') !== undefined) tally.column('steps')
  rest(draft, { names: canonical })
  const open: Open = { draft, row, isShared: false, number: undefined, numbers: new Map() }
  return addStep(open, row, header, tally) ? { ...open, number: look('Test Step').trim() } : open
}

const canonical = new Map([
  ['work item type', 'type'],
  ['area path', 'section'],
  ['priority', 'priority'],
])

/** Adds the step of a row; returns whether it has one. Some versions write the first step twice: in the row of the case and in the next. */
const addStep = (
  { draft, row: first, isShared, number, numbers }: Open,
  row: TableRow,
  header: Header,
  tally: Tally,
): boolean => {
  const { look, take, rest } = takeCells(row, header, tally)
  for (const name of ['ID', 'Title']) look(name)
  if (![look('Test Step'), look('Step Action'), look('Step Expected')].some((text) => text.trim())) {
    // A further row without a step may have other cells.
    if (row !== first && !isShared) rest(draft, { first })
    return false
  }
  const [action, expectation] = [look('Step Action').trim(), look('Step Expected').trim()]
  if (isShared) {
    // The cases that use the shared step do not contain its steps.
    tally.loss('shared step', `line ${row.line} (${draft.name.trim()})`)
    return true
  }
  const [before] = draft.steps
  const isAgain =
    number !== undefined &&
    draft.steps.length === 1 &&
    look('Test Step').trim() === number &&
    before?.action.trim() === action &&
    before.expectation.trim() === expectation
  if (isAgain) {
    tally.other('repeated first step', row.line)
    return true
  }
  if (row !== first) rest(draft, { first })
  const written = take('Test Step', 'steps')
  const step = { action: take('Step Action', 'steps'), expectation: take('Step Expected', 'steps') }
  numbers.set(step, written)
  draft.steps.push(step)
  return true
}
