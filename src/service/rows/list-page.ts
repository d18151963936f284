import type { Pagination } from '../../contract/models.ts'
import { type NumberedNoun, pageSize } from '../../contract/vocabulary.ts'
import { bytesIn } from '../../store/sizes.ts'
import type { MatchingColumns, Queries, Row } from '../../store/table-types.ts'
import { preparedFor } from '../../store/prepared.ts'
import { asOne } from './lookup.ts'
import { countFitting, type Room, rowBytes } from './answer-size.ts'
import { findStart, type List } from './page-index.ts'
import { longTexts } from './relation-sizes.ts'

type Asked = { limit?: number | undefined; offset?: number | undefined }
type Page<N extends NumberedNoun | 'projects'> = { rows: Row<N>[]; pagination: Pagination }

/**
 * Reads one page of a whole list, in the order of displayIds; `total` is the number of all its rows. A page at the end costs as much as
 * one at the start. DECISIONS 5
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
  const { noun, ownerId } = list
  const stretch = { ownerId, from, limit: page.limit, ...(skip > 0 && { skip }) }
  const limit = isLong(noun)
    ? await countWithin(room, stretch.limit, () => readSizes(noun, queries, stretch))
    : stretch.limit
  const rows = await readRows(noun, queries, { ...stretch, limit })
  return { rows: rows as unknown as Row<N>[], pagination }
}

type Stretch = { ownerId: string; from: number; skip?: number; limit: number }

// Skips the rows before the page in an index alone, because the runs of a project are far apart in their table. DECISIONS 368
const stretchOf = (noun: NumberedNoun, queries: Queries, { ownerId, from, skip, limit }: Stretch) => {
  const list = queries
    .selectFrom(asOne(noun))
    .where((noun === 'tests' ? 'run_id' : 'project_id') as 'project_id', '=', ownerId)
    .orderBy('display_id')
  if (skip === undefined) return list.where('display_id', '>=', from).limit(limit)
  const first = list.where('display_id', '>=', from).select('display_id').limit(1).offset(skip)
  return list.where('display_id', '>=', first).limit(limit)
}

const readRows = preparedFor(
  (noun: NumberedNoun) => (queries, stretch: Stretch) => stretchOf(noun, queries, stretch).selectAll(),
)

const readSizes = preparedFor(
  (noun: LongNoun) => (queries, stretch: Stretch) => stretchOf(noun, queries, stretch).select(sizeOf(noun)),
)

/** Reads one page of the rows that a query matches; `total` is the number of all rows that match. DECISIONS 5, 17 */
export const readMatching = async <N extends NumberedNoun | 'projects'>(
  matching: MatchingColumns<N>,
  { noun, asked, room }: { noun: N; asked: Asked; room: Room },
): Promise<Page<N>> => {
  // The query builder's types need one table; the columns used here are the same in each.
  const all = matching as unknown as MatchingColumns<'cases'>
  const page = pageOf(asked)
  const { total } = await all.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  const query = all.orderBy((noun === 'projects' ? 'position' : 'display_id') as 'display_id').offset(page.offset)
  const limit = isLong(noun)
    ? await countWithin(room, page.limit, () => query.select(sizeOf(noun)).limit(page.limit).execute())
    : page.limit
  const rows = await query.selectAll().limit(limit).execute()
  return { rows: rows as unknown as Row<N>[], pagination: { ...page, total: Number(total) } }
}

/**
 * Returns the pagination of a page; its limit is lower if there was no room for all rows, so that the client continues after the last
 * one.
 */
export const endAfter = (pagination: Pagination, rows: number): Pagination =>
  rows < Math.min(pagination.limit, pagination.total - pagination.offset) ? { ...pagination, limit: rows } : pagination

type LongNoun = keyof typeof longTexts

const isLong = (noun: NumberedNoun | 'projects'): noun is LongNoun => noun in longTexts

const sizeOf = (noun: LongNoun) => bytesIn(...longTexts[noun]).as('bytes')

/** Returns how many of `limit` rows fit, by the size of their long texts. */
const countWithin = async (room: Room, limit: number, sizes: () => Promise<{ bytes: number }[]>): Promise<number> => {
  if (room.bytes === Infinity) return limit
  const rows = await sizes()
  const fitting = countFitting(
    room,
    rows.map(({ bytes }) => bytes + rowBytes),
  )
  return fitting < rows.length ? fitting : limit
}

// A limit above the maximum is lowered, and the pagination of the answer says so. DECISIONS 5
const pageOf = ({ limit = pageSize.default, offset = 0 }: Asked): { limit: number; offset: number } => ({
  limit: Math.min(limit, pageSize.maximum),
  offset,
})
