import { UsageError } from '../../../errors.ts'
import { type Noun, relations } from '../../../contract/vocabulary.ts'
import { isPrinted, printedColumns } from '../../../output/cells/related-columns.ts'
import { findColumn, nearestColumn } from '../../../output/cells/resource-columns.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { timeOf } from '../../../output/text/time.ts'

/** The order of a list: by a column, which may hold times, ascending or descending. */
export type Sorting = { field: string; isTime: boolean; descends: boolean }

/** Parses `name`, `name:desc` or `-name`. Throws a UsageError for a column that a list of this noun does not have. DECISIONS 158, 288 */
export const chooseSorting = (noun: Noun, typed: string): Sorting => {
  const [, minus, field = '', order] = /^(-)?(.*?)(?::(asc|desc))?$/.exec(typed) ?? []
  const ofList: readonly string[] = noun === 'comments' ? [] : relations[noun].list
  const column = findColumn(noun, field)
  if (column && isPrinted(noun, field, ofList) && !(minus && order))
    return { field, isTime: column.kind === 'time', descends: minus !== undefined || order === 'desc' }
  const names = printedColumns(noun, ofList)
  const nearest = nearestColumn(field, names)
  throw new UsageError(`--sort takes a column of the list, not ${JSON.stringify(typed)}`, {
    hint: `${nearest ? `did you mean ${nearest}? ` : ''}columns: ${names.join(', ')}; name:desc sorts downward`,
  })
}

/** Sorts rows. Those without the column come last; equal ones keep their order. */
export const sorted = <R extends Resource>(rows: readonly R[], { field, isTime, descends }: Sorting): R[] => {
  // Created on use: ICU takes milliseconds, too long for every start. Sorts WEB-C2 before WEB-C10, and a before B.
  const order = new Intl.Collator('en', { numeric: true })
  const compare = (one: string | number, other: string | number): number =>
    typeof one === 'number' && typeof other === 'number' ? one - other : order.compare(String(one), String(other))
  const keyed = rows.map((row) => {
    const key = keyOf(row, field)
    // As text, times with different UTC offsets, or without their last zeros, would sort differently.
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

/** Returns an own property only: every object inherits a `constructor`, which is not a custom field of that name. */
const ownOf = (thing: unknown, name: string): unknown =>
  Object.hasOwn(Object(thing) as object, name) ? (thing as Record<string, unknown>)[name] : undefined

/** Returns the name of a related resource, which is what its cell shows. */
const nameOf = (value: object): string => String((value as Resource)['name'] ?? JSON.stringify(value))
