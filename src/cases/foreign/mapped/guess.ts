import type { Header, TableRow } from '../csv/table.ts'
import type { ColumnMap } from './map.ts'

/**
 * Guesses a map from the header of a CSV, by the usual names of columns; undefined if no column has the names of cases. The first rows
 * tell a column of step numbers from one of step texts. DECISIONS 332
 */
export const guessMap = (header: Header, rows: readonly TableRow[] = []): ColumnMap | undefined => {
  const taken = new Set<string>()
  const find = (words: readonly string[]): string | undefined => {
    for (const word of words) {
      const at = header.find(word)
      const name = at === undefined ? undefined : header.names[at]
      if (name === undefined || taken.has(name)) continue
      taken.add(name)
      return name
    }
    return undefined
  }
  const id = find(words.id)
  const name = find(words.name)
  if (name === undefined) return undefined
  const preconditions = find(words.preconditions)
  const number = numberIn(header, rows)
  if (number !== undefined) taken.add(number)
  const steps = columnsOf(header) ?? stepsOf(find, number)
  const fields = Object.fromEntries(
    Object.entries(words.fields).flatMap(([field, names]) => {
      const found = find(names)
      return found === undefined ? [] : [[field, found]]
    }),
  )
  return {
    ...(id && { id }),
    name,
    ...(preconditions && { preconditions }),
    ...(steps && { steps }),
    fields,
    leaveOut: [],
  }
}

/** Finds the column of step numbers: each cell is a whole number, or empty. */
const numberIn = (header: Header, rows: readonly TableRow[]): string | undefined => {
  const at = words.number
    .map((word) => header.find(word))
    .find((column) => {
      const cells = rows.map(({ cells: all }) => all[column ?? -1]?.trim()).filter(Boolean)
      return cells.length > 0 && cells.every((cell) => /^\d+\.?$/.test(cell ?? ''))
    })
  return at === undefined ? undefined : header.names[at]
}

const stepsOf = (
  find: (words: readonly string[]) => string | undefined,
  number: string | undefined,
): ColumnMap['steps'] => {
  const one = find(words.step)
  const action = one ?? find(words.steps)
  const data = find(words.data)
  // Xray calls the expectation `result`. If no column has test data, `result` is that of a run.
  const expectation = find(words.expectation) ?? (one && data ? find(['result']) : undefined)
  if (action === undefined) return undefined
  return {
    as: one || number ? 'rows' : 'numbered',
    action,
    ...(expectation && { expectation }),
    ...(data && { data }),
    ...(number && { number }),
  }
}

/** Finds steps with columns of their own: `Step 1`, `Expected Result 1`. */
const columnsOf = (header: Header): ColumnMap['steps'] => {
  const first = header.names.filter(
    (name) => /(^|\D)1(\D|$)/.test(name) && header.find(numbered(name, 2)) !== undefined,
  )
  const [action, expectation, data] = [/step|action/i, /expect|result/i, /data/i].map((word) =>
    first.find((name) => word.test(name)),
  )
  const stepColumn = first.find((name) => /step|action/i.test(name) && !/expect|result|data/i.test(name)) ?? action
  if (!stepColumn) return undefined
  return {
    as: 'columns',
    action: pattern(stepColumn),
    ...(expectation && expectation !== stepColumn && { expectation: pattern(expectation) }),
    ...(data && data !== stepColumn && { data: pattern(data) }),
  }
}

const pattern = (name: string): string => name.replace(/(^|\D)1(?=\D|$)/, '$1{n}')

/** Returns the name of the column of a step: `Step 2` for `Step {n}` and 2. */
export const numbered = (name: string, number: number): string =>
  (name.includes('{n}') ? name : pattern(name)).replace('{n}', String(number))

const words = {
  id: [
    'id',
    'key',
    'case id',
    'test case id',
    'test id',
    'testcase id',
    'issue key',
    'issue id',
    'tc id',
    'tcid',
    'no',
    'no.',
    '#',
  ],
  name: [
    'title',
    'name',
    'test case name',
    'test case title',
    'test name',
    'test summary',
    'case name',
    'summary',
    'test case',
    'testcase',
    'scenario',
    'test scenario',
    // Last, because beside a scenario it has numbers.
    'case',
  ],
  preconditions: [
    'preconditions',
    'precondition',
    'pre-conditions',
    'pre-condition',
    'pre conditions',
    'test preconditions',
    'prerequisites',
    'prerequisite',
    'setup',
  ],
  step: [
    'step action',
    'step actions',
    'step description',
    'test step description',
    'action',
    'test step',
    'steps (step)',
    'test script (step-by-step) - step',
    'step',
  ],
  number: [
    'step',
    'test step',
    'step number',
    'step no',
    'step no.',
    'step nr',
    'step #',
    'test step #',
    'step index',
    'step position',
  ],
  steps: [
    'steps',
    'test steps',
    'actions',
    'steps to execute',
    'step details',
    'instructions',
    'procedure',
    'test procedure',
  ],
  expectation: [
    'expected result',
    'expected results',
    'expected',
    'expectation',
    'expected outcome',
    'step expected',
    'step expected result',
    'step expected results',
    'test step expected result',
    'test step expected results',
    'test script (step-by-step) - expected result',
    'steps (expected result)',
    'steps (expected)',
    'expected value',
  ],
  data: ['test data', 'step data', 'data', 'input', 'inputs', 'test input', 'test script (step-by-step) - test data'],
  fields: {
    section: ['section', 'section hierarchy', 'suite', 'test suite', 'folder', 'path', 'module', 'area'],
    priority: ['priority', 'test priority'],
    type: ['type', 'test type'],
    tags: ['tags', 'labels', 'label', 'tag', 'keywords'],
    references: ['references', 'reference', 'refs', 'requirements', 'requirement', 'requirement id'],
  },
}
