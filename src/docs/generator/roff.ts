/** The pieces that manual pages are made of, in the macros that groff and mandoc understand alike. */

/** Escapes a text for roff, line by line. */
export const escapeRoff = (text: string): string => text.split('\n').map(escapeLine).join('\n')

/** Formats a section, of a heading and lines; nothing if there are no lines. */
export const roffSection = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`.SH ${escapeRoff(heading.toUpperCase())}`, ...withoutParagraph(lines)]

/** Formats a section within a section. */
export const subsection = (heading: string, lines: readonly string[]): string[] => [
  `.SS ${escapeRoff(heading)}`,
  ...withoutParagraph(lines),
]

/** Formats a paragraph. */
export const paragraph = (text: string): string[] => ['.PP', escapeRoff(text)]

/** Formats a term in bold, and its definition indented below it. */
export const definition = (term: string, text: string): string[] => ['.TP', bold(term), escapeRoff(text)]

/** Formats lines that stay as they are. */
export const verbatim = (lines: readonly string[]): string[] => [
  '.PP',
  '.RS 4',
  '.nf',
  ...lines.map(escapeRoff),
  '.fi',
  '.RE',
]

/** Formats a text in bold. */
export const bold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`

// A heading already begins a paragraph.
const withoutParagraph = (lines: readonly string[]): readonly string[] => (lines[0] === '.PP' ? lines.slice(1) : lines)

// roff would turn hyphens, quotes and accents into typographic ones, which do not work when pasted into a shell. A dot or an
// apostrophe at the beginning of a line would be a request.
const escapeLine = (line: string): string =>
  line
    .replaceAll('\\', '\\e')
    .replace(/["'`^~-]/g, (found) => `\\${marks[found]}`)
    .replace(/[^\n -~]/gu, (found) => `\\[u${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/^\./, '\\&.')

const marks: Readonly<Record<string, string>> = {
  '"': '(dq',
  "'": '(aq',
  '`': '(ga',
  '^': '(ha',
  '~': '(ti',
  '-': '-',
}
