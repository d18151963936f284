/** A part of a text for a terminal: a paragraph, lines that stay as they are, or lines with a heading. */
export type PageBlock =
  | { kind: 'text'; text: string }
  | { kind: 'lines'; lines: readonly string[] }
  | { kind: 'list'; heading: string; lines: readonly string[] }

/** Splits a text at its empty lines. Paragraphs lose their line breaks; indented lines keep them. */
export const readBlocks = (text: string): PageBlock[] =>
  text
    .split(/\n(?:[ \t]*\n)+/)
    .map((part) => part.replace(/^\n+|\s+$/g, ''))
    .filter((part) => part !== '')
    .map(readBlock)

const readBlock = (part: string): PageBlock => {
  const [first = '', ...others] = part.split('\n')
  const isIndented = (line: string) => line.startsWith('  ')
  if (others.length > 0 && others.every(isIndented) && first.endsWith(':'))
    return { kind: 'list', heading: first.slice(0, -1), lines: outdent(others) }
  if ([first, ...others].some(isIndented)) return { kind: 'lines', lines: outdent([first, ...others]) }
  return { kind: 'text', text: [first, ...others].join(' ') }
}

const outdent = (lines: readonly string[]): string[] => {
  const depth = lines.reduce((least, line) => Math.min(least, line.length - line.trimStart().length), Infinity)
  return lines.map((line) => line.slice(depth))
}
