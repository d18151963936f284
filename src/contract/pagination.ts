import { InterfaceError, NotFoundError, RejectedError } from '../errors.ts'

type Pagination = { limit: number; offset: number; total: number }
type Page<Row> = { rows: readonly Row[]; pagination: Pagination }

/** What to read of a list: `pageSize` rows a request, `limit` rows in all (every row where it is undefined). */
export type Range = { offset?: number | undefined; limit?: number | undefined; pageSize?: number | undefined }

/** Receives how many rows a page had, and how many there are to read. */
type Progress = { step: (count: number, total: number) => void }

/** A list as it streams in; `total` and `changed` are known once rows have been read. */
export type Listing<Row> = { rows: AsyncIterable<Row>; total: () => number | undefined; changed: () => boolean }

/** The same with its rows page by page, for very many: to wait for each takes as long as to read it. */
type PagedListing<Row> = Listing<Row> & { pages: AsyncGenerator<readonly Row[]> }

/**
 * Reads a list page by page, in flat memory.
 * What the service answers is obeyed: it may give fewer rows than asked, or more, and the total may change meanwhile (`changed`).
 * A total that is less than the rows that came is none: then the list ends with an empty page. DECISIONS 294
 * Where it falls, rows that were not read may have moved before those that are asked for: as many rows before are read again.
 * A row that a shift brings again is dropped. A service that never ends or repeats its pages is an InterfaceError.
 */
export const readPages = <Row extends { id: string }>(
  read: (page: { limit: number; offset: number }) => Promise<Page<Row>>,
  range: Range = {},
  progress?: Progress,
): PagedListing<Row> => {
  let total: number | undefined
  let changed = false
  const readAll = async function* (): AsyncGenerator<readonly Row[]> {
    const start = range.offset ?? 0
    const end = range.limit === undefined ? Infinity : start + range.limit
    const tell = (page: Page<Row>) => {
      progress?.step(page.rows.length, Math.min(page.pagination.total, end) - start)
      return page
    }
    const ask = (offset: number, orElse: (error: unknown) => Page<Row> = rethrow) => {
      const limit = Math.min(range.pageSize ?? 1000, end - offset)
      const page = read({ offset, limit }).then(tell).catch(orElse)
      // A page that is read ahead may fail before anybody waits for it; the failure is met when its turn comes.
      page.catch(() => undefined)
      return page
    }
    let offset = start
    let before = new Set<string>()
    const recent = new Set<string>()
    let most: number | undefined
    let isTotalTrue = true
    let isEndOpen = false
    let given = 0
    let lookedBack = start
    let isAgain = false
    let next: Promise<Page<Row>> | undefined = end > offset ? ask(offset) : undefined
    while (next) {
      const page: Page<Row> = await next
      const { rows, pagination } = page
      const read = offset + rows.length
      // DECISIONS 321
      const fell = isTotalTrue && total !== undefined ? total - pagination.total : 0
      if (fell > 0 && offset > lookedBack && (rows.length === 0 || read <= pagination.total)) {
        changed = true
        total = pagination.total
        lookedBack = offset
        offset = Math.max(start, offset - Math.min(fell, recent.size))
        isAgain = true
        next = ask(offset, isEndOpen ? endOf(page) : undefined)
        continue
      }
      if (isEndOpen && !continues(page, offset, before)) return
      checkPage(page, { offset, start, before: isAgain ? none : before })
      isAgain = false
      isTotalTrue &&= rows.length === 0 || read <= pagination.total
      changed ||= isTotalTrue && total !== undefined && total !== pagination.total
      total = isTotalTrue ? pagination.total : Math.max(read, pagination.total)
      most ??= total * 2 + 100_000
      if (read - start > most)
        throw new InterfaceError('the list does not end: the service gives more and more rows', { hint })
      isEndOpen = isTotalTrue ? read >= total && mayCountPage(page, offset) : rows.length > 0
      next = (isEndOpen || read < total) && read < end ? ask(read, isEndOpen ? endOf(page) : undefined) : undefined
      before = new Set(rows.map(({ id }) => id))
      const wanted = read > end ? rows.slice(0, end - offset) : rows
      offset = read
      const fresh = wanted.filter(({ id }) => !recent.has(id)).slice(0, end - start - given)
      given += fresh.length
      remember(recent, fresh)
      yield fresh
    }
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

/** Adds the latest rows, and forgets the earliest beyond 10,000: memory stays flat. DECISIONS 353 */
const remember = (recent: Set<string>, rows: readonly { id: string }[]): void => {
  for (const { id } of rows) recent.add(id)
  for (const id of recent) {
    if (recent.size <= Math.max(mostRemembered, rows.length)) break
    recent.delete(id)
  }
}

const mostRemembered = 10_000

const rowsOf = async function* <Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page
}

/** Whether a total may be the number of rows of its page: the first one is full, and has as many. DECISIONS 294 */
export const mayCountPage = ({ rows, pagination: { limit, total } }: Page<unknown>, offset: number): boolean =>
  offset === 0 && rows.length > 0 && rows.length === total && rows.length >= limit

/** Whether a page has rows behind those before it. One that a service without pages gives again has none. */
const continues = <Row extends { id: string }>(
  { rows, pagination }: Page<Row>,
  offset: number,
  before: ReadonlySet<string>,
): boolean => pagination.offset === offset && rows.some(({ id }) => !before.has(id))

const none: ReadonlySet<string> = new Set()

const rethrow = (error: unknown): never => {
  throw error
}

/** A service may refuse an offset at the end. */
const endOf =
  <Row>({ pagination }: Page<Row>) =>
  (error: unknown): Page<Row> => {
    if (error instanceof RejectedError || error instanceof NotFoundError) return { rows: [], pagination }
    throw error
  }

const checkPage = <Row extends { id: string }>(
  { rows, pagination }: Page<Row>,
  { offset, start, before }: { offset: number; start: number; before: ReadonlySet<string> },
): void => {
  if (pagination.offset !== offset)
    throw new InterfaceError(`asked for the rows from ${offset}, the service answered from ${pagination.offset}`, {
      hint,
    })
  if (rows.length === 0 && offset < pagination.total)
    throw new InterfaceError(`the service says that there are ${pagination.total} rows and gives none from ${offset}`, {
      hint,
    })
  // More than there can be from there on: these may be the first rows.
  if (rows.length > 0 && offset > 0 && offset === start && offset + rows.length > pagination.total)
    throw new InterfaceError(
      `the service says that there are ${pagination.total} rows and gives ${rows.length} from ${offset}`,
      { hint },
    )
  if (rows.length > 0 && rows.every(({ id }) => before.has(id)))
    throw new InterfaceError(`the service repeats its rows: the page from ${offset} was there before`, { hint })
}

const hint = 'tell the operator of the service; -v shows the requests, --limit reads less'
