import type { Pagination } from '../contract/models.ts'
import { type NumberedNoun, pageSize } from '../contract/vocabulary.ts'
import type { Matching, Queries, Row } from '../store/tables.ts'
import { asOne } from './lookup.ts'
import { findStart, type List } from './spans.ts'

type Asked = { limit?: number | undefined; offset?: number | undefined }
type Page<N extends NumberedNoun | 'projects'> = { rows: Row<N>[]; pagination: Pagination }

/**
 * One page of a whole list, in the order of displayIds; `total` is the number of all its rows. A page at the end costs as
 * much as one at the start. DECISIONS 5
 */
export const readPage = async <N extends NumberedNoun>(
  queries: Queries,
  list: List & { noun: N },
  asked: Asked,
): Promise<Page<N>> => {
  const page = pageOf(asked)
  const { total, from, skip } = await findStart(queries, list, page.offset)
  const pagination = { ...page, total }
  if (page.offset >= total) return { rows: [], pagination }
  const rows = await queries
    .selectFrom(asOne(list.noun))
    .selectAll()
    .where((list.noun === 'tests' ? 'run_id' : 'project_id') as 'project_id', '=', list.ownerId)
    .where('display_id', '>=', from)
    .orderBy('display_id')
    .limit(page.limit)
    .offset(skip)
    .execute()
  return { rows: rows as unknown as Row<N>[], pagination }
}

/** One page of what a query matches; `total` is the number of all rows that match. DECISIONS 5, 17 */
export const readMatching = async <N extends 'projects' | 'cases'>(
  matching: Matching<N>,
  asked: Asked,
  order: N extends 'projects' ? 'position' : 'display_id',
): Promise<Page<N>> => {
  // The query builder's types want to know one table; what is used here is the same in each.
  const query = matching as unknown as Matching<'cases'>
  const page = pageOf(asked)
  const { total } = await query.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy(order as 'display_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows: rows as unknown as Row<N>[], pagination: { ...page, total: Number(total) } }
}

// A limit beyond the maximum is lowered, and the answer says so. DECISIONS 5
const pageOf = ({ limit = pageSize.default, offset = 0 }: Asked): { limit: number; offset: number } => ({
  limit: Math.min(limit, pageSize.maximum),
  offset,
})
