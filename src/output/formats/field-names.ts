import { type Noun, resources } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { columnNames, findColumn, nearestColumn } from '../cells/resource-columns.ts'
import { valueAt } from '../cells/dotted-path.ts'
import type { Resource } from '../cells/row.ts'
import { isObject } from '../../system/json/is-object.ts'
import { suggest } from '../../cli/suggest.ts'

/**
 * Throws a UsageError, before anything is requested, for a field that looks like a typo of one that a kind of resource has. An alpha
 * service may have added other unknown fields, so the first row decides about them; `strict` refuses them too. DECISIONS 67
 */
export const checkFields = (noun: Noun, fields: readonly string[], { strict = false } = {}): void => {
  for (const field of fields)
    if (!isKnown(noun, field) && (strict || suggest(field, columnNames(noun)) !== undefined))
      throw refusal(field, { names: columnNames(noun), where: `${resources[noun].label}s` })
}

/** Throws a UsageError, before anything is requested, for a field that is neither one of these names nor within one of them. */
export const checkAnnounced = (names: readonly string[], fields: readonly string[]): void => {
  for (const field of fields)
    if (!names.includes(outermost(field))) throw refusal(field, { names, where: 'this answer' })
}

/**
 * Throws a UsageError for a field that neither the interface nor this row has. `noun` is given if the row is a resource. The row may lack
 * `declared` fields.
 */
export const checkRow = (
  row: Resource,
  fields: readonly string[],
  { noun, declared = [] }: { noun?: Noun | undefined; declared?: readonly string[] | undefined },
): void => {
  const isLeftOut = (field: string) => {
    const outer = row[outermost(field)]
    return (outer === undefined && declared.includes(outermost(field))) || (outer === null && declared.includes(field))
  }
  for (const field of fields)
    if (
      valueAt(row, field) === undefined &&
      !Object.hasOwn(row, field) &&
      !(noun && isKnown(noun, field) && !isMissing(row, field)) &&
      !isLeftOut(field)
    )
      throw refusal(field, {
        names: [...new Set([...(noun ? columnNames(noun) : []), ...Object.keys(row)])],
        where: noun ? `${resources[noun].label}s` : 'this answer',
      })
}

/** Whether the interface has a field: a column, or something within a column that can contain others. */
const isKnown = (noun: Noun, field: string): boolean => {
  const outer = findColumn(noun, field.slice(0, Math.max(0, field.indexOf('.'))))
  return findColumn(noun, field) !== undefined || (outer !== undefined && deep.includes(outer.kind))
}

/** Whether a row shows that its relation has no such field: the case of a test has no identifier. */
const isMissing = (row: Resource, field: string): boolean => {
  const noun = nounsOfRelations[outermost(field)]
  const inner = field.slice(field.indexOf('.') + 1)
  return noun !== undefined && isObject(row[outermost(field)]) && (inner === 'identifier' || !isKnown(noun, inner))
}

const nounsOfRelations: Readonly<Record<string, Noun>> = { case: 'cases', project: 'projects', testRun: 'runs' }

const outermost = (field: string): string => field.replace(/\..*/, '')

const deep: readonly string[] = ['count', 'fields', 'resource']

const refusal = (field: string, { names, where }: { names: readonly string[]; where: string }): UsageError => {
  const nearest = nearestColumn(field, names)
  return new UsageError(`there is no field ${JSON.stringify(field)} in ${where}`, {
    hint: `${nearest ? `did you mean ${nearest}? ` : ''}fields: ${names.join(', ')}`,
  })
}
