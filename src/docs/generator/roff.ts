/** The pieces that manual pages are made of, in the macros that groff and mandoc understand alike. */

/** A text of people, on as many lines of roff as it has. */
export const escapeRoff = (text: string): string => text.split('\n').map(escapeLine).join('\n')

/** A section: its heading and what stands in it; nothing where that is empty. */
export const roffSection = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`.SH ${escapeRoff(heading.toUpperCase())}`, ...withoutParagraph(lines)]

/** A section within one. */
export const subsection = (heading: string, lines: readonly string[]): string[] => [
  `.SS ${escapeRoff(heading)}`,
  ...withoutParagraph(lines),
]

/** A paragraph. */
export const paragraph = (text: string): string[] => ['.PP', escapeRoff(text)]

/** A term in bold, and below it, indented, what it is. */
export const definition = (term: string, text: string): string[] => ['.TP', bold(term), escapeRoff(text)]

/** Lines that stay as they are. */
export const verbatim = (lines: readonly string[]): string[] => [
  '.PP',
  '.RS 4',
  '.nf',
  ...lines.map(escapeRoff),
  '.fi',
  '.RE',
]

/** A text in bold. */
export const bold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`

// A heading begins one by itself.
const withoutParagraph = (lines: readonly string[]): readonly string[] => (lines[0] === '.PP' ? lines.slice(1) : lines)

// A hyphen would be set as a real one, quotes and accents as typographic ones, none of which can be typed again. A dot or
// an apostrophe at the beginning of a line would be a request.
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
