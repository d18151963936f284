import type { Noun } from '../../contract/vocabulary.ts'
import { plainText, showValue } from '../cells/index.ts'
import { columnNames, findColumn, type ColumnKind } from '../cells/resource-columns.ts'
import type { Resource } from '../cells/row.ts'
import { labelOf } from './label.ts'
import { referencesOf } from './related.ts'
import { isSimple, plainRuler } from '../text/width.ts'
import { cellOptionsOf, type TableView } from '../table/index.ts'
import { safe } from '../text/escape.ts'
import { readTime } from '../text/time.ts'
import { wideEnough, wrap } from '../text/wrap.ts'

type Field = { name: string; text: string }

/** Returns the one-line fields of a resource in the order of the interface, then the resources that it belongs to. */
export const contentFields = (
  view: TableView,
  noun: Noun,
  { row, project }: { row: Resource; project: string | undefined },
): Field[] => {
  const references = referencesOf(row, project)
  const named = references.map(({ name }) => `${name}Id`)
  const plain = columnNames(noun).flatMap((name) => {
    const kind = findColumn(noun, name)?.kind
    if (!kind || !Object.hasOwn(row, name) || elsewhere.includes(name) || inSections.includes(kind)) return []
    if (named.includes(name) || (name === 'milestoneId' && row['milestone'] !== undefined)) return []
    return { name: labelOf(name), text: fieldText(view, kind, row[name]) }
  })
  return [...plain, ...references.map(({ name, text }) => ({ name: labelOf(name), text }))]
}

/** Returns who created and updated a resource, when, and its id. */
export const metadataFields = (view: TableView, row: Resource): Field[] => {
  const written = (['created', 'updated'] as const).flatMap((name) => {
    const [at, by] = [row[`${name}At`], row[`${name}By`]]
    const when = at === undefined ? '' : timeText(view, at)
    const who = by === undefined || by === null || by === '' ? '' : `by ${safe(plainText(by))}`
    return when || who ? { name, text: [when, who].filter(Boolean).join(' ') } : []
  })
  return [...written, ...(row['id'] === undefined ? [] : [{ name: 'id', text: safe(plainText(row['id'])) }])]
}

/** Returns the fields that the interface doesn't have; an alpha service may add some. */
export const unknownFields = (noun: Noun, row: Resource): Field[] =>
  Object.entries(row)
    .filter(([name]) => name !== 'identifier' && !columnNames(noun).includes(name))
    .map(([name, value]) => ({ name, text: safe(plainText(value)) }))

/** Formats fields as lines with aligned values, wrapped between words; an empty text if there are no fields. */
export const showFields = async (
  { palette, loadRuler, width }: TableView,
  fields: readonly Field[],
): Promise<string> => {
  const names = fields.map(({ name }) => safe(name))
  const { widthOf } = names.every(isSimple) ? plainRuler : await loadRuler()
  const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0)
  const indent = widest(names) + 3
  return fields
    .map(({ text }, at) => {
      const name = names[at]!
      // If hardly anything fits beside the names, a longer value starts below its name.
      const room = width - indent
      const longest = widest(text.split(' '))
      const isBelow = width < wideEnough && (room < longest || (room < narrow && widthOf(text) > room))
      const margin = ' '.repeat(isBelow ? 2 : indent)
      const lines = text.includes(colour) ? [text] : wrap(text, Math.max(10, width - margin.length))
      const label = `${palette('faint', `${name}:`)}${isBelow ? `\n${margin}` : ' '.repeat(indent - 1 - widthOf(name))}`
      return `${label}${lines.join(`\n${margin}`)}`.trimEnd()
    })
    .map((line) => `${line}\n`)
    .join('')
}

/** The fields that are shown as texts of their own. */
export const texts = { preconditions: true, content: true } as const

const elsewhere: readonly string[] = [
  'identifier',
  'displayId',
  'name',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'id',
  ...Object.keys(texts),
]
const inSections: readonly ColumnKind[] = ['count', 'fields', 'resource']

// A few words.
const narrow = 16

// A value that contains this is coloured: it is short and cannot be measured, so it is not wrapped.
const colour = '\u001b'

const fieldText = (view: TableView, kind: ColumnKind, value: unknown): string => {
  const { text, tone } = showValue(kind, value, cellOptionsOf(view))
  if (text === '') return '-'
  return tone && kind === 'result' ? view.palette(tone, safe(text)) : safe(text)
}

/** Formats a relative time, with the exact one in parentheses. */
const timeText = (view: TableView, value: unknown): string => {
  const shown = safe(showValue('time', value, cellOptionsOf(view)).text)
  const exact = readTime(value)?.toISOString()
  return exact === undefined || exact === shown ? shown : `${shown} (${exact})`
}
