import type { Page } from './check-page.ts'

const trusted = new WeakSet<object>()

/** Marks the pagination, or the results of a run, of our own service: their `total` is the number of rows. DECISIONS 294 */
export const trustTotal = (counted: object): void => void trusted.add(counted)

/** Whether a pagination, or the results of a run, came from our own service. */
export const isTrusted = (counted: object): boolean => trusted.has(counted)

/**
 * Whether a list may go on after its total, because the page is full and ends exactly there: the total may count only the rows of the
 * page, or the pages. DECISIONS 294
 */
export const mayContinue = ({ rows, pagination }: Page<unknown>, offset: number): boolean =>
  rows.length > 0 &&
  offset + rows.length === pagination.total &&
  rows.length >= pagination.limit &&
  !isTrusted(pagination)
