import type { Command } from 'commander'
import { commandIn, isBelow, pathOf } from '../usage.ts'
import { exampleWith } from './fill.ts'
import { identifierIn, isId, isIdentifier, isProject, letterOf, nounOf, readingOf } from './identifier.ts'
import { tableHint } from './table-hint.ts'
import { translated, verbs } from './translate.ts'
import { does } from './words.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** A command line that commander refuses, and the program that refuses it; `whole` returns the tree with every command. */
export type Refused = { program: Command; whole: () => Command; argv: readonly string[] }

type CommandMeant = { argv?: string[]; hint?: string | undefined; parent: Command }

/** Returns the meaning of an unknown command word: another command line, or a hint. */
export const commandMeant = (word: string, { program, whole, argv }: Refused): CommandMeant => {
  const { parent, at } = placeOf(program, word, argv)
  const path = pathOf(parent).split(' ').slice(1)
  const isFirst = parent === program
  const rest = isFirst ? apart(whole(), argv.slice(at + 1)) : argv.slice(at + 1)
  const instead = (words: readonly string[], left: readonly string[] = rest): CommandMeant => ({
    argv: [...argv.slice(0, at).filter((one) => !isBelow(program, one) || isFirst), ...words, ...left],
    parent,
  })
  if (word === 'help' && !isFirst) return { argv: ['help', ...path, ...rest], parent }
  const sameCommand = does.get([...path, word].join(' '))
  if (sameCommand) return instead(sameCommand.split(' '))
  const verb = verbs.get(word) ?? word
  if (isFirst) {
    const swapped = verbFirst(whole(), verb, rest)
    if (swapped) return instead(swapped.words, swapped.rest)
    // An identifier determines the command that reads it, so `get` runs. Any other verb may change something, and is only a hint.
    const noun = nounIn(whole(), rest)
    if (noun && isBelow(noun, verb)?.name() === 'get') return instead([noun.name(), 'get'])
  }
  const hint =
    (isFirst ? projectFirst(whole(), word, rest) : undefined) ??
    tableHint([...path, word], { rest, whole }) ??
    readingHint(parent.name(), word) ??
    (isFirst ? verbAlone(whole(), verb, rest) : undefined)
  return { hint, parent }
}

/** Returns `SHOP cases list` as `testctl cases list -p SHOP`. */
const projectFirst = (program: Command, word: string, rest: readonly string[]): string | undefined =>
  isProject(word) && isBelow(program, rest[0] ?? '')
    ? ['testctl', ...rest.map(quoteWord), '-p', word].join(' ')
    : undefined

/** Returns the command that reads an identifier, or the bare number of one of the noun: `tests T1`, `runs 7`. */
const readingHint = (noun: string, word: string): string | undefined => {
  const identifier = identifierIn(word)
  if (identifier) return `testctl ${readingOf(noun, identifier)} ${identifier}`
  const letter = letterOf(noun)
  return letter && /^[0-9]{1,9}$/.test(word) ? `testctl ${noun} get ${letter}${word}` : undefined
}

/** Splits kubectl's `case/C1` into two words, if it comes first. */
const apart = (program: Command, [first = '', ...others]: readonly string[]): string[] => {
  const [noun = '', id = '', ...more] = first.split('/')
  const isNamed = isBelow(program, noun) && isIdentifier(id) && more.length === 0
  return [...(isNamed ? [noun, id] : first ? [first] : []), ...others]
}

/** Finds a word of the command line that is not a command: its index, and the command before it. */
const placeOf = (program: Command, word: string, argv: readonly string[]): { parent: Command; at: number } => {
  let parent = program
  for (const [at, one] of argv.entries()) {
    const next = isBelow(parent, one)
    if (next) parent = next
    else if (one === word) return { parent, at }
  }
  return { parent: program, at: argv.indexOf(word) }
}

/** Puts a verb after its noun: `get runs` as `runs list`, `describe run R1` as `run get R1`. */
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
  const hasId = left.some(isId)
  const name = found.name() === 'get' && !hasId && isBelow(noun, 'list') ? 'list' : found.name()
  return { words: [noun.name(), name], rest: left }
}

/** Returns the noun that the words refer to: by the letter of the first identifier, or `projects` for a word in capitals. */
const nounIn = (program: Command, words: readonly string[]): Command | undefined => {
  const [first = ''] = words
  const id = words.find(isIdentifier)
  const noun = id === undefined ? (isProject(first) ? 'projects' : undefined) : nounOf(id)
  return noun === undefined ? undefined : isBelow(program, noun)
}

/** Completes a verb without its noun: with the noun of what is named, or the only one that has the verb; else lists those that have it. */
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
  // The noun of what is named lacks this verb, or its command takes no arguments.
  if (named) return exampleWith(isBelow(named, verb) ?? command, words) ?? pathOf(command)
  if (owners.length === 1) return [pathOf(command), ...restOf(command)].join(' ')
  return `a noun comes first: ${owners.map((one) => `${pathOf(one)} ${command.name()}`).join(', ')}`
}

// Items of the second noun are listed and created by an identifier of the first.
const within: Readonly<Record<string, string>> = { runs: 'tests', cases: 'comments', tests: 'comments' }

/** Returns the page that `help` with an unknown word means: for `help submit` `testctl help runs submit`; undefined if unknown. */
export const helpMeant = (program: Command, typed: readonly string[]): string | undefined => {
  const words = typed.filter((word) => !word.startsWith('-')).slice(1)
  // `help get cases`
  const noun = isBelow(program, words[1] ?? '')
  const verb = noun && isBelow(noun, words[0] ?? '')
  if (verb) return pathOf(verb).replace(/^testctl/, 'testctl help')
  const { argv, hint } = commandMeant(words[0] ?? '', { program, whole: () => program, argv: words })
  const [, line] = /(?:^|: )testctl (.+)/.exec(hint ?? '') ?? []
  const command = commandIn(program, argv ?? line?.split(/[ ,;]+/) ?? [])
  return command === program || command.name() === 'help'
    ? undefined
    : pathOf(command).replace(/^testctl/, 'testctl help')
}
