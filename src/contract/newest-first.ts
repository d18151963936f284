import { mayGoOn } from './pages/total.ts'
import { type Listing, type Range, readPages } from './pagination.ts'

type Row = { id: string; displayId?: unknown }
type Read<R> = Parameters<typeof readPages<R & { id: string }>>[0]
type Progress = Parameters<typeof readPages>[2]

/**
 * Reads a list that the service gives oldest first from its end, newest first; `offset` counts from the newest. A service that
 * gives the newest first itself is read as it is. DECISIONS 183
 */
export const readNewestFirst = <R extends Row>(read: Read<R>, range: Range = {}, progress?: Progress): Listing<R> => {
  const { offset = 0, limit = Infinity, pageSize = 1000 } = range
  let total: number | undefined
  let changed = false
  let hasGrown = false
  const rows = async function* (): AsyncGenerator<R> {
    const first = await read({ offset: 0, limit: Math.min(pageSize, offset + limit) })
    total = first.pagination.total
    if (isNewestFirst(first.rows)) return yield* forward()
    // Where a total is less than the rows that came, or may be that of the page, nobody knows the end. DECISIONS 294
    if (first.rows.length > total || mayGoOn(first, 0)) return yield* fromUnknownEnd(first)
    let end = total - offset
    let lowest = Math.max(0, end - limit)
    const wanted = Math.max(0, end - lowest)
    // A row that a shift brings again may be one of any page before: on a terminal, they are few.
    const shown = new Set<string>()
    let came = 0
    while (end > lowest) {
      // One row more than there are shows whether there is one.
      const beyond = end === total ? 1 : 0
      const from = Math.max(lowest, end - pageSize)
      // What the first page holds need not be read again.
      const chunk = end <= first.rows.length ? first.rows.slice(from, end) : await between(from, end + beyond)
      if (chunk.length > end - from) {
        // What lies behind a total that is the same was there before.
        changed = hasGrown
        if (!hasGrown) return yield* fromUnknownEnd(first)
        end = from + chunk.length
        lowest = Math.max(0, end - limit)
      }
      const newest = chunk.slice(Math.max(0, lowest - from))
      progress?.step(newest.length, wanted)
      came += newest.length
      for (const row of newest.toReversed()) {
        if (shown.has(row.id)) continue
        shown.add(row.id)
        yield row
      }
      end = from
    }
    // A row that came again has taken the place of another. DECISIONS 429
    changed ||= shown.size < came
  }
  const forward = async function* (): AsyncGenerator<R> {
    const listing = readPages(read, range, progress)
    yield* listing.rows
    changed ||= listing.changed()
  }
  const fromUnknownEnd = async function* (first: Awaited<ReturnType<Read<R>>>): AsyncGenerator<R> {
    const most = offset + limit
    const listing = readPages<R>(async (page) => (page.offset === 0 ? first : read(page)), { pageSize }, progress)
    let last: R[] = []
    for await (const row of listing.rows) {
      if (last.length >= 2 * most) last = last.slice(-most)
      last.push(row)
    }
    total = listing.total()
    changed ||= listing.changed()
    yield* last.toReversed().slice(offset, most)
  }
  const noting = async (page: Parameters<Read<R>>[0]) => {
    const answer = await read(page)
    const { rows, pagination } = answer
    hasGrown ||= pagination.total > (total ?? 0)
    const reached = page.offset + rows.length
    // The row beyond may be there though the total, counted a while ago, has none.
    const isBeyond = rows.length > 0 && reached > pagination.total && page.offset + page.limit > (total ?? 0)
    return isBeyond ? { rows, pagination: { ...pagination, total: reached } } : answer
  }
  const between = async (from: number, end: number): Promise<R[]> => {
    const listing = readPages(noting, { offset: from, limit: end - from, pageSize })
    const chunk: R[] = []
    for await (const row of listing.rows) chunk.push(row)
    changed ||= listing.changed() || (listing.total() ?? total) !== total
    return chunk
  }
  return { rows: rows(), total: () => total, changed: () => changed }
}

const isNewestFirst = (rows: readonly Row[]): boolean => {
  const [one, other] = [rows[0]?.displayId, rows.at(-1)?.displayId]
  return typeof one === 'number' && typeof other === 'number' && one > other
}
