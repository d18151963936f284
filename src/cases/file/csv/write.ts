import { delimiterIn } from '../../csv/delimiter.ts'
import type { FileForm } from '../form.ts'
import { guard } from './guard.ts'
import { columns, fieldPrefix } from './columns.ts'
import { cellOfValue } from './value.ts'

/** Writes cases as CSV, a row a step; a mark of UTF-8 stands before it, for Excel. */
export const writeCsv: FileForm['write'] = (cases, before) => {
  const { delimiter } = before === undefined ? { delimiter: ',' } : delimiterIn(before)
  const fields = [...new Set(cases.flatMap(({ content }) => Object.keys(content.customFields)))].sort()
  const rows = cases.flatMap(({ identifier = '', content: { name, preconditions, steps, customFields } }) => {
    const values = fields.map((key) => (Object.hasOwn(customFields, key) ? cellOfValue(customFields[key]) : ''))
    const [first, ...others] = steps.map(({ action, expectation }, at) => [String(at + 1), action, expectation])
    return [
      [identifier, name, preconditions, ...(first ?? ['', '', '']), ...values],
      ...others.map((step) => [identifier, '', '', ...step, ...fields.map(() => '')]),
    ]
  })
  const header = [...columns, ...fields.map((key) => `${fieldPrefix}${key}`)]
  const lines = [header, ...rows].map((cells) => `${cells.map((cell) => quote(guard(cell))).join(delimiter)}\r\n`)
  return `\ufeff${lines.join('')}`
}

const quote = (cell: string): string => (/[",;|\t\r\n']|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
