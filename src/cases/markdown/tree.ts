import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Nodes, Root } from 'mdast'

/** A Markdown text and its blocks. Their content is cut out of the text by offset, never generated from the tree. */
export type MarkdownText = { text: string; blocks: Root['children'] }

/** Parses a Markdown text into its blocks. */
export const parseMarkdown = (text: string): MarkdownText => ({ text, blocks: fromMarkdown(text).children })

/**
 * Returns the first line that begins with 50 or more marks of lists and quotes; undefined if none does. The parser takes a second for
 * two thousand of them, a minute for eight thousand, and no signal is handled meanwhile. A thematic break (`- - -`) does not count.
 * DECISIONS 506
 */
export const tooDeepLineIn = (text: string): number | undefined => {
  for (const { 0: line, index } of text.matchAll(manyMarks))
    if (!/^(?:[- \t]+|[* \t]+)$/.test(line)) return text.slice(0, index).split('\n').length
  return undefined
}

const manyMarks = /^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])(?![^ \t])){50}.*$/gm

/** Returns the offsets at which a node begins and ends in its text. */
export const spanOf = ({ position }: Nodes): { start: number; end: number } => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})

/** Returns the line in which a node begins, from 1. */
export const lineOf = ({ position }: Nodes): number => position?.start.line ?? 1

/** Returns the source text from the first to the last of some nodes. */
export const writtenTextOf = (text: string, nodes: readonly Nodes[]): string => {
  const [first, last] = [nodes[0], nodes.at(-1)]
  return first && last ? text.slice(spanOf(first).start, spanOf(last).end) : ''
}

/** Removes empty lines at the beginning of a text and white space at its end. */
export const trimBlock = (text: string): string => text.replace(/^[ \t\n]*\n/, '').replace(/(?<![ \t\n])[ \t\n]+$/, '')

/** Removes up to `columns` spaces of indentation from each line but the first. */
export const withoutIndent = (text: string, columns: number): string =>
  text.replace(/\n( *)/g, (_, spaces: string) => `\n${spaces.slice(columns)}`)
