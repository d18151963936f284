import type { Step } from '../../../contract/models.ts'
import type { takeCells } from '../csv/cells.ts'
import type { Header, TableRow } from '../csv/table.ts'
import type { Tally } from '../loss/tally.ts'
import { stepsOfText, withTestData } from '../text/steps.ts'
import { numbered } from './guess.ts'
import type { ColumnMap } from './map.ts'

type StepColumns = NonNullable<ColumnMap['steps']>

/** Returns the name of a column of steps; if it has `{n}`, that of the column with this number. */
export const numberedOrPlain = (name: string, number: number): string =>
  name.includes('{n}') ? numbered(name, number) : name

/** Returns the names of the columns of the first step of a row. */
export const firstStepColumns = ({ action, expectation, data }: StepColumns): string[] =>
  [action, expectation, data].flatMap((name) => (name ? [numberedOrPlain(name, 1)] : []))

type Reading = { row: TableRow; header: Header; tally: Tally }

/** Reads the steps of a row in the layout `as`. */
export const stepsIn = (
  { row, header, tally }: Reading,
  { as, ...columns }: StepColumns,
  { take }: ReturnType<typeof takeCells>,
): Step[] => {
  const at = (number: number): [string, string, string] => [
    take(numberedOrPlain(columns.action, number), 'steps'),
    columns.expectation ? take(numberedOrPlain(columns.expectation, number), 'steps') : '',
    columns.data ? take(numberedOrPlain(columns.data, number), 'steps') : '',
  ]
  if (as === 'columns') {
    const steps: Step[] = []
    for (let number = 1; header.find(numberedOrPlain(columns.action, number)) !== undefined; number++) {
      const [action, expectation, data] = at(number)
      if ([action, expectation, data].some((text) => text.trim()))
        steps.push({ action: withTestData(action, data), expectation })
    }
    return steps
  }
  const [action, expectation, data] = at(1)
  if (![action, expectation, data].some((text) => text.trim())) return []
  if (as === 'rows' || as === 'text') return [{ action: withTestData(action, data), expectation }]
  if (as === 'lines') return stepsOfLines(action, expectation, data, () => noteWhole(tally, row))
  const { steps, whole } = stepsOfText(action, expectation, data)
  if (whole) noteWhole(tally, row)
  return steps
}

const noteWhole = (tally: Tally, { line }: TableRow): void =>
  tally.note('kept as one step, because its expectations are not numbered like its steps', `line ${line}`)

const linesIn = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

const stepsOfLines = (action: string, expectation: string, data: string, onWhole: () => void): Step[] => {
  const [actions, expectations, all] = [action, expectation, data].map(linesIn) as [string[], string[], string[]]
  if ([expectations, all].some(({ length }) => length > 0 && length !== actions.length)) {
    onWhole()
    return [{ action: withTestData(action, data), expectation }]
  }
  return actions.map((line, at) => ({ action: withTestData(line, all[at]), expectation: expectations[at] ?? '' }))
}
