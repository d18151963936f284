import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Nodes, Root } from 'mdast'

/** A text of Markdown, and the blocks in it; what they say is cut out of the text by their offsets, never written anew. */
export type MarkdownText = { text: string; blocks: Root['children'] }

export const parseMarkdown = (text: string): MarkdownText => ({ text, blocks: fromMarkdown(text).children })

/**
 * The first line that begins with more marks of lists and quotes than anybody writes; undefined where there is none. The parser takes a
 * second for two thousand of them, a minute for eight thousand, and hears no signal meanwhile. A line that is a rule (`- - -`) is none. DECISIONS 506
 */
export const tooDeepLineIn = (text: string): number | undefined => {
  for (const { 0: line, index } of text.matchAll(manyMarks))
    if (!/^(?:[- \t]+|[* \t]+)$/.test(line)) return text.slice(0, index).split('\n').length
  return undefined
}

const manyMarks = /^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])(?![^ \t])){50}.*$/gm

/** Where a node begins and ends in its text. */
export const spanOf = ({ position }: Nodes): { start: number; end: number } => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})

/** The line that a node begins in, from 1. */
export const lineOf = ({ position }: Nodes): number => position?.start.line ?? 1

/** What stands between the first and the last of some nodes, as it was written. */
export const writtenTextOf = (text: string, nodes: readonly Nodes[]): string => {
  const [first, last] = [nodes[0], nodes.at(-1)]
  return first && last ? text.slice(spanOf(first).start, spanOf(last).end) : ''
}

/** A text without empty lines at its beginning and without empty space at its end. */
export const trimBlock = (text: string): string => text.replace(/^[ \t\n]*\n/, '').replace(/(?<![ \t\n])[ \t\n]+$/, '')

/** A text of several lines without the indentation that all but the first have. */
export const withoutIndent = (text: string, columns: number): string =>
  text.replace(/\n( *)/g, (_, spaces: string) => `\n${spaces.slice(columns)}`)
