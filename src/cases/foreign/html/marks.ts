/** Puts Markdown marks around each line. Spaces stay outside, or Markdown would take the marks for text. */
export const marked = (text: string, mark: string): string =>
  text.replace(/[^\s].*[^\s]|[^\s]/g, (line) => mark + line + mark)

/** Formats a text as code within a line. */
export const inCode = (text: string): string => {
  if (!text.trim()) return text
  const fence = '`'.repeat(longestRun(text) + 1)
  const room = /^`|`$/.test(text) ? ' ' : ''
  return fence + room + text + room + fence
}

/** Formats a text as a block of code. */
export const fenced = (text: string): string => {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return text.trim() ? `${fence}\n${text.replace(/^\n/, '').trimEnd()}\n${fence}` : ''
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0)

/** Formats a link; returns the text alone if the address is the same, or may run a script. */
export const link = (text: string, href: string | undefined): string => {
  if (!href || !text.trim()) return text || (href ?? '')
  const isAddress = /^(https?|ftp|mailto):|^[^:]*$/i.test(href)
  return isAddress && text.trim() !== href ? `[${text.trim()}](${addressIn(href)})` : text
}

/** Formats an image. Drops the data of one that is embedded in the HTML (`data:`), which is too large for a text. */
export const image = ({ src = '', alt = '' }: { src?: string; alt?: string }): string =>
  `![${alt}](${/^data:/i.test(src) ? 'data:' : addressIn(src)})`

const addressIn = (url: string): string =>
  /[\s()<>]/.test(url) ? `<${url.replace(/[<>\n]/g, encodeURIComponent)}>` : url

/** Formats a list item; indents its further lines below its text. */
export const listItem = (marker: string, text: string): string =>
  marker + text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`)
