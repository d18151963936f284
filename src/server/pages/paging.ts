import { type Html, html } from '../../html/template.ts'

/** A page of a list: its number, the number of pages, and its rows, as an offset and limit from the beginning of the list. */
export type Paging = { page: number; pages: number; offset: number; limit: number }

/** Returns a page of a list by its number; undefined if it is out of range. */
export const pagingOf = (page: number, { total, size }: { total: number; size: number }): Paging | undefined => {
  const pages = Math.max(1, Math.ceil(total / size))
  if (page < 1 || page > pages) return undefined
  return { page, pages, offset: (page - 1) * size, limit: size }
}

/** Returns a page of a list that is read from its end: the first page has the newest rows; undefined if it is out of range. */
export const newestPageOf = (page: number, of: { total: number; size: number }): Paging | undefined => {
  const found = pagingOf(page, of)
  if (!found) return undefined
  const end = of.total - found.offset
  const offset = Math.max(0, end - of.size)
  return { ...found, offset, limit: Math.max(1, end - offset) }
}

/** Renders the links to the previous and the next page; nothing if there is only one page. */
export const pagesIn = (here: string, { page, pages }: Paging, label = 'Pages'): Html =>
  pages === 1
    ? html``
    : html`<nav class="pages" aria-label="${label}">
        ${page > 1 && html`<a href="${here}?page=${page - 1}" rel="prev">← Previous</a>`}
        <span>Page ${page} of ${pages}</span>
        ${page < pages && html`<a href="${here}?page=${page + 1}" rel="next">Next →</a>`}
      </nav>`
