import { UsageError } from '../../../errors.ts'
import { describeJsonFault } from '../../../system/json/fault.ts'
import { isObject } from '../../../system/json/is-object.ts'

/** The layouts of steps in a CSV: one row each, one column each (`Step 1`), or a text: numbered, one step per line, or one step. */
const stepLayouts = ['rows', 'columns', 'numbered', 'lines', 'text'] as const
export type StepLayout = (typeof stepLayouts)[number]

/**
 * Maps the parts of a case to the names of CSV columns. With steps in columns, `{n}` stands for the number of the step. A column that
 * the map does not name becomes a custom field by its own name, unless `leaveOut` has it.
 */
export type ColumnMap = {
  /** The name of the export, which is the same for all its files. DECISIONS 231 */
  source?: string
  id?: string
  name: string
  preconditions?: string
  /** `number` is the column of the step numbers, if each step has a row; it holds nothing else. */
  steps?: { as: StepLayout; action: string; expectation?: string; data?: string; number?: string }
  fields: Readonly<Record<string, string>>
  leaveOut: readonly string[]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
/** Parses a map of columns from the JSON of a file. Throws a UsageError that names the file. */
export const parseMap = (file: string, text: string): ColumnMap => {
  const wrong = (what: string, cause?: unknown): UsageError =>
    new UsageError(`${file} is not a map of columns: ${what}`, {
      hint: 'write the guessed one and edit it: --write-map FILE',
      cause,
    })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw wrong(`it is not valid JSON: ${describeJsonFault(text) ?? (cause as Error).message}`, cause)
  }
  if (!isObject(value)) throw wrong('it is not a JSON object')
  const unknown = Object.keys(value).find((key) => !keys.includes(key))
  if (unknown) throw wrong(`there is no key ${JSON.stringify(unknown)}; it takes ${keys.join(', ')}`)
  // An empty value in a map to fill in counts as missing.
  const { source, id, name, preconditions, steps, fields = {}, leaveOut = [] } = withoutEmpty(value)
  if (!isText(name)) throw wrong('"name" must be the header of a column')
  for (const [key, header] of Object.entries({ id, preconditions }))
    if (header !== undefined && !isText(header)) throw wrong(`"${key}" must be the header of a column`)
  if (source !== undefined && !(isText(source) && !source.includes('#')))
    throw wrong('"source" must be a name for the export, without #')
  if (!isObject(fields) || !Object.values(fields).every(isText)) throw wrong('"fields" takes names and headers')
  if (!Array.isArray(leaveOut) || !leaveOut.every(isText)) throw wrong('"leaveOut" takes a list of headers')
  return {
    ...(isText(source) && { source: source.trim() }),
    name,
    ...(isText(id) && { id }),
    ...(isText(preconditions) && { preconditions }),
    ...(steps !== undefined && { steps: parseSteps(steps, wrong) }),
    fields: fields as Record<string, string>,
    leaveOut,
  }
}

const stepColumns = ['action', 'expectation', 'data', 'number']

const keys = ['source', 'id', 'name', 'preconditions', 'steps', 'fields', 'leaveOut', 'columns']

const withoutEmpty = (value: Record<string, unknown>): Record<string, unknown> => {
  const isEmpty = (one: unknown): boolean =>
    one === '' || (isObject(one) && 'action' in one && ['action', 'expectation', 'data'].every((key) => !one[key]))
  return Object.fromEntries(Object.entries(value).filter(([, one]) => !isEmpty(one)))
}

const parseSteps = (value: unknown, wrong: (what: string) => UsageError): NonNullable<ColumnMap['steps']> => {
  const { as = 'numbered', ...columns } = isObject(value) ? value : {}
  const { action, expectation, data, number } = columns
  for (const [key, header] of Object.entries(columns)) {
    if (!stepColumns.includes(key))
      throw wrong(`there is no key ${JSON.stringify(key)} in "steps"; it takes as, ${stepColumns.join(', ')}`)
    if (header !== null && typeof header !== 'string') throw wrong(`"steps.${key}" must be the header of a column`)
  }
  if (!stepLayouts.includes(as as StepLayout)) throw wrong(`"steps.as" is one of ${stepLayouts.join(', ')}`)
  if (!isText(action)) throw wrong('"steps.action" must be the header of a column')
  if (as === 'columns' && !action.includes('{n}')) throw wrong('"steps.action" needs {n} in the place of the number')
  return {
    as: as as StepLayout,
    action,
    ...(isText(expectation) && { expectation }),
    ...(isText(data) && { data }),
    ...(isText(number) && { number }),
  }
}

/** Formats a map to fill in, for a header from which none can be guessed: every key that it takes, and the columns of the file. */
export const formatEmptyMap = (columns: readonly string[]): string => {
  const steps = { as: 'numbered', action: '', expectation: '', data: '', number: '' }
  const map = { source: '', id: '', name: '', preconditions: '', steps, fields: {}, leaveOut: [], columns }
  return `${JSON.stringify(map, null, 2)}\n`
}

/** Formats a map as text, to be written and edited. */
export const formatMap = (map: ColumnMap): string => `${JSON.stringify(map, null, 2)}\n`
