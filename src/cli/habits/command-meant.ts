import type { Command } from 'commander'
import { optionOf } from '../dashes.ts'
import { isShared } from '../flags.ts'
import { commandIn, isBelow, isCapitalised, nearestBelow, pathOf } from '../usage.ts'
import { asExample, exampleWith, exists, fill } from './fill.ts'
import { identifierIn, inProject, isIdentifier, isProject, letterOf, nounOf, readingOf } from './identifier.ts'
import { translated, verbs } from './translate.ts'
import { operandsOf } from './typed-option.ts'
import { does, says } from './words.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** A command line that commander refuses, and the program that refuses it; `whole` has every command. */
export type Refused = { program: Command; whole: () => Command; argv: readonly string[] }

type CommandMeant = { argv?: string[]; hint?: string | undefined; parent: Command }

/** What a word means that is no command where it stands. */
export const commandMeant = (word: string, { program, whole, argv }: Refused): CommandMeant => {
  const { parent, at } = placeOf(program, word, argv)
  const place = pathOf(parent).split(' ').slice(1)
  const rest = parent === program ? apart(whole(), argv.slice(at + 1)) : argv.slice(at + 1)
  const instead = (words: readonly string[], left: readonly string[] = rest): CommandMeant => ({
    argv: [...argv.slice(0, at).filter((one) => !isBelow(program, one) || place.length === 0), ...words, ...left],
    parent,
  })
  if (word === 'help' && parent !== program) return { argv: ['help', ...place, ...rest], parent }
  const done = does.get([...place, word].join(' '))
  if (done) return instead(done.split(' '))
  const hint = saidOf([...place, word], { rest, whole })
  const verb = verbs.get(word) ?? word
  if (parent === program) {
    const swapped = verbFirst(whole(), verb, rest)
    if (swapped) return instead(swapped.words, swapped.rest)
    // Whatever an identifier names can be read by one command alone. A change is only said.
    const named = nounIn(whole(), rest)
    if (named && isBelow(named, verb)?.name() === 'get') return instead([named.name(), 'get'])
  }
  // `SHOP cases list`
  if (parent === program && isProject(word) && isBelow(whole(), rest[0] ?? ''))
    return { hint: ['testctl', ...rest.map(quoteWord), '-p', word].join(' '), parent }
  if (hint) return { hint, parent }
  const identifier = identifierIn(word)
  if (identifier) return { hint: `testctl ${readingOf(parent.name(), identifier)} ${identifier}`, parent }
  const letter = letterOf(parent.name())
  if (letter && /^[0-9]{1,9}$/.test(word)) return { hint: `testctl ${parent.name()} get ${letter}${word}`, parent }
  return { hint: parent === program ? verbAlone(whole(), verb, rest) : undefined, parent }
}

/** kubectl's `case/C1`, where it comes first, as two words. */
const apart = (program: Command, [first = '', ...others]: readonly string[]): string[] => {
  const [noun = '', id = '', ...more] = first.split('/')
  const isNamed = isBelow(program, noun) && isIdentifier(id) && more.length === 0
  return [...(isNamed ? [noun, id] : first ? [first] : []), ...others]
}

