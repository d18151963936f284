import type { Noun } from '../../contract/vocabulary.ts'
import { plainText, showValue } from '../cells/index.ts'
import { columnNames, findColumn, type ColumnKind } from '../cells/columns.ts'
import type { Resource } from '../cells/row.ts'
import { isSimple, plainRuler } from '../text/width.ts'
import type { TableView } from '../table/index.ts'
import { safe } from '../text/escape.ts'
import { readTime } from '../text/time.ts'

type Field = { name: string; text: string }

/** The fields of a resource that fit in a line each, in the order of the interface. */
export const plainFields = (view: TableView, noun: Noun, row: Resource): Field[] =>
  columnNames(noun).flatMap((name) => {
    const kind = findColumn(noun, name)?.kind
    if (!kind || !Object.hasOwn(row, name) || inTitle.includes(name) || inSections.includes(kind) || name in texts)
      return []
    return { name, text: fieldText(view, kind, row[name]) }
  })

/** The fields that the interface doesn't have; an alpha service may add some. */
export const unknownFields = (noun: Noun, row: Resource): Field[] =>
  Object.entries(row)
    .filter(([name]) => name !== 'identifier' && !columnNames(noun).includes(name))
    .map(([name, value]) => ({ name, text: safe(plainText(value)) }))

/** Fields as lines, their values under each other. */
export const showFields = async ({ palette, loadRuler }: TableView, fields: readonly Field[]): Promise<string> => {
  const names = fields.map(({ name }) => safe(name))
  const { widthOf } = names.every(isSimple) ? plainRuler : await loadRuler()
  const widest = Math.max(...names.map(widthOf))
  return fields
    .map(({ text }, at) => {
      const name = names[at]!
      return `${palette('faint', `${name}:`)}${' '.repeat(widest - widthOf(name) + 2)}${text}`.trimEnd()
    })
    .map((line) => `${line}\n`)
    .join('')
}

/** The fields that are shown as texts of their own. */
export const texts = { preconditions: true, content: true } as const

const inTitle: readonly string[] = ['identifier', 'displayId', 'name']
const inSections: readonly ColumnKind[] = ['count', 'fields', 'resource']

const fieldText = (view: TableView, kind: ColumnKind, value: unknown): string => {
  const { text, tone } = showValue(kind, value, view)
  if (text === '') return '-'
  const shown = tone && kind === 'result' ? view.palette(tone, safe(text)) : safe(text)
  const date = kind === 'time' ? readTime(value) : undefined
  return date ? `${shown} ${view.palette('faint', `(${date.toISOString()})`)}` : shown
}
