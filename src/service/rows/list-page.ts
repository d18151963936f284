import type { Pagination } from '../../contract/models.ts'
import { type NumberedNoun, pageSize } from '../../contract/vocabulary.ts'
import { bytesIn } from '../../store/sizes.ts'
import type { MatchingColumns, Queries, Row } from '../../store/table-types.ts'
import { asOne } from './lookup.ts'
import { countFitting, type Room, rowBytes } from './answer-size.ts'
import { findStart, type List } from './page-index.ts'
import { longTexts } from './relation-sizes.ts'

type Asked = { limit?: number | undefined; offset?: number | undefined }
type Page<N extends NumberedNoun | 'projects'> = { rows: Row<N>[]; pagination: Pagination }

/**
 * One page of a whole list, in the order of displayIds; `total` is the number of all its rows. A page at the end costs as
 * much as one at the start. DECISIONS 5
 */
export const readPage = async <N extends NumberedNoun>(
  queries: Queries,
  list: List & { noun: N },
  { asked, room }: { asked: Asked; room: Room },
): Promise<Page<N>> => {
  const page = pageOf(asked)
  const { total, from, skip } = await findStart(queries, list, page.offset)
  const pagination = { ...page, total }
  if (page.offset >= total) return { rows: [], pagination }
  const query = queries
    .selectFrom(asOne(list.noun))
    .where((list.noun === 'tests' ? 'run_id' : 'project_id') as 'project_id', '=', list.ownerId)
    .where('display_id', '>=', from)
    .orderBy('display_id')
    .offset(skip)
  const limit = await rowsWithin(room, { query, noun: list.noun, limit: page.limit })
  const rows = await query.selectAll().limit(limit).execute()
  return { rows: rows as unknown as Row<N>[], pagination }
}

/** One page of what a query matches; `total` is the number of all rows that match. DECISIONS 5, 17 */
export const readMatching = async <N extends 'projects' | 'cases'>(
  matching: MatchingColumns<N>,
  { noun, asked, room }: { noun: N; asked: Asked; room: Room },
): Promise<Page<N>> => {
  // The query builder's types need one table; the columns used here are the same in each.
  const all = matching as unknown as MatchingColumns<'cases'>
  const page = pageOf(asked)
  const { total } = await all.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  const query = all.orderBy((noun === 'projects' ? 'position' : 'display_id') as 'display_id').offset(page.offset)
  const limit = await rowsWithin(room, { query, noun, limit: page.limit })
  const rows = await query.selectAll().limit(limit).execute()
  return { rows: rows as unknown as Row<N>[], pagination: { ...page, total: Number(total) } }
}

/** The pagination of a page that had no room for all its rows: the client continues after the last one. */
export const endAfter = (pagination: Pagination, rows: number): Pagination =>
  rows < Math.min(pagination.limit, pagination.total - pagination.offset) ? { ...pagination, limit: rows } : pagination

/** How many of these rows fit, by the size of their long texts. */
const rowsWithin = async (
  room: Room,
  { query, noun, limit }: { query: MatchingColumns<'cases'>; noun: NumberedNoun | 'projects'; limit: number },
): Promise<number> => {
  const texts = noun === 'cases' || noun === 'tests' ? longTexts[noun] : undefined
  if (!texts || room.bytes === Infinity) return limit
  const rows = await query
    .select(bytesIn(...texts).as('bytes'))
    .limit(limit)
    .execute()
  const fitting = countFitting(
    room,
    rows.map(({ bytes }) => bytes + rowBytes),
  )
  return fitting < rows.length ? fitting : limit
}

// A limit beyond the maximum is lowered, and the answer says so. DECISIONS 5
const pageOf = ({ limit = pageSize.default, offset = 0 }: Asked): { limit: number; offset: number } => ({
  limit: Math.min(limit, pageSize.maximum),
  offset,
})
