import { checkPage, continues, endless, orNoRows, type Page, repeating } from './pages/check-page.ts'
import { isTrusted, mayGoOn } from './pages/total.ts'

/**
 * What to read of a list: `pageSize` rows a request, `limit` rows in all (every row where it is undefined). `linked`: what reads a page
 * has seen to it that it begins with the last row of the one before. DECISIONS 520
 */
export type Range = {
  offset?: number | undefined
  limit?: number | undefined
  pageSize?: number | undefined
  linked?: boolean | undefined
}

/** Receives how many rows a page had, and how many there are to read. */
type Progress = { step: (count: number, total: number) => void }

/** A list as it streams in; `total` and `changed` are known once rows have been read. */
export type Listing<Row> = { rows: AsyncIterable<Row>; total: () => number | undefined; changed: () => boolean }

/** The same with its rows page by page, for very many: to wait for each takes as long as to read it. */
export type PagedListing<Row> = Listing<Row> & { pages: AsyncGenerator<readonly Row[]> }

/**
 * Reads a list page by page, in flat memory.
 * What the service answers is obeyed: it may give fewer rows than asked, or more, and the total may change meanwhile (`changed`).
 * A total that is less than the rows that came is none: then the list ends with an empty page. DECISIONS 294
 * Where it falls, rows that were not read may have moved before those that are asked for: as many rows before are read again.
 * Where as many rows came in, the total says nothing: of a service of ours, whose offsets are those of rows, a page begins with the last
 * row of the one before, and the list has changed if it does not. DECISIONS 520
 * A row that a shift brings again is dropped. Where the total then says that rows are missing, the list is read twice more for them.
 * A service that never ends, repeats its pages, or has rows missing each time though its pages are full is an InterfaceError.
 * DECISIONS 429
 */
export const readPages = <Row extends { id: string }>(
  read: (page: { limit: number; offset: number }) => Promise<Page<Row>>,
  range: Range = {},
  progress?: Progress,
): PagedListing<Row> => {
  const start = range.offset ?? 0
  const end = range.limit === undefined ? Infinity : start + range.limit
  // The rows that were read last, by their ids, and how many were given in all.
  const recent = new Set<string>()
  let given = 0
  let total: number | undefined
  // Until more rows came than it says: then it is only how many came, and the list ends where no more do. DECISIONS 294
  let isTotalTrue = true
  let changed = false
  // Behind a page with rows left out, offsets of this list are not those of the service.
  let isFull = true
  // A list that is longer than this has no end.
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
  /** Notes what a page says of the list: how many rows it has, and whether to look for more after them. */
  const note = (page: Page<Row>, offset: number): { total: number; isEndOpen: boolean } => {
    const { rows, pagination } = page
    const read = offset + rows.length
    isTotalTrue &&= rows.length === 0 || read <= pagination.total
    changed ||= isTotalTrue && total !== undefined && total !== pagination.total
    total = isTotalTrue ? pagination.total : Math.max(read, pagination.total)
    most ??= total * 2 + 100_000
    if (read - start > most) throw endless()
    isFull &&= rows.length >= pagination.limit || read >= Math.min(total, end)
    return { total, isEndOpen: isTotalTrue ? read >= total && mayGoOn(page, offset) : rows.length > 0 }
  }
  const readOnce = async function* (): AsyncGenerator<readonly Row[]> {
    let offset = start
    // The ids of the page before.
    let before = none
    // Whether this page was asked for although the total may have been reached.
    let isEndOpen = false
    // The place that was last left to read rows before it again, and whether this page is one of those.
    let lookedBack = start
    let isAgain = false
    // The row with which this page begins, unless rows before it went away. DECISIONS 520
    let link: string | undefined
    let next: Promise<Page<Row>> | undefined = end > offset ? ask(offset) : undefined
    while (next) {
      const page: Page<Row> = await next
      const { rows, pagination } = page
      const read = offset + rows.length
      // A service may count none where it gives none.
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
        next = ask(offset, isEndOpen ? { orElse: orNoRows(page) } : {})
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
      next = goesOn ? ask(following, isEndOpen ? { orElse: orNoRows(page) } : { known: read - following }) : undefined
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
    // Where rows were forgotten, they would come twice.
    for (let again = 0; again < mostAgain && missing() && given === recent.size; again++) yield* readOnce()
    if (missing()) throw repeating({ total: wanted(), given })
  }
  const pages = readAll()
  return { rows: rowsOf(pages), pages, total: () => total, changed: () => changed }
}

/**
 * Every row of a list, as `make` has it, without those of which it has nothing. Where rows go away and others come in while it is read,
 * some may be missing: then it is read again, so many times in all. DECISIONS 375
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
 * The first rows, so many at most, that are not among those that were read last, and are from now on: the last 100,000, so that memory
 * stays flat. DECISIONS 353
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

// What asks for a list twice more, and gets the same rows, gets them ever after.
const mostAgain = 2

const rowsOf = async function* <Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page
}

const none: ReadonlySet<string> = new Set()

/** How many rows of a page came before, and what stands for one that is refused. */
type Asking<Row> = { known?: number; orElse?: (error: unknown) => Page<Row> }

const rethrow = (error: unknown): never => {
  throw error
}
