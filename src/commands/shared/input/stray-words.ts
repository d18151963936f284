import type { Context } from '../../../composition/context.ts'
import { type Noun, type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import { UsageError } from '../../../errors.ts'
import { quoteWord } from '../../../system/shell-line.ts'
import { isIdentifierOrRange, isSurelyId } from './id-words.ts'
import { suggestId, meantByWord } from './mistyped-identifier.ts'

/**
 * Throws a UsageError, before any change, for words among IDs that are the rest of a name without its quotes, as in
 * `cases update C1 --name Login works`, and for words beside identifiers that can hardly be an id or a name. DECISIONS 260
 */
export const refuseStrayWords = (
  context: Context,
  noun: NumberedNoun,
  typed: readonly string[],
  beside: readonly string[] = typed,
): void => {
  const { label, letter } = resources[noun]
  const isNamed = noun === 'runs' || noun === 'milestones'
  for (const stray of typed) {
    if (stray === '-' || isId(stray)) continue
    const line = lineWithQuotes(context.io.argv, { stray, typed })
    if (line === undefined && (isNamed || !beside.some(isIdentifierOrRange))) continue
    throw new UsageError(notAnId(noun, stray), {
      hint: line ?? meantByWord(noun, stray) ?? `a ${label} is written WEB-${letter}12`,
    })
  }
}

/**
 * Returns the IDs in a line of stdin: the whole first cell of a row with tabs; every word, if each is an ID or there is only one. Any
 * other line is a name, for runs and milestones. For other nouns it must begin with its only ID; if not, throws a UsageError.
 * DECISIONS 260
 */
export const idsInLine = (noun: Noun, line: string): string[] => {
  const [cell = '', ...cells] = line.split('\t').map((text) => text.trim())
  if (cells.length > 0) return cells.some(Boolean) || cell !== '' ? [cell] : []
  const words = cell.split(/\s+/).filter(Boolean)
  const [first, ...others] = words
  if (first === undefined || words.length === 1 || words.every(isId)) return words
  if (noun === 'runs' || noun === 'milestones') return [cell]
  // A row copied from a terminal: `WEB-T1  ✓ Login works`.
  if (isId(first) && !others.some(isId)) return [first]
  const stray = isId(first) ? (others.find((word) => !isId(word)) ?? cell) : cell
  throw new UsageError(notAnId(noun, stray), {
    hint: suggestId(noun, stray) ?? 'a line has one ID, or several with blanks',
  })
}

const isId = (word: string): boolean => isIdentifierOrRange(word) || isSurelyId(word)

const notAnId = (noun: Noun, word: string): string =>
  `${JSON.stringify(word)} is neither an identifier nor an id of a ${resources[noun].label}`

/** Returns the line with the stray words quoted into the value of the flag before them, if IDs are elsewhere: `--name 'Login works'`. */
const lineWithQuotes = (
  argv: readonly string[],
  { stray, typed }: { stray: string; typed: readonly string[] },
): string | undefined => {
  const at = argv.lastIndexOf(stray)
  const flag = argv.findLastIndex((word, index) => index < at && word.startsWith('-'))
  const [, name, joined] = /^(--[a-z-]+)(?:=([^]*))?$/.exec(argv[flag] ?? '') ?? []
  if (name === undefined || !texts.has(name)) return undefined
  const words = argv.slice(flag + 1)
  const end = words.findIndex((word) => word.startsWith('-') || isIdentifierOrRange(word))
  const own = end < 0 ? words : words.slice(0, end)
  const text = joined === undefined ? own : [joined, ...own]
  if (text.length < 2 || !own.includes(stray) || typed.every((word) => own.includes(word))) return undefined
  const line = [...argv.slice(0, flag), name, text.join(' '), ...words.slice(own.length)]
  return `testctl ${line.map(quoteWord).join(' ')}`
}

/** Flags whose value often has spaces. */
const texts = new Set(['--name', '--to', '--assigned-to', '--comment', '--content', '--preconditions', '--milestone'])
