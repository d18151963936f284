import { type Noun, phraseOf, results, type ResultName } from '../../contract/vocabulary.ts'
import type { Tone } from '../style/color.ts'
import type { Column, ColumnKind } from './resource-columns.ts'
import { handleOf, nameOf } from './resource-name.ts'
import { valueAt } from './dotted-path.ts'
import type { Resource } from './row.ts'
import type { Symbols } from '../style/symbols.ts'
import { formatAgo, readTime } from '../text/time.ts'

/**
 * The text of a cell, not escaped yet, and its tone if it has a colour. `fit`: whether the text is cut or continues below when the
 * terminal is too narrow. `isHandle`: the cell identifies the resource; an identifier links to its page.
 */
export type Cell = {
  text: string
  tone?: Tone | undefined
  fit?: 'cut' | 'wrap' | undefined
  isHandle?: boolean | undefined
}

/** What cells for people depend on. */
export type CellOptions = { now: Date; symbols: Symbols }

/** Returns the cell of a row in a column: for people if `options` are given, otherwise for another program. DECISIONS 322 */
export const cellOf = (
  noun: Noun,
  row: Resource,
  { column, options }: { column: Column; options?: CellOptions | undefined },
): Cell =>
  column.kind === 'identifier'
    ? { text: options ? nameOf(noun, row) : handleOf(row), isHandle: true }
    : showValue(column.kind, valueAt(row, column.name), options)

/** Formats a value as a cell; a value that does not fit its kind is shown as plain text. */
export const showValue = (kind: ColumnKind, value: unknown, options?: CellOptions | undefined): Cell => {
  if (value === undefined || value === null) return { text: '' }
  if (kind === 'time') return showTime(value, options)
  if (kind === 'result') return showResult(value, options)
  if (kind === 'results') return { text: summarize(value, options) ?? plainText(value) }
  if (kind === 'count' && Array.isArray(value)) return { text: String(value.length) }
  if (kind === 'fields' && options && typeof value === 'object') return { text: keyValues(value).join(', ') }
  if (kind === 'resource' && typeof value === 'object') return { text: plainText((value as Resource)['name']) }
  return { text: plainText(value) }
}

/** Converts a value to text: a string as it is, anything else as JSON. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

/** Formats an object's fields as `key=value`. */
const keyValues = (fields: object): string[] =>
  Object.entries(fields).map(([key, value]) => `${key}=${plainText(value)}`)

const showTime = (value: unknown, options: CellOptions | undefined): Cell => {
  const date = readTime(value)
  if (!date) return { text: plainText(value) }
  return options ? { text: formatAgo(date, options.now), tone: 'faint' } : { text: date.toISOString() }
}

const showResult = (value: unknown, options: CellOptions | undefined): Cell => {
  const result = results.find((known) => known === value)
  if (!options || !result) return { text: plainText(value) }
  return { text: `${options.symbols[result]} ${phraseOf[result]}`, tone: result }
}

/** Formats counts as `3/5 passed, 1 failed`: how many of all passed, and the other counts that are not zero. DECISIONS 218 */
const summarize = (value: unknown, options: CellOptions | undefined): string | undefined => {
  const { total, passed, ...rest } = Object(value) as Record<ResultName | 'total', unknown>
  if (typeof total !== 'number' || typeof passed !== 'number') return undefined
  const others = (['failed', 'inProgress', 'untested'] as const).flatMap((result) =>
    typeof rest[result] === 'number' && rest[result] > 0
      ? `${rest[result]} ${options ? phraseOf[result] : result}`
      : [],
  )
  return [`${passed}/${total} passed`, ...others].join(', ')
}
