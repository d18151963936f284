import type { Paragraph } from 'mdast'
import { isExpectedWord } from '../headings.ts'
import { writtenTextOf, spanOf } from '../tree.ts'

/** The offset of the word that introduces an expectation, and the offset of the expectation itself. */
export type Marker = { at: number; after: number }

/** Finds `**Expected:**`, `*Expected Result*:` and the like at the beginning of a line of a paragraph. */
export const markerIn = (text: string, { children }: Paragraph): Marker | undefined => {
  for (const [index, node] of children.entries()) {
    if (node.type !== 'strong' && node.type !== 'emphasis') continue
    const { start, end } = spanOf(node)
    if (index > 0 && !/\n[ \t]*$/.test(text.slice(0, start))) continue
    const word = writtenTextOf(text, node.children)
    const hasColon = word.endsWith(':')
    const [behind = ''] = /^:?[ \t]*/.exec(text.slice(end, end + 200)) ?? []
    if (isExpectedWord(word.replace(/:$/, '').trim()) && (hasColon || behind.startsWith(':')))
      return { at: start, after: end + (hasColon ? behind.replace(/^:.*/, '').length : behind.length) }
  }
  return undefined
}
