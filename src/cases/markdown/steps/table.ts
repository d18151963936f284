import type { Step } from '../../../contract/models.ts'

/** Reads steps from a table with a column of actions and, at most, columns of expectations and numbers; undefined for other texts. */
export const readStepTable = (source: string): Step[] | undefined => {
  const [head, rule, ...rows] = source.split('\n').map(cellsOf)
  if (!head || !rule?.every((cell) => /^:?-+:?$/.test(cell))) return undefined
  const names = head.map((name) => name.toLowerCase())
  const action = names.findIndex(
    (name) => /^((test )?steps?|actions?|description)$/.test(name) && !isNumbers(name, names),
  )
  const expectation = names.findIndex((name) => /^expect|^results?$/.test(name))
  const isKnown = (name: string, at: number) => at === action || at === expectation || isNumbers(name, names)
  if (action < 0 || !names.every(isKnown)) return undefined
  return rows.map((cells) => ({ action: cells[action] ?? '', expectation: cells[expectation] ?? '' }))
}

/** Whether a column has the numbers of the steps; `Step` has them if there is an `Action` column as well. */
const isNumbers = (name: string, names: readonly string[]): boolean =>
  /^(#|no\.?|nr\.?|number|)$/.test(name) || (name === 'step' && names.some((other) => /^actions?$/.test(other)))

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
