import type { Command } from 'commander'
import { commandIn, isBelow, isCapitalised, nearestBelow } from '../usage.ts'
import { asExample, exists, fill, unquotedName, withFlags } from './fill.ts'
import { inProject, isIdentifier, isProject, nounOf } from './identifier.ts'
import { resultsIn, translated } from './translate.ts'
import { operandsOf } from './typed-option.ts'
import { says } from './words.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** An unknown command: the words up to the unknown one, the rest of the line, and the operands and identifiers in it. */
type UnknownWords = {
  words: readonly string[]
  rest: readonly string[]
  operands: readonly string[]
  ids: readonly string[]
  whole: () => Command
}

/** Returns the hint that the table has for words that are no command; undefined if it has none. */
export const tableHint = (
  words: readonly string[],
  { rest: typed, whole }: { rest: readonly string[]; whole: () => Command },
): string | undefined => {
  const rest = typed.flatMap((word) => (/^--to=./.test(word) ? ['--to', word.slice(5)] : [word]))
  const operands = operandsOf(whole(), rest)
  // An identifier that was typed twice counts once.
  const ids = [...new Set([...words.slice(-1), ...operands].filter(isIdentifier))]
  const unknown = { words, rest, operands, ids, whole }
  const lines = lineForEachId(unknown)
  if (lines !== undefined) return lines
  const hints = keysOf(unknown).flatMap((key) => says.get(key) ?? [])
  for (const hint of hints) {
    const filled = fillHint(hint, unknown)
    if (filled !== undefined) return filled
  }
  return undefined
}

/** Returns a line for each of several identifiers of one kind, if the table has a line for one: none is left out. DECISIONS 424 */
const lineForEachId = ({ words, rest, operands, ids, whole }: UnknownWords): string | undefined => {
  const kind = kindOf(operands[0])
  if (kind === undefined || !areSeveralOfOneNoun(ids) || !says.has([...words, kind].join(' '))) return undefined
  const lines = ids.map((id) =>
    tableHint(words, { rest: rest.filter((word) => word === id || !isIdentifier(word)), whole }),
  )
  return lines.every((line) => line?.startsWith('testctl ')) ? lines.join(' && ') : undefined
}

/** Returns the keys of the table that fit, the most specific first. A run is more specific than an identifier, a project than a word. */
const keysOf = ({ words, operands, ids, whole }: UnknownWords): string[] => {
  const path = words.slice(0, -1)
  const [last = ''] = words.slice(-1)
  const [first = ''] = operands
  const kind = kindOf(first)
  const placeholders = (some: readonly string[]) => some.map((word) => (isIdentifier(word) ? 'ID' : 'WORD'))
  const keys: (readonly string[])[] = []
  if (isProject(first)) keys.push([...words, 'PROJECT'])
  if (kind !== undefined && areSeveralOfOneNoun(ids)) keys.push([...words, `${kind}S`])
  // `tests R1 failed`: a run or a case may be in the place of the verb, too.
  const own = kindOf(last)
  if (own !== undefined) keys.push([...path, own, ...placeholders(operands.slice(0, 1))])
  if (kind !== undefined && ids.length === 1)
    for (const end of [2, 1]) keys.push([...words, kind, ...placeholders(operands.slice(1, end))])
  for (const end of [2, 1, 0])
    keys.push([...path, isIdentifier(last) ? 'ID' : last, ...placeholders(operands.slice(0, end))])
  const parent = commandIn(whole(), path)
  // `LIST` is list, typed in capitals, and no project.
  if (isProject(last) && !isBelow(parent, last.toLowerCase())) keys.push([...path, 'PROJECT'])
  // A word that resembles no verb names something of the user's own.
  if (path.length > 0 && !nearestBelow(parent, last)) {
    if (isCapitalised(last)) keys.push([...path, 'NAME'])
    keys.push([...path, /[./*]/.test(last) ? 'FILE' : 'WORD'])
  }
  return keys.map((key) => key.join(' '))
}

const kindOf = (word = ''): string | undefined => (isIdentifier(word) ? kinds[nounOf(word) ?? ''] : undefined)

const kinds: Readonly<Record<string, string>> = { runs: 'RUN', cases: 'CASE' }

const areSeveralOfOneNoun = ([first = '', ...others]: readonly string[]): boolean =>
  others.length > 0 && others.every((one) => nounOf(one) === nounOf(first))

/** Fills in a hint; undefined if its commands or flags do not exist, or it needs a text or a result that was not typed. */
const fillHint = (hint: string, { words, rest, operands, ids, whole }: UnknownWords): string | undefined => {
  const [last = ''] = words.slice(-1)
  const [id] = ids
  const own = operands.find((one) => !isIdentifier(one))
  const values = {
    id,
    ids: id && ids.join(' '),
    noun: id && nounOf(id),
    project: id && inProject(id),
    word: quoteWord(own ?? last),
    result: own && resultsIn(own),
    name: unquotedName([last, ...rest]),
  }
  if (hint.includes('{result}') && values.result === undefined) return undefined
  const draft = fill(hint, values)
  if (!exists(whole(), draft)) return undefined
  const command = commandIn(whole(), draft.slice(draft.indexOf('testctl ')).split(' '))
  const text = operandsOf(command, rest).filter((one) => !isIdentifier(one))
  if (hint.includes('{text}') && text.length === 0) return undefined
  const translatedRest = translated(rest, { command, whole })
  const line = fill(hint, {
    ...values,
    text: text.length > 0 ? quoteWord(text.join(' ')) : undefined,
    rest: restOf(hint, { command, words: translatedRest }),
  })
  return asExample(hint.includes('{rest') ? line : withFlags(line, { command, words: translatedRest }), [last, ...rest])
}

/** Returns the rest of the typed line for a hint. If it has only flags, the arguments of the example are put before them. */
const restOf = (hint: string, { command, words }: { command: Command; words: readonly string[] }): string => {
  const example = /\{rest\|([^}]*)\}/.exec(hint)?.[1]?.split(' ') ?? []
  const isWhole =
    words.length === 0 || operandsOf(command, words).length > 0 || words.some((word) => /^(--help|-h)$/.test(word))
  if (isWhole || example[0]?.startsWith('-')) return words.join(' ')
  const isTyped = example.some((word) => word.startsWith('-') && words.includes(word))
  return [...(isTyped ? operandsOf(command, example) : example), ...words].join(' ')
}
