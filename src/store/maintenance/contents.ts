import { UnavailableError } from '../../errors.ts'
import { migrations } from '../migrations.ts'
import type { Queries } from '../table-types.ts'
import { createSum, insertRows, readRows, sumUp, type Sum, type Table, tables } from './rows.ts'

/** How many rows there are of each kind that users know; internal tables are not counted. */
export type RowCounts = Partial<Record<Table, number>>

/** The tables that are counted, each with the schema version that introduced it. */
const counted = { projects: 1, cases: 1, milestones: 1, runs: 1, tests: 1, comments: 1, keys: 2 } as const

/** Counts the rows of a store, which may be of an earlier version. */
export const countContents = async (queries: Queries, version: number = migrations.length): Promise<RowCounts> => {
  const counts: RowCounts = {}
  for (const [table, since] of Object.entries(counted) as [keyof typeof counted, number][]) {
    if (version < since) continue
    const { rows } = await queries
      .selectFrom(table as 'projects')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(rows)
  }
  return counts
}

/** Whether a store is empty, without even a key. */
export const isEmpty = async (queries: Queries): Promise<boolean> => {
  for (const table of tables)
    if (
      (
        await queries
          .selectFrom(table as 'projects')
          .selectAll()
          .limit(1)
          .execute()
      ).length > 0
    )
      return false
  return true
}

/** Deletes everything in a store. */
export const clear = async (queries: Queries): Promise<void> => {
  // Tables that refer to others come first: cascading deletes go row by row.
  for (const table of tables.toReversed()) await queries.deleteFrom(table as 'projects').execute()
}

/**
 * Copies everything into an empty store, page by page, and reads it back. Throws an UnavailableError if the result differs from the
 * rows of the source; the caller must then roll back the transaction of `to`.
 */
export const copyContents = async (
  from: Queries,
  to: Queries,
  { step, stop }: { step?: ((rows: number) => void) | undefined; stop?: AbortSignal | undefined },
): Promise<Record<Table, Sum>> => {
  const sums: Partial<Record<Table, Sum>> = {}
  for (const table of tables) {
    const sum = createSum()
    for await (const rows of readRows(from, table)) {
      stop?.throwIfAborted()
      await insertRows(to, table, rows)
      sum.add(rows)
      step?.(rows.length)
    }
    sums[table] = sum.end()
    const kept = await sumUp(to, table)
    if (kept.rows !== sums[table].rows || kept.digest !== sums[table].digest)
      throw new UnavailableError(`the copy of the ${table} differs from the original; nothing was kept`, {
        hint: 'check the store that it comes from: testctl store check --store ADDRESS',
      })
  }
  return sums as Record<Table, Sum>
}
