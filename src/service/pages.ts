import type { Pagination } from '../contract/models.ts'
import { pageSize } from '../contract/vocabulary.ts'
import type { Matching, Row } from '../store/tables.ts'

type Asked = { limit?: number | undefined; offset?: number | undefined }
type Listed = 'projects' | 'cases' | 'runs' | 'milestones'

/** The page that was asked for; a limit beyond the maximum is lowered, and the answer says so. DECISIONS 5 */
export const pageOf = ({ limit = pageSize.default, offset = 0 }: Asked): { limit: number; offset: number } => ({
  limit: Math.min(limit, pageSize.maximum),
  offset,
})

/** One page of what a query matches; `total` is the number of all rows that match. DECISIONS 5, 17 */
export const readPage = async <N extends Listed>(
  matching: Matching<N>,
  asked: Asked,
  order: N extends 'projects' ? 'position' : 'display_id',
): Promise<{ rows: Row<N>[]; pagination: Pagination }> => {
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
