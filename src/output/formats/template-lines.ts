import type { Noun } from '../../contract/vocabulary.ts'
import { plainText, showValue } from '../cells/index.ts'
import { checkRow } from './field-names.ts'
import type { Form } from '../printer.ts'
import { handleOf } from '../cells/resource-name.ts'
import { valueAt } from '../cells/dotted-path.ts'
import type { Resource } from '../cells/row.ts'
import { fieldsIn, type Template } from './template.ts'
import { safe } from '../text/escape.ts'
import type { Writer } from '../writer.ts'
import { isObject } from '../../system/json/is-object.ts'

/**
 * `--template`: a line for each row, filled in with its fields. Times are ISO; lists and objects are JSON.
 * For another program, values are escaped as in tab-separated lines, so that they end neither line nor cell.
 */
export const filledForm = (
  { write }: Writer,
  { template, terminal, declared }: { template: Template; terminal: boolean; declared?: readonly string[] | undefined },
): Form => {
  const fields = fieldsIn(template)
  const escape = (text: string): string => safe(terminal ? text : text.replaceAll('\\', '\\\\'))
  const writeRows = async (rows: AsyncIterable<Resource> | Iterable<Resource>, noun?: Noun) => {
    let isFirst = true
    for await (const row of rows) {
      if (isFirst) checkRow(row, fields, { noun, declared })
      isFirst = false
      const parts = template.map((part) => (typeof part === 'string' ? part : escape(fieldOf(row, part.field, noun))))
      await write(`${parts.join('')}\n`)
    }
  }
  return {
    list: (noun, rows) => writeRows(rows, noun),
    item: (noun, row) => writeRows([row], noun),
    changed: (noun, row) => writeRows([row], noun),
    table: (_, rows) => writeRows(rows),
    answer: (value) => writeRows((Array.isArray(value) ? value : [value]).map(rowOf)),
  }
}

const fieldOf = (row: Resource, field: string, noun: Noun | undefined): string => {
  if (noun && field === 'identifier') return handleOf(row)
  const value = valueAt(row, field) ?? ''
  return time.test(field) ? showValue('time', value).text : plainText(value)
}

const time = /(^|\.)(created|updated)At$/

const rowOf = (value: unknown): Resource => (isObject(value) ? value : { value })
