/**
 * The HTML tags that editors write. Everything else in angle brackets is text: `List<String>`, `<username>`. So are `script` and
 * `style`, which must not be lost unseen.
 */
const known = new Set(
  (
    'a abbr address article aside b big blockquote br caption center cite code col colgroup dd del details dfn div dl dt ' +
    'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section ' +
    'small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr'
  ).split(' '),
)

// `<a and b>` is no tag: what follows the name must be attributes with their values.
const tag = /<\/?([a-z][a-z0-9]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+)|\s+(?:nowrap|hidden))*\s*\/?>/gi

const isTag = (name: string | undefined): boolean => known.has((name ?? '').toLowerCase())

/** Whether a text has an HTML tag. */
export const hasTags = (text: string): boolean => {
  for (const [, name] of text.matchAll(tag)) if (isTag(name)) return true
  return false
}

/** Escapes every `<` that does not begin an HTML tag, so that a parser takes it for text. */
export const withoutForeignTags = (text: string): string => {
  let kept = ''
  let at = 0
  for (const found of text.matchAll(tag)) {
    if (!isTag(found[1])) continue
    kept += text.slice(at, found.index).replaceAll('<', '&lt;') + found[0]
    at = found.index + found[0].length
  }
  return kept + text.slice(at).replaceAll('<', '&lt;')
}

/** Removes HTML comments from a text; one that has no end is text. */
export const withoutComments = (text: string): string => {
  let kept = ''
  let at = 0
  for (;;) {
    const start = text.indexOf('<!--', at)
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4)
    if (end < 0) return kept + text.slice(at)
    kept += text.slice(at, start)
    at = end + 3
  }
}
