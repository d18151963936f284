import type { Page } from './check-page.ts'

const trusted = new WeakSet<object>()

/** Notes the pagination of a service of ours, or the results of a run, whose `total` is the number of rows. DECISIONS 294 */
export const trustTotal = (counted: object): void => void trusted.add(counted)

/** Whether these are of a service of ours. */
export const isTrusted = (counted: object): boolean => trusted.has(counted)

/**
 * Whether a total may be another number than that of the rows, such as that of its page, or of the pages: the page is full and ends
 * just there. DECISIONS 294
 */
export const mayGoOn = ({ rows, pagination }: Page<unknown>, offset: number): boolean =>
  rows.length > 0 &&
  offset + rows.length === pagination.total &&
  rows.length >= pagination.limit &&
  !isTrusted(pagination)