/** The hint of the table for words that are no command: first with the words that follow, as `ID` or `WORD`, then without. */
const saidOf = (
  words: readonly string[],
  { rest: typed, whole }: { rest: readonly string[]; whole: () => Command },
): string | undefined => {
  const rest = typed.flatMap((word) => (/^--to=./.test(word) ? ['--to', word.slice(5)] : [word]))
  const follow = [...words.slice(-1), ...operandsOf(whole(), rest)]
  const [id, ...others] = follow.filter(isIdentifier)
  const shape = (all: readonly string[]) => all.map((word) => (isIdentifier(word) ? 'ID' : 'WORD'))
  const named = isIdentifier(words.at(-1) ?? '') ? [...words.slice(0, -1), 'ID'] : words
  const keys = [2, 1, 0].map((most) => [...named, ...shape(follow.slice(1, 1 + most))].join(' '))
  const [last = ''] = words.slice(-1)
  // More is said of a project than of another word, and of a run than of another identifier. LIST is list, typed in capitals.
  const kind = kinds[nounOf(follow[1] ?? '') ?? '']
  if (kind !== undefined && others.length === 0)
    for (const end of [2, 3]) keys.unshift([...words, kind, ...shape(follow.slice(2, end))].join(' '))
  // `tests R1 failed`: what was typed in the place of a command may be of such a kind, too.
  const own = kinds[nounOf(last) ?? '']
  if (own !== undefined) keys.unshift([...words.slice(0, -1), own, ...shape(follow.slice(1, 2))].join(' '))
  // Of several none is left out. DECISIONS 424
  if (kind !== undefined && others.length > 0 && others.every((one) => nounOf(one) === nounOf(id!))) {
    const alone = (own: string) => rest.filter((word) => word === own || !isIdentifier(word))
    const lines = [...new Set([id!, ...others])].map((own) => saidOf(words, { rest: alone(own), whole }))
    if (says.has([...words, kind].join(' ')) && lines.every((line) => line?.startsWith('testctl ')))
      return lines.join(' && ')
    keys.unshift([...words, `${kind}S`].join(' '))
  }
  if (isProject(follow[1] ?? '')) keys.unshift([...words, 'PROJECT'].join(' '))
  const parent = commandIn(whole(), words.slice(0, -1))
  if (isProject(last) && !isBelow(parent, last.toLowerCase())) keys.push([...words.slice(0, -1), 'PROJECT'].join(' '))
  // Not a mistyped verb, but something of the user's own.
  if (words.length > 1 && !nearestBelow(parent, last))
    for (const kind of [...(isCapitalised(last) ? ['NAME'] : []), /[./*]/.test(last) ? 'FILE' : 'WORD'])
      keys.push([...words.slice(0, -1), kind].join(' '))
  for (const hint of keys.flatMap((key) => says.get(key) ?? [])) {
    const word = follow.slice(1).find((one) => !isIdentifier(one))
    const values = {
      id,
      ids: id && [id, ...others].join(' '),
      noun: id && nounOf(id),
      project: id && inProject(id),
      word: quoteWord(word ?? last),
      name: nameIn([last, ...rest]),
    }
    const draft = fill(hint, values)
    if (!exists(whole(), draft)) continue
    const command = commandIn(whole(), draft.slice(draft.indexOf('testctl ')).split(' '))
    const text = operandsOf(command, rest).filter((one) => !isIdentifier(one))
    if (hint.includes('{text}') && text.length === 0) continue
    const words = translated(rest, { command, whole })
    const line = fill(hint, {
      ...values,
      text: text.length > 0 ? quoteWord(text.join(' ')) : undefined,
      rest: restOf(hint, { command, words }),
    })
    return asExample(hint.includes('{rest') ? line : withFlags(line, { command, words }), [last, ...rest])
  }
  return undefined
}

const kinds: Readonly<Record<string, string>> = { runs: 'RUN', cases: 'CASE' }

/** What was typed after such words, for a hint: before flags alone stands the argument of the example, and what belongs to it. */
const restOf = (hint: string, { command, words }: { command: Command; words: readonly string[] }): string => {
  const example = /\{rest\|([^}]*)\}/.exec(hint)?.[1]?.split(' ') ?? []
  const isWhole =
    words.length === 0 || operandsOf(command, words).length > 0 || words.some((word) => /^(--help|-h)$/.test(word))
  if (isWhole || example[0]?.startsWith('-')) return words.join(' ')
  const isTyped = example.some((word) => word.startsWith('-') && words.includes(word))
  return [...(isTyped ? operandsOf(command, example) : example), ...words].join(' ')
}

/** The line of a hint with the flags of its command that were typed, in the place of those that it has. DECISIONS 408 */
const withFlags = (line: string, { command, words }: { command: Command; words: readonly string[] }): string => {
  if (!line.startsWith('testctl ') || / [|&]/.test(line)) return line
  return words.reduce((kept, word, at) => {
    const [flag = ''] = /^--?[\w-]+/.exec(word) ?? []
    const option = optionOf(command, flag)
    if (!option || isShared(option)) return kept
    const value = option.required && word === flag ? words[at + 1] : undefined
    const same = new RegExp(` ${option.long?.replace(/-file$/, '')} (?:'[^']*'|\\\\'|[^\\s'])+`)
    return [kept.replace(same, ''), word, ...(value === undefined ? [] : [value])].join(' ')
  }, line)
}

/** A name that was typed without quotes: the words up to the first flag. */
const nameIn = (words: readonly string[]): string => {
  const flag = words.findIndex((word) => word.startsWith('-'))
  return quoteWord(words.slice(0, flag < 0 ? words.length : flag).join(' '))
}

/** Where in the command line a word stands that is no command, and below which command. */
const placeOf = (program: Command, word: string, argv: readonly string[]): { parent: Command; at: number } => {
  let parent = program
  for (const [at, one] of argv.entries()) {
    const next = isBelow(parent, one)
    if (next) parent = next
    else if (one === word) return { parent, at }
  }
  return { parent: program, at: argv.indexOf(word) }
}

/** `get runs` as `runs list`, `describe run R1` as `run get R1`. */
const verbFirst = (
  program: Command,
  verb: string,
  rest: readonly string[],
): { words: string[]; rest: string[] } | undefined => {
  const at = rest.findIndex((word) => isBelow(program, word))
  const noun = isBelow(program, rest[at] ?? '')
  // Flags may stand between, no other words.
  if (!noun || rest.slice(0, at).some((word) => !word.startsWith('-'))) return undefined
  const found = isBelow(noun, verb)
  if (!found) return undefined
  const left = rest.toSpliced(at, 1)
  const hasId = left.some((word) => isIdentifier(word) || word === '-' || /^[\w-]{20,}$/.test(word))
  const name = found.name() === 'get' && !hasId && isBelow(noun, 'list') ? 'list' : found.name()
  return { words: [noun.name(), name], rest: left }
}

/** The noun of what is named: by the letter of the first identifier, or `projects` of a word in capitals. */
const nounIn = (program: Command, words: readonly string[]): Command | undefined => {
  const [first = ''] = words
  const id = words.find(isIdentifier)
  const noun = id === undefined ? (isProject(first) ? 'projects' : undefined) : nounOf(id)
  return noun === undefined ? undefined : isBelow(program, noun)
}

/** A verb without its noun: the one that has it, or the first of those that have it. */
const verbAlone = (program: Command, verb: string, words: readonly string[]): string | undefined => {
  const restOf = (command: Command) => translated(words, { command, whole: () => program })
  const named = nounIn(program, words)
  const below = named && isBelow(program, within[named.name()] ?? '')
  const found = [named, below].map((noun) => noun && isBelow(noun, verb)).find((one) => one?.registeredArguments.length)
  if (found) return [pathOf(found), ...restOf(found)].join(' ')
  const owners = program.commands.filter((noun) => isBelow(noun, verb))
  const [first] = owners
  if (!first) return undefined
  const command = isBelow(first, verb)!
  // What is named is of another kind, or no command takes it.
  if (named) return exampleWith(isBelow(named, verb) ?? command, words) ?? pathOf(command)
  if (owners.length === 1) return [pathOf(command), ...restOf(command)].join(' ')
  return `a noun stands first: ${owners.map((one) => `${pathOf(one)} ${command.name()}`).join(', ')}`
}

// What belongs to one of these is listed, and created, by its identifier.
const within: Readonly<Record<string, string>> = { runs: 'tests', cases: 'comments', tests: 'comments' }
