import { createHash } from 'node:crypto'
import type { Queries, Tables } from '../table-types.ts'

/** A row of any table, as it is kept. */
export type AnyRow = Record<string, string | number | null>

/** A table whose rows are copied and restored. The other tables stay in their store: who is signed in, wrong keys, and its identity. */
export type Table = Exclude<keyof Tables, 'sessions' | 'wrong_keys' | 'about'>

/** How many rows a table has, and a digest of their contents. */
export type Sum = { rows: number; digest: string }

/** The primary keys of all tables; the tables that others refer to come first. */
const keys: Record<Table, readonly string[]> = {
  projects: ['id'],
  cases: ['id'],
  case_fields: ['case_id', 'mark'],
  milestones: ['id'],
  runs: ['id'],
  tests: ['id'],
  comments: ['id'],
  keys: ['id'],
  replays: ['id'],
  case_spans: ['owner_id', 'size', 'first'],
  run_spans: ['owner_id', 'size', 'first'],
  milestone_spans: ['owner_id', 'size', 'first'],
  test_spans: ['owner_id', 'size', 'first'],
}

export const tables = Object.keys(keys) as readonly Table[]

/** Reads a table from its beginning to its end, a page at a time, in an order that is the same in every engine. */
export const readRows = async function* (queries: Queries, table: Table): AsyncGenerator<AnyRow[]> {
  const key = keys[table] as ['owner_id', 'size']
  // The types of the query builder need one table.
  const unsorted = queries
    .selectFrom(table as 'case_spans')
    .selectAll()
    .limit(pageSize)
  const all = key.reduce((sorted, column) => sorted.orderBy(column), unsorted)
  for (let page = all; ;) {
    const read = (await page.execute()) as unknown as AnyRow[]
    if (read.length > 0) yield read
    if (read.length < pageSize) return
    const last = key.map((column) => read.at(-1)![column]!) as [string, number]
    page = all.where(({ eb, refTuple, tuple }) => eb(refTuple(...key), '>', tuple(...last)))
  }
}

const pageSize = 200

/** Counts and digests the rows of a table, page by page. */
export const createSum = () => {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add: (page: readonly AnyRow[]): void => {
      rows += page.length
      const columns = Object.keys(page[0] ?? {}).sort()
      for (const row of page) hash.update(JSON.stringify(columns.map((column) => row[column])))
    },
    end: (): Sum => ({ rows, digest: hash.digest('hex') }),
  }
}

/** Returns the present count and digest of a table. */
export const sumUp = async (queries: Queries, table: Table): Promise<Sum> => {
  const sum = createSum()
  for await (const rows of readRows(queries, table)) sum.add(rows)
  return sum.end()
}

/** Inserts rows into a table. */
export const insertRows = async (queries: Queries, table: Table, rows: readonly AnyRow[]): Promise<void> => {
  await queries
    .insertInto(table as 'projects')
    .values(rows as never)
    .execute()
}
