import { UsageError } from '../../../errors.ts'
import { type Noun, relations } from '../../../contract/vocabulary.ts'
import { isPrinted, printedColumns } from '../../../output/cells/related-columns.ts'
import { customFieldMeant, findColumn } from '../../../output/cells/resource-columns.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { timeOf } from '../../../output/text/time.ts'
import { suggest } from '../../../cli/suggest.ts'

/** What a list is sorted by: a column, which may hold times, upward or downward. */
export type Sorting = { field: string; isTime: boolean; descends: boolean }

/** Reads `name`, `name:desc` or `-name`; a column that a list of these does not have is a UsageError. DECISIONS 158, 288 */
export const chooseSorting = (noun: Noun, typed: string): Sorting => {
  const [, minus, field = '', order] = /^(-)?(.*?)(?::(asc|desc))?$/.exec(typed) ?? []
  const ofList: readonly string[] = noun === 'comments' ? [] : relations[noun].list
  const column = findColumn(noun, field)
  if (column && isPrinted(noun, field, ofList) && !(minus && order))
    return { field, isTime: column.kind === 'time', descends: minus !== undefined || order === 'desc' }
  const names = printedColumns(noun, ofList)
  const nearest = suggest(field, names) ?? customFieldMeant(field, names)
  throw new UsageError(`--sort takes a column of the list, not ${JSON.stringify(typed)}`, {
    hint: `${nearest ? `did you mean ${nearest}? ` : ''}columns: ${names.join(', ')}; name:desc sorts downward`,
  })
}

/** The rows in order; those that lack the column stand last, equal ones as they came. */
export const sorted = <R extends Resource>(rows: readonly R[], { field, isTime, descends }: Sorting): R[] => {
  // Made here: ICU takes milliseconds, which a start has not. WEB-C2 stands before WEB-C10, and a before B.
  const order = new Intl.Collator('en', { numeric: true })
  const compare = (one: string | number, other: string | number): number =>
    typeof one === 'number' && typeof other === 'number' ? one - other : order.compare(String(one), String(other))
  const keyed = rows.map((row) => {
    const key = keyOf(row, field)
    // As texts, times of several offsets, or with fewer digits where they end in zeros, have another order.
    return { row, key: isTime && key !== undefined ? (timeOf(key) ?? key) : key }
  })
  return keyed
    .sort(({ key: one }, { key: other }) => {
      if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
      return descends ? compare(other, one) : compare(one, other)
    })
    .map(({ row }) => row)
}

const keyOf = (row: Resource, field: string): string | number | undefined => {
  let value: unknown = ownOf(row, field)
  if (value === undefined) {
    const [first = '', ...rest] = field.split('.')
    value = ownOf(ownOf(row, first), rest.join('.'))
  }
  if (value === undefined || value === null || value === '') return undefined
  if (Array.isArray(value)) return value.length
  if (typeof value === 'object') return value instanceof Date ? value.toISOString() : nameOf(value)
  return typeof value === 'number' ? value : String(value)
}

/** What a thing has itself: every object inherits a `constructor`, which is no custom field of that name. */
const ownOf = (thing: unknown, name: string): unknown =>
  Object.hasOwn(Object(thing) as object, name) ? (thing as Record<string, unknown>)[name] : undefined

/** Something related by its name, which a cell shows of it. */
const nameOf = (value: object): string => String((value as Resource)['name'] ?? JSON.stringify(value))
