import type { Page } from './check-page.ts'

/** Whether a total may be the number of rows of its page: the first one is full, and has as many. DECISIONS 294 */
export const mayGoOn = ({ rows, pagination: { limit, total } }: Page<unknown>, offset: number): boolean =>
  offset === 0 && rows.length > 0 && rows.length === total && rows.length >= limit
