import { chooseNames, type ColumnChoice } from '../cells/resource-columns.ts'
import { leafPaths } from '../cells/dotted-path.ts'
import type { Resource } from '../cells/row.ts'

/**
 * An answer of its own as a table: a row of its leaves (`results.passed`), a list a row each. A column that neither the answer
 * nor what the command `declared` has is a UsageError, in every form that has columns. DECISIONS 66, 305
 */
export const tableOfAnswer = (
  value: unknown,
  { choice, declared = [] }: { choice: ColumnChoice; declared?: readonly string[] | undefined },
): { names: readonly string[]; rows: Resource[] } => {
  const whole = (Array.isArray(value) ? value : [value]) as readonly unknown[]
  const leaves: Resource[] = whole.map((one) => withDeclared(leafPaths(one), declared))
  const names = [...new Set(leaves.flatMap(Object.keys))]
  // Where there is no row, it is not known what one would have.
  if (choice.typed === undefined || leaves.length === 0) return { names, rows: leaves }
  // A field that has others in it is a column, too.
  const parents = whole.map((one) => Object(one) as Resource)
  return {
    names: chooseNames([...new Set([...names, ...declared, ...parents.flatMap(Object.keys)])], choice),
    rows: leaves.map((row, at) => ({ ...parents[at], ...row })),
  }
}

/** A row in which a field that is null has the leaves that were declared of it, so that the columns are the same without a gate. */
const withDeclared = (row: Resource, declared: readonly string[]): Resource =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const inside = value === null ? declared.filter((one) => one.startsWith(`${name}.`)) : []
      return inside.length > 0 ? inside.map((one) => [one, null]) : [[name, value]]
    }),
  )

/** Whether an answer is printed as a table where it would be sentences: the columns of one that has fields were typed, and it is no plan. */
export const wantsTable = (value: unknown, { typed, isPlan = false }: ColumnChoice): boolean =>
  typed !== undefined && !isPlan && typeof value === 'object' && value !== null
