/** A piece of a page, in which all that came from elsewhere is escaped. */
export type Html = { readonly markup: string }

type Value = Html | readonly Html[] | string | number | false | undefined

/**
 * Writes a piece of a page: html`<p title="${name}">${name}</p>`. Texts are escaped, pieces are taken as they are. What
 * stands in an attribute stands in double quotes.
 */
export const html = (fixed: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  markup: fixed.map((text, at) => text + markupOf(values[at])).join(''),
})

const markupOf = (value: Value): string => {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  return 'markup' in value ? value.markup : value.map(markupOf).join('')
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found] ?? found)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
