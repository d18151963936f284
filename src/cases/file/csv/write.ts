import { delimiterIn } from '../../csv/delimiter.ts'
import type { FileForm } from '../form.ts'
import { guard } from './guard.ts'
import { columns, fieldPrefix, stepColumns } from './columns.ts'
import { headedRowsOf, isColumn } from './header.ts'
import { cellOfValue } from './value.ts'

/**
 * Writes cases as CSV, one row per step, with a UTF-8 BOM for Excel. Keeps the delimiter and the columns of the file before, and adds
 * a column for everything else that a case has. Names the delimiter with `sep=` if the header does not show it.
 */
export const writeCsv: FileForm['write'] = (cases, before) => {
  const { delimiter } = before === undefined ? { delimiter: ',' } : delimiterIn(before)
  const names = before === undefined ? undefined : headedRowsOf(before).names
  const kept = names?.includes('name') ? names.filter(isColumn) : columns
  const front = kept.includes('identifier') ? [] : ['identifier']
  const header = [...new Set([...front, ...kept, ...neededBy(cases)])]
  const rows = cases.flatMap(({ identifier = '', content }) => {
    const values = new Map([
      ['name', content.name],
      ['preconditions', content.preconditions],
      ...Object.entries(content.customFields).map(
        ([key, value]) => [`${fieldPrefix}${key}`, cellOfValue(value)] as const,
      ),
    ])
    const steps = content.steps.map(
      ({ action, expectation }, at) =>
        new Map([
          ['step', String(at + 1)],
          ['action', action],
          ['expectation', expectation],
        ]),
    )
    const [first, ...others] = steps
    return [new Map([...values, ...(first ?? [])]), ...others].map((row) =>
      header.map((name) => (name === 'identifier' ? identifier : (row.get(name) ?? ''))),
    )
  })
  const lines = [header, ...rows].map(
    (cells) => `${cells.map((cell) => quote(guard(cell), delimiter)).join(delimiter)}\r\n`,
  )
  const isShown = delimiterIn(lines[0]!).delimiter === delimiter
  return `\ufeff${isShown ? '' : `sep=${delimiter}\r\n`}${lines.join('')}`
}

const neededBy = (cases: Parameters<FileForm['write']>[0]): string[] => [
  'identifier',
  'name',
  ...(cases.some(({ content }) => content.preconditions !== '') ? ['preconditions'] : []),
  ...(cases.some(({ content }) => content.steps.length > 0) ? stepColumns : []),
  ...cases
    .flatMap(({ content }) => Object.keys(content.customFields))
    .map((key) => `${fieldPrefix}${key}`)
    .sort(),
]

const quote = (cell: string, delimiter: string): string =>
  /[",;|\t\r\n']|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
