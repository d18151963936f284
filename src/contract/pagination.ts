import { checkPage, continues, endless, emptyPageIfRefused, type Page, repeating } from './pages/check-page.ts'
import { isTrusted, mayContinue } from './pages/total.ts'

/**
 * The part of a list to read: `pageSize` rows a request, `limit` rows in all (every row if undefined). `linked`: the function that reads a
 * page checks itself that it begins with the last row of the one before. DECISIONS 520
 */
export type Range = {
  offset?: number | undefined
  limit?: number | undefined
  pageSize?: number | undefined
  linked?: boolean | undefined
}

/** Receives the number of new rows on a page, and the number of rows to read in all. */
type Progress = { step: (count: number, total: number) => void }

/** A list as it streams in; `total` and `changed` are known once rows have been read. */
export type Listing<Row> = { rows: AsyncIterable<Row>; total: () => number | undefined; changed: () => boolean }

/** A listing that also gives its rows page by page, for very long lists: awaiting each row takes as long as reading it. */
export type PagedListing<Row> = Listing<Row> & { pages: AsyncGenerator<readonly Row[]> }

/**
 * Reads a list page by page, in bounded memory.
 * Follows the answers of the service: a page may have fewer or more rows than asked for, and the total may change (sets `changed`).
 * If more rows come than the total says, the total is ignored, and the list ends with an empty page. DECISIONS 294
 * If the total falls, unread rows may have moved to places that were read already: as many rows before the offset are read again.
 * If as many rows were added as removed, the total shows nothing. So each page of our own service, whose offsets count rows, begins with
 * the last row of the one before; if it does not, the list has changed. DECISIONS 520
 * Drops rows that come again after a shift. If the total then says that rows are missing, the list is read up to twice more for them.
 * Throws an InterfaceError if the list never ends, repeats its pages, or has rows missing each time although its pages are full.
 * DECISIONS 429
 */
export const readPages = <Row extends { id: string }>(
  read: (page: { limit: number; offset: number }) => Promise<Page<Row>>,
  range: Range = {},
  progress?: Progress,
): PagedListing<Row> => {
  const start = range.offset ?? 0
  const end = range.limit === undefined ? Infinity : start + range.limit
  // The ids of the rows that were read last, and the number of rows that were yielded in all.
  const recent = new Set<string>()
  let given = 0
  let total: number | undefined
  // False once more rows came than the total says: then `total` counts the rows so far, and an empty page is the end. DECISIONS 294
  let isTotalTrue = true
  let changed = false
  // False after a page with rows left out: from then on, our offsets are not those of the service.
  let isFull = true
  // A list that is longer than this counts as endless.
  let most: number | undefined
  const ask = (offset: number, { known = 0, orElse = rethrow }: Asking<Row> = {}) => {
    const limit = Math.min(range.pageSize ?? 1000, end - offset)
    const tell = (page: Page<Row>) => {
      progress?.step(Math.max(0, page.rows.length - known), Math.min(page.pagination.total, end) - start)
      return page
    }
    const page = read({ offset, limit }).then(tell).catch(orElse)
    // A page that is read ahead may fail before it is awaited; the failure surfaces in its turn.
    page.catch(() => undefined)
    return page
  }
  /** Updates what is known of the list from a page: its total, and whether to look for rows after it. */
  const note = (page: Page<Row>, offset: number): { total: number; isEndOpen: boolean } => {
    const { rows, pagination } = page
    const read = offset + rows.length
    isTotalTrue &&= rows.length === 0 || read <= pagination.total
    changed ||= isTotalTrue && total !== undefined && total !== pagination.total
    total = isTotalTrue ? pagination.total : Math.max(read, pagination.total)
    most ??= total * 2 + 100_000
    if (read - start > most) throw endless()
    isFull &&= rows.length >= pagination.limit || read >= Math.min(total, end)
    return { total, isEndOpen: isTotalTrue ? read >= total && mayContinue(page, offset) : rows.length > 0 }
  }
  const readOnce = async function* (): AsyncGenerator<readonly Row[]> {
    let offset = start
    // The ids of the page before.
    let before = none
    // Whether this page was asked for although the total may have been reached.
    let isEndOpen = false
    // The offset from which we last went back to read rows again, and whether this page is read again.
    let lookedBack = start
    let isAgain = false
    // The id of the row that this page must begin with, unless rows before it went away. DECISIONS 520
    let link: string | undefined
    let next: Promise<Page<Row>> | undefined = end > offset ? ask(offset) : undefined
    while (next) {
      const page: Page<Row> = await next
      const { rows, pagination } = page
      const read = offset + rows.length
      // Ends before the total is compared: an empty page may come with a total of 0.
      if (isEndOpen && rows.length === 0) return
      // DECISIONS 321
      const fell = isTotalTrue && total !== undefined ? total - pagination.total : 0
      if (fell > 0 && offset > lookedBack && (rows.length === 0 || read <= pagination.total)) {
        changed = true
        total = pagination.total
        lookedBack = offset
        offset = Math.max(start, offset - Math.min(fell, recent.size))
        isAgain = true
        link = undefined
        next = ask(offset, isEndOpen ? { orElse: emptyPageIfRefused(page) } : {})
        continue
      }
      if (isEndOpen && !continues(page, offset, before)) return
      checkPage(page, { offset, start, before: isAgain ? none : before })
      isAgain = false
      changed ||= link !== undefined && rows[0]?.id !== link
      const known = note(page, offset)
      isEndOpen = known.isEndOpen
      const goesOn = (isEndOpen || read < known.total) && read < end
      link = goesOn && !range.linked && rows.length > 1 && isTrusted(pagination) ? rows.at(-1)?.id : undefined
      const following = link === undefined ? read : read - 1
      next = goesOn
        ? ask(following, isEndOpen ? { orElse: emptyPageIfRefused(page) } : { known: read - following })
        : undefined
      before = new Set((link === undefined ? rows : rows.slice(0, -1)).map(({ id }) => id))
      const inRange = read > end ? rows.slice(0, end - offset) : rows
      offset = following
      const fresh = takeFresh(recent, inRange, end - start - given)
      given += fresh.length
      yield fresh
    }
  }
  const wanted = (): number => Math.min(total ?? 0, end) - start
  const missing = (): boolean => isTotalTrue && isFull && !changed && given < wanted()
  const readAll = async function* (): AsyncGenerator<readonly Row[]> {
    yield* readOnce()
    // Rows whose ids `recent` has dropped would be yielded twice.
    for (let again = 0; again < mostAgain && missing() && given === recent.size; again++) yield* readOnce()
    if (missing()) throw repeating({ total: wanted(), given })
  }
  const pages = readAll()
  return { rows: rowsOf(pages), pages, total: () => total, changed: () => changed }
}

