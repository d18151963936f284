import { InterfaceError, NotFoundError, RejectedError } from '../../errors.ts'

/** A page of a list, as the service sent it. */
export type Page<Row> = { rows: readonly Row[]; pagination: { limit: number; offset: number; total: number } }

/** Throws an InterfaceError if a page cannot be the one asked for, or repeats the rows of the page before. */
export const checkPage = <Row extends { id: string }>(
  { rows, pagination }: Page<Row>,
  { offset, start, before }: { offset: number; start: number; before: ReadonlySet<string> },
): void => {
  if (pagination.offset !== offset)
    throw outside(`asked for the rows from ${offset}, the service answered from ${pagination.offset}`)
  if (rows.length === 0 && offset < pagination.total)
    throw outside(`the service says that there are ${pagination.total} rows and gives none from ${offset}`)
  // More rows than the total leaves room for: the service may have ignored the offset and sent the first rows.
  if (rows.length > 0 && offset > 0 && offset === start && offset + rows.length > pagination.total)
    throw outside(`the service says that there are ${pagination.total} rows and gives ${rows.length} from ${offset}`)
  if (rows.length > 0 && rows.every(({ id }) => before.has(id)))
    throw outside(`the service repeats its rows: the page from ${offset} was there before`)
}

/** Returns the error for a list without an end. */
export const endless = (): InterfaceError => outside('the list does not end: the service gives more and more rows')

const outside = (message: string): InterfaceError =>
  new InterfaceError(message, { hint: 'tell the operator of the service; -v shows the requests, --limit reads less' })

/** Returns the error for a list that has some rows twice, and others not at all. DECISIONS 429 */
export const repeating = ({ total, given }: { total: number; given: number }): InterfaceError =>
  new InterfaceError(`the service repeats rows and leaves others out: of ${total} rows, ${given} came`, {
    hint: 'tell the operator of the service that its lists need a fixed order; -v shows the requests',
  })

/** Whether a page is the one asked for and has new rows. A service without pages sends the same rows again. */
export const continues = <Row extends { id: string }>(
  { rows, pagination }: Page<Row>,
  offset: number,
  before: ReadonlySet<string>,
): boolean => pagination.offset === offset && rows.some(({ id }) => !before.has(id))

/** Turns a refusal or a 404 into a page without rows, for a service that refuses an offset at the end of a list. */
export const emptyPageIfRefused =
  <Row>({ pagination }: Page<Row>) =>
  (error: unknown): Page<Row> => {
    if (error instanceof RejectedError || error instanceof NotFoundError) return { rows: [], pagination }
    throw error
  }
