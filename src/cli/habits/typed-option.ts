import type { Command, Option } from 'commander'
import { optionOf } from '../dashes.ts'
import { hasFlags } from './fill.ts'
import { isIdentifier, listedIn, nounOf } from './identifier.ts'
import { aResult } from './test-options.ts'

/** A command line, the command that it names, and the whole tree. */
export type TypedLine = { command: Command; whole: () => Command; argv: readonly string[] }

/** An option in a command line: its index, name and value, and the number of words it takes. */
export type TypedOption = { at: number; name: string; value: string | undefined; words: number }

/** Finds an option in a command line; undefined if it is not there. */
export const findOption = (name: string, argv: readonly string[]): TypedOption | undefined => {
  const at = argv.findIndex((word) => word === name || word.startsWith(`${name}=`))
  return at < 0 ? undefined : readOption(argv, at)
}

/** Reads the option at an index of a command line, with the word after it as its value. */
export const readOption = (argv: readonly string[], at: number): TypedOption => {
  const word = argv[at] ?? ''
  const [, long, given] = /^(--[^=]+)=([^]*)$/.exec(word) ?? []
  if (long !== undefined) return { at, name: long, value: given, words: 1 }
  // -ojson, -n5
  const [, short, joined] = /^(-[A-Za-z])([^-=].*)$/.exec(word) ?? []
  if (short && joined) return { at, name: short, value: joined, words: 1 }
  const next = argv[at + 1]
  const value = next?.startsWith('-') && next !== '-' ? undefined : next
  return { at, name: word, value, words: value === undefined ? 1 : 2 }
}

/** Returns the words that are neither options nor values of options that the command has. */
export const operandsOf = (command: Command, words: readonly string[]): string[] => {
  const operands: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (!word.startsWith('-') || word === '-') operands.push(word)
    else if (optionOf(command, word)?.required) at++
  }
  return operands
}

/** Returns the last index of a word that is not the value of an option; -1 if there is none. */
export const placeOfOperand = (word: string, { command, argv }: TypedLine): number =>
  argv.findLastIndex((one, at) => one === word && !optionOf(command, argv[at - 1] ?? '')?.required)

/** Returns how to join the words of an option's value, by its placeholder such as `<name>`; undefined if a value is always one word. */
const joinOf = ({ flags, long }: Option): ((words: readonly string[]) => string) | undefined => {
  const [, name = ''] = /<(.+)>$/.exec(flags) ?? []
  if (long === '--profile') return undefined
  if (name === 'key=value')
    return ([first = '', ...others]) => [first, others.join(' ')].join(first.includes('=') ? ' ' : '=')
  if (name === 'duration') return (words) => words.join('')
  if (/^(cases|runs|results|names)$/.test(name)) return (words) => words.flatMap(piecesOf).join(',')
  return /^(name|text|milestone|action .*)$/.test(name) ? (words) => words.join(' ') : undefined
}

const piecesOf = (word: string): string[] => word.split(',').filter(Boolean)

/**
 * Returns the value of a flag that was typed without quotes or commas, `--name Login works` or `--cases C1 C2`, and the number of its
 * words: the first word after the flag, and those that follow it until one may be an argument of the command.
 */
export const wholeValue = (
  flag: Option,
  after: readonly string[],
  { command, extra }: { command: Command; extra: number },
): { value: string; words: number } => {
  const [value = ''] = after
  const join = joinOf(flag)
  const isList = join?.(['a', 'b']) === 'a,b'
  const isVariadic = command.registeredArguments.at(-1)?.variadic === true
  const isDuration = join?.(['5', 'm']) === '5m'
  const isOther = (word: string, at: number): boolean =>
    word.startsWith('-') ||
    (isDuration && !/^(ms|s|m|h|d)$/.test(word)) ||
    (!isList && isId(word)) ||
    (isVariadic ? isList || aResult.test(word) : at >= extra)
  const end = after.slice(1).findIndex(isOther)
  const words = join ? after.slice(0, end < 0 ? after.length : end + 1) : [value]
  return { value: join && words.length > 1 ? unquoted(join(words)) : value, words: words.length }
}

/** Removes the quotes of a word processor around a text, which a shell leaves in place. */
const unquoted = (text: string): string => text.replace(/^[“”„«»](.+)[“”„«»]$|^[‘’‚](.+)[‘’‚]$/u, '$1$2')

/**
 * Moves the identifiers at the end of a line, for which the command has no argument, behind the flag that takes them:
 * `runs create Nightly C1 C2`. Undefined if no flag takes them. DECISIONS 424
 */
export const withIdsFlagged = ({
  command,
  argv,
}: TypedLine): { args: readonly string[]; argv: readonly string[] } | undefined => {
  const { args, registeredArguments: places } = command
  const extra = args.slice(places.length)
  const words = extra.slice(extra.findLastIndex((word) => listedIn(word).length === 0) + 1)
  const ids = words.flatMap(listedIn)
  const [first = ''] = words
  const at = argv.indexOf(first)
  const flag = flagsOf[nounOf(first) ?? '']?.find((one) => hasFlags(command, [one]) && !argv.includes(one))
  const isTogether = words.every((word, index) => argv[at + index] === word)
  const isOneKind = ids.every((id) => nounOf(id) === nounOf(first))
  if (!flag || !isOneKind || !isTogether || (ids.length > 1 && !flag.endsWith('s'))) return undefined
  return { args: args.slice(0, -words.length), argv: argv.toSpliced(at, words.length, flag, ids.join(',')) }
}

const flagsOf: Readonly<Record<string, readonly string[]>> = {
  cases: ['--cases', '--case'],
  runs: ['--runs', '--run'],
  milestones: ['--milestone'],
}

const isId = (word: string): boolean => isIdentifier(word) || /^[\w-]{16,}$/.test(word)