/**
 * Reads a whole list and maps its rows with `make`, dropping those for which it returns undefined. If the list changes meanwhile, rows
 * may be missing: then it is read again, up to `attempts` times in all. DECISIONS 375
 */
export const readWhole = async <Row extends { id: string }, T>(
  read: Parameters<typeof readPages<Row>>[0],
  make: (row: Row) => T | undefined,
  { range, progress, attempts = 3 }: { range?: Range; progress?: Progress | undefined; attempts?: number } = {},
): Promise<T[]> => {
  for (let attempt = 1; ; attempt++) {
    const listing = readPages(read, range, progress)
    const all: T[] = []
    for await (const page of listing.pages)
      for (const row of page) {
        const made = make(row)
        if (made !== undefined) all.push(made)
      }
    if (!listing.changed() || attempt === attempts) return all
  }
}

/**
 * Returns the first rows, at most `most`, whose ids are not in `recent`, and adds them to it. `recent` keeps the last 100,000 ids, so
 * that memory stays bounded. DECISIONS 353
 */
const takeFresh = <Row extends { id: string }>(recent: Set<string>, rows: readonly Row[], most: number): Row[] => {
  const fresh: Row[] = []
  for (const row of rows) {
    if (fresh.length >= most) break
    if (recent.has(row.id)) continue
    recent.add(row.id)
    fresh.push(row)
  }
  for (const id of recent) {
    if (recent.size <= Math.max(mostRemembered, rows.length)) break
    recent.delete(id)
  }
  return fresh
}

const mostRemembered = 100_000

// A service that gives the same rows twice more will always give them.
const mostAgain = 2

const rowsOf = async function* <Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page
}

const none: ReadonlySet<string> = new Set()

/** How many rows of a page are known already, and the handler for a page that cannot be read. */
type Asking<Row> = { known?: number; orElse?: (error: unknown) => Page<Row> }

const rethrow = (error: unknown): never => {
  throw error
}
