import type { Command } from 'commander'
import { isBelow, pathOf } from '../usage.ts'
import { exists, fill, quoted } from './fill.ts'
import { does, says, verbs } from './words.ts'

/** A command line that commander refuses, and the program that refuses it; `whole` has every command. */
export type Refused = { program: Command; whole: () => Command; argv: readonly string[] }

type CommandMeant = { argv?: string[]; hint?: string | undefined; parent: Command }

/** What a word means that is no command where it stands. */
export const commandMeant = (word: string, { program, whole, argv }: Refused): CommandMeant => {
  const { parent, at } = placeOf(program, word, argv)
  const place = pathOf(parent).split(' ').slice(1)
  const rest = argv.slice(at + 1)
  const instead = (words: readonly string[], left: readonly string[] = rest): CommandMeant => ({
    argv: [...argv.slice(0, at).filter((one) => !isBelow(program, one) || place.length === 0), ...words, ...left],
    parent,
  })
  if (word === 'help' && parent !== program) return { argv: ['help', ...place, ...rest], parent }
  const typed = [...place, word].join(' ')
  const done = does.get(typed)
  if (done) return instead(done.split(' '))
  const said = rest.map(quoted).join(' ')
  const hints = says.get(typed) ?? []
  const hint = hints.find((one) => exists(whole(), one))
  const verb = verbs.get(word) ?? word
  if (parent === program) {
    const swapped = verbFirst(whole(), verb, rest)
    if (swapped) return instead(swapped.words, swapped.rest)
  }
  if (hint) return { hint: fill(hint, { rest: said }), parent }
  if (isIdentifier(word)) return { hint: `testctl ${nounOf(word)} get ${word}`, parent }
  return { hint: parent === program ? verbAlone(whole(), verb, said) : undefined, parent }
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

const isIdentifier = (word: string): boolean => /^(\w+-)?[CTRM][0-9]+$/i.test(word)

const nounOf = (word: string): string =>
  ({ C: 'cases', T: 'tests', R: 'runs', M: 'milestones' })[/([CTRM])[0-9]+$/i.exec(word)?.[1]?.toUpperCase() ?? 'C'] ??
  ''

/** A verb without its noun: the one that has it, or the first of those that have it. */
const verbAlone = (program: Command, verb: string, rest: string): string | undefined => {
  const [, id] = /^(\S+)/.exec(rest) ?? []
  const named = id && isIdentifier(id) ? isBelow(program, nounOf(id)) : undefined
  const found = named && isBelow(named, verb)
  if (found) return `${pathOf(found)} ${rest}`
  const owners = program.commands.filter((noun) => isBelow(noun, verb))
  const [first] = owners
  if (!first) return undefined
  const name = isBelow(first, verb)!.name()
  if (owners.length === 1) return [pathOf(first), name, rest].filter(Boolean).join(' ')
  return `a noun stands first: ${owners.map((one) => `${pathOf(one)} ${name}`).join(', ')}`
}
