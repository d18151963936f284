import type { CsvRow } from '../../csv/rows.ts'
import type { FileProblem } from '../../problem.ts'
import type { ReadText } from '../form.ts'
import { checkIdentifier } from '../plain-case.ts'
import { fieldPrefix, stepColumns } from './columns.ts'
import { coversField, headedRowsOf, isColumn } from './header.ts'
import { valueOfCell } from './value.ts'

/** Reads cases from CSV: a row with step 1, or without a step, begins a case; the next rows add its further steps. */
export const readCsv = (text: string): ReadText => {
  const { names, rows } = headedRowsOf(text)
  if (!names) return { cases: [], problems: [unreadable(1, 'the header cannot be read')] }
  const problems = problemsOfHeader(names)
  if (problems.length > 0) return { cases: [], problems }
  const reading: Reading = { names, cases: [], problems: [], covers: (field) => coversField(names, field) }
  const cut = cutOff(text, rows)
  for (const row of rows) {
    if ('reason' in row) reading.problems.push(unreadable(row.line, row.reason))
    else if (row.cells.length > names.length && row.cells.slice(names.length).some(Boolean))
      reading.problems.push(unreadable(row.line, 'the row has more cells than the header'))
    else if (row === cut) reading.problems.push(unreadable(row.line, 'the file ends within this row: was it cut off?'))
    else if (row.cells.some(Boolean)) readRow(reading, row)
  }
  return { cases: reading.cases, problems: reading.problems }
}

/**
 * Finds the last row if it was cut off, so that its step would lose text: at least four rows are below the header, the text does not end
 * with a line end, and the last row has fewer cells than every other one.
 */
const cutOff = (text: string, rows: readonly CsvRow[]): CsvRow | undefined => {
  const last = rows.at(-1)
  if (!last || !('cells' in last) || rows.length < 4 || /[\r\n]$/.test(text)) return undefined
  const isShort = rows.slice(0, -1).every((row) => 'cells' in row && row.cells.length > last.cells.length)
  return isShort ? last : undefined
}

type Reading = ReadText & { names: readonly string[]; covers: (field: string) => boolean }
type Cells = { line: number; cells: readonly string[] }

const unreadable = (line: number, message: string): FileProblem => ({ line, rule: 'unreadable', message })

// Columns of `cases list --csv`, where `steps` is a count.
const listed = /^(steps|(created|updated)(At|By))$/

const problemsOfHeader = (names: readonly string[]): FileProblem[] => {
  const missing = stepColumns.filter((name) => !names.includes(name))
  const problems = names.flatMap((name, at): FileProblem[] => {
    if (names.indexOf(name) < at) return [unreadable(1, `the column ${JSON.stringify(name)} appears twice`)]
    if (isColumn(name)) return []
    const why = listed.test(name)
      ? 'cases list --csv makes a table; whole cases are written by cases export cases.csv'
      : `a custom field is called ${fieldPrefix}${name}`
    const message = `there is no column ${JSON.stringify(name)}: ${why}`
    return [{ line: 1, rule: 'unknown-key', message }]
  })
  if (missing.length === 0 || missing.length === stepColumns.length) return problems
  const message = `there is no column ${missing.join(' and none ')}: ${stepColumns.join(', ')} belong together`
  return [...problems, unreadable(1, message)]
}

const readRow = ({ names, cases, problems, covers }: Reading, { line, cells }: Cells): void => {
  const cell = (name: string): string => cells[names.indexOf(name)] ?? ''
  const step = cell('step')
  const steps = step === '' ? [] : [{ action: cell('action'), expectation: cell('expectation') }]
  const others = names.flatMap((name, at) =>
    name.startsWith(fieldPrefix) && cells[at] ? [[name.slice(fieldPrefix.length), cells[at]] as const] : [],
  )
  const refuse = (message: string): void => void problems.push(unreadable(line, message))
  // The row of a further step in a file whose columns of steps were removed.
  if (!covers('steps') && cells.filter(Boolean).length === 1 && cell('identifier') === cases.at(-1)?.identifier) return
  if (step === '' && (cell('action') || cell('expectation')))
    return refuse('the step has no number: the steps of a case are 1, 2, 3 …')
  if (step === '' || step === '1') {
    const values = others.map(([key, text]) => [key, valueOfCell(text)] as const)
    for (const [key, value] of values) if (!value) refuse(`after json: the field ${JSON.stringify(key)} is no JSON`)
    const identifier = cell('identifier') || undefined
    for (const problem of identifier === undefined ? [] : checkIdentifier(identifier))
      problems.push({ line, ...problem })
    if (cell('name') === '') problems.push({ line, rule: 'no-name', message: 'the case has no name' })
    const customFields = Object.fromEntries(values.map(([key, value]) => [key, value?.value]))
    const content = { name: cell('name'), preconditions: cell('preconditions'), steps, customFields }
    cases.push({ content, identifier, line, covers, stepLines: steps.map(() => line) })
    return
  }
  const last = cases.at(-1)
  if (!last || step !== String(last.content.steps.length + 1) || (cell('identifier') || undefined) !== last.identifier)
    return refuse(
      `step ${step} does not follow the step before it: were the rows sorted, or one removed? the steps of a case are 1, 2, 3 …`,
    )
  if (cell('name') || cell('preconditions') || others.length > 0)
    return refuse('put everything but the step into the row of step 1')
  last.content = { ...last.content, steps: [...last.content.steps, ...steps] }
  last.stepLines = [...(last.stepLines ?? []), line]
}
