import type { Noun } from '../../contract/vocabulary.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'

/** An identifier, and the name of its resource. */
export type CachedName = { identifier: string; name: string }

/** The maximum number of names that are kept of a noun in a project. */
export const mostNames = 1000

/** Formats a name as a line, `WEB-T12<TAB>Login works`. Characters that could break the line or act on a terminal become a space. */
export const formatName = ({ identifier, name }: CachedName): string => `${identifier}\t${shorten(name)}\n`

/**
 * Yields, one at a time, the names in lines of `formatName` whose identifiers begin with `begun`, in either case. Skips any other
 * line, other nouns, and a line that is cut short at the end of the text.
 */
export const findNames = function* (text: string, noun: Noun, begun = ''): Generator<CachedName> {
  // A Tab waits for this, and a regular expression is much faster than a loop.
  const line = new RegExp(`^(${begun.replace(/\W/g, '\\$&')}[^\\t\\n]*)\\t(.*)\\n`, 'gim')
  for (const [, identifier = '', name = ''] of text.matchAll(line))
    if (isIdentifierOf(noun, identifier)) yield { identifier, name }
}

/** Whether a text is the identifier of something of this noun. */
export const isIdentifierOf = (noun: Noun, text: string): boolean =>
  noun === 'projects' ? /^[A-Za-z0-9_][A-Za-z0-9_-]{0,127}$/.test(text) : parseIdentifier(text)?.noun === noun

// A shell shows no more than 120 characters of a name.
const shorten = (name: string): string => {
  if (/^[!-~](?: ?[!-~]){0,119}$/.test(name)) return name
  const line = name
    .slice(0, 1000)
    .replace(/[\0-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ')
    .trim()
  return line.length > 120 ? Array.from(line).slice(0, 120).join('') : line
}
