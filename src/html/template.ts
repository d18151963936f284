/** A fragment of HTML that goes into a page unchanged. In one that `html` built, every interpolated text is escaped. */
export type Html = { readonly markup: string }

type Value = Html | readonly Html[] | string | number | false | undefined

/**
 * Builds a fragment of HTML: html`<p title="${name}">${name}</p>`. Escapes texts and numbers, and inserts fragments unchanged.
 * Put the value of an attribute in double quotes.
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
