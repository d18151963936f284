import { chooseNames, type ColumnChoice } from '../cells/resource-columns.ts'
import { leafPaths } from '../cells/dotted-path.ts'
import type { Resource } from '../cells/row.ts'

/**
 * Turns an answer that is no list of resources into a table: one row of its leaves (`results.passed`), or one row per item of a list.
 * Throws a UsageError for a typed column that is neither in the answer nor `declared` by the command. DECISIONS 66, 305
 */
export const tableOfAnswer = (
  value: unknown,
  { choice, declared = [] }: { choice: ColumnChoice; declared?: readonly string[] | undefined },
): { names: readonly string[]; rows: Resource[] } => {
  const whole = (Array.isArray(value) ? value : [value]) as readonly unknown[]
  const leaves: Resource[] = whole.map((one) => withDeclared(leafPaths(one), declared))
  const names = [...new Set(leaves.flatMap(Object.keys))]
  // Without any row, the columns that one would have are not known.
  if (choice.typed === undefined || leaves.length === 0) return { names, rows: leaves }
  // A field that contains others is a column, too.
  const parents = whole.map((one) => Object(one) as Resource)
  return {
    names: chooseNames([...new Set([...names, ...declared, ...parents.flatMap(Object.keys)])], choice),
    rows: leaves.map((row, at) => ({ ...parents[at], ...row })),
  }
}

/** Replaces a field that is null by its declared leaves, so that the columns are the same with and without a gate. */
const withDeclared = (row: Resource, declared: readonly string[]): Resource =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const inside = value === null ? declared.filter((one) => one.startsWith(`${name}.`)) : []
      return inside.length > 0 ? inside.map((one) => [one, null]) : [[name, value]]
    }),
  )

/** Whether an answer prints as a table instead of sentences: it has fields, its columns were typed, and it is no plan. */
export const wantsTable = (value: unknown, { typed, isPlan = false }: ColumnChoice): boolean =>
  typed !== undefined && !isPlan && typeof value === 'object' && value !== null
