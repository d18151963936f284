import type { Tally } from '../loss/tally.ts'
import { htmlToMarkdown } from './index.ts'

/** Converts a field from HTML to Markdown. If `to` is given, records in the tally that the field goes there. */
export const htmlIn = (
  { from, text, to, place }: { from: string; text: string; to?: string; place: string },
  tally: Tally,
): string => {
  if (!text.trim()) return ''
  if (to) tally.field(from, to)
  const converted = htmlToMarkdown(text)
  if (converted.isSource) tally.note('kept as HTML, because Markdown would lose something', `${place}, ${from}`)
  return converted.text
}
