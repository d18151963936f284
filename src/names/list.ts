import type { Noun } from '../contract/vocabulary.ts'
import { parseIdentifier } from '../identifiers.ts'

/** An identifier, and the name of what it stands for. */
export type Named = { identifier: string; name: string }

/** How many names of a noun are kept in a project. */
export const mostNames = 1000

/** Writes names as lines, `WEB-T12<TAB>Login works`. What could break a line or act on a terminal becomes a space. */
export const formatNames = (names: readonly Named[]): string =>
  names.map(({ identifier, name }) => `${identifier}\t${shorten(name)}\n`).join('')

/** Reads such lines. One that is anything else, of another noun, or cut short at the end of the text is left out. */
export const parseNames = (text: string, noun: Noun): Named[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n', mostNames)
    .flatMap((line) => {
      const tab = line.indexOf('\t')
      const identifier = line.slice(0, tab)
      return tab > 0 && isIdentifierOf(noun, identifier) ? { identifier, name: line.slice(tab + 1) } : []
    })

/** Whether a text is the identifier of something of this noun. */
export const isIdentifierOf = (noun: Noun, text: string): boolean =>
  noun === 'projects' ? /^[A-Za-z0-9_][A-Za-z0-9_-]{0,127}$/.test(text) : parseIdentifier(text)?.noun === noun

// What a shell shows is not longer, whatever a service sends.
const shorten = (name: string): string => {
  const line = name
    .slice(0, 1000)
    .replace(/[\0-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ')
    .trim()
  return line.length > 120 ? Array.from(line).slice(0, 120).join('') : line
}
