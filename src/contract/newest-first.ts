import { mayContinue } from './pages/total.ts'
import { type Listing, type Range, readPages } from './pagination.ts'

type Row = { id: string; displayId?: unknown }
type Read<R extends Row> = Parameters<typeof readPages<R>>[0]
type Progress = Parameters<typeof readPages>[2]

/**
 * Reads a list newest first. `offset` counts from the newest row. If the service lists oldest first, the list is read from its end;
 * if it lists newest first itself, its order is kept. DECISIONS 183
 */
export const readNewestFirst = <R extends Row>(read: Read<R>, range: Range = {}, progress?: Progress): Listing<R> => {
  let listing: Listing<R> | undefined
  const rows = async function* (): AsyncGenerator<R> {
    listing = await chooseListing(read, range, progress)
    yield* listing.rows
  }
  return { rows: rows(), total: () => listing?.total(), changed: () => listing?.changed() ?? false }
}

/** Finds out with a request or two in which order the service lists, and whether its total says where the list ends. */
const chooseListing = async <R extends Row>(
  read: Read<R>,
  range: Range,
  progress: Progress | undefined,
): Promise<Listing<R>> => {
  const { offset = 0, limit = Infinity, pageSize = 1000 } = range
  const first = await read({ offset: 0, limit: Math.min(pageSize, offset + limit) })
  if (isNewestFirst(first.rows)) return readPages(read, range, progress)
  const { total } = first.pagination
  const readThrough = () =>
    readToEnd(async (page) => (page.offset === 0 ? first : read(page)), { offset, limit, pageSize }, progress)
  // If the total is less than the number of rows that came, or may only count the page, the end is unknown. DECISIONS 294
  if (first.rows.length > total || mayContinue(first, 0)) return readThrough()
  const readPart = async (from: number, end: number): Promise<Part<R>> => {
    // The first page already has these rows.
    if (end <= first.rows.length) return { from, end, rows: first.rows.slice(from, end), hasChanged: false }
    return collect(readPages(read, { offset: from, limit: end - from, pageSize }), { from, end, total })
  }
  const end = Math.max(0, total - offset)
  const from = Math.max(0, end - Math.min(limit, pageSize))
  const last =
    offset === 0 && end > first.rows.length
      ? await readLastPart(read, { from, total, pageSize })
      : await readPart(from, end)
  return last ? readDown({ last, total, limit, pageSize }, readPart, progress) : readThrough()
}

const isNewestFirst = (rows: readonly Row[]): boolean => {
  const [one, other] = [rows[0]?.displayId, rows.at(-1)?.displayId]
  return typeof one === 'number' && typeof other === 'number' && one > other
}

/** The rows from one offset up to another, oldest first, and whether the list has changed since its total was read. */
type Part<R> = { from: number; end: number; rows: readonly R[]; hasChanged: boolean }

const collect = async <R>(
  listing: Listing<R>,
  { from, end, total }: { from: number; end: number; total: number },
): Promise<Part<R>> => {
  const rows: R[] = []
  for await (const row of listing.rows) rows.push(row)
  return { from, end, rows, hasChanged: listing.changed() || (listing.total() ?? total) !== total }
}

/**
 * Reads the part up to the total, and asks for one row more. If that row comes and the total has risen, the list has grown, and the row
 * is the newest. If the total has not risen, it lags behind the rows by an unknown number: returns undefined.
 */
const readLastPart = async <R extends Row>(
  read: Read<R>,
  { from, total, pageSize }: { from: number; total: number; pageSize: number },
): Promise<Part<R> | undefined> => {
  let hasGrown = false
  const readCounted: Read<R> = async (page) => {
    const answer = await read(page)
    const { rows, pagination } = answer
    hasGrown ||= pagination.total > total
    // A total that lags behind does not count the extra row. Without this correction `readPages` would refuse the page.
    const reached = page.offset + rows.length
    const isBeyond = rows.length > 0 && reached > pagination.total && page.offset + page.limit > total
    return isBeyond ? { rows, pagination: { ...pagination, total: reached } } : answer
  }
  const listing = readPages(readCounted, { offset: from, limit: total + 1 - from, pageSize })
  const part = await collect(listing, { from, end: total, total })
  if (part.rows.length <= total - from) return part
  return hasGrown ? { ...part, end: total + 1 } : undefined
}

/** Lists the rows backwards from the last part, part by part. Drops a row that comes again because the rows have shifted. */
const readDown = <R extends Row>(
  { last, total, limit, pageSize }: { last: Part<R>; total: number; limit: number; pageSize: number },
  readPart: (from: number, end: number) => Promise<Part<R>>,
  progress: Progress | undefined,
): Listing<R> => {
  const lowest = Math.max(0, last.end - limit)
  let changed = false
  const parts = async function* (): AsyncGenerator<Part<R>> {
    yield last
    for (let end = last.from; end > lowest; end -= pageSize) yield await readPart(Math.max(lowest, end - pageSize), end)
  }
  const rows = async function* (): AsyncGenerator<R> {
    // A row may come again from any earlier part, so all ids are kept: lists on a terminal are short.
    const shown = new Set<string>()
    for await (const part of parts()) {
      const newest = part.rows.slice(Math.max(0, lowest - part.from))
      progress?.step(newest.length, last.end - lowest)
      changed ||= part.hasChanged
      for (const row of newest.toReversed()) {
        // The repeated row has taken the place of another one. DECISIONS 429
        if (shown.has(row.id)) changed = true
        else yield row
        shown.add(row.id)
      }
    }
  }
  return { rows: rows(), total: () => total, changed: () => changed }
}

/** Reads a list with an unknown end from its beginning, and keeps only as many of its last rows as are asked for. */
const readToEnd = <R extends Row>(
  read: Read<R>,
  { offset, limit, pageSize }: { offset: number; limit: number; pageSize: number },
  progress: Progress | undefined,
): Listing<R> => {
  const most = offset + limit
  const listing = readPages(read, { pageSize }, progress)
  const rows = async function* (): AsyncGenerator<R> {
    let last: R[] = []
    for await (const row of listing.rows) {
      if (last.length >= 2 * most) last = last.slice(-most)
      last.push(row)
    }
    yield* last.toReversed().slice(offset, most)
  }
  return { rows: rows(), total: listing.total, changed: listing.changed }
}
