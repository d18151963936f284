import { pathOf } from '../usage.ts'
import { optionOf } from '../dashes.ts'
import { hasFlags } from './fill.ts'
import { isIdentifier, isProject, listedIn, nounOf, readingOf } from './identifier.ts'
import { aResult } from './test-options.ts'
import { said } from './translate.ts'
import { placeOfOperand, type TypedLine, wholeValue, withIdsFlagged } from './typed-option.ts'
import { says } from './words.ts'
import { quoteWord, commandLine } from '../../system/shell-line.ts'

/**
 * Returns the hint for a line with a word too many: `--json name,id`, `--csv report.csv`, a value without its flag or its quotes, or
 * else the line without that word; undefined if that could delete something else.
 */
export const excess = (typed: TypedLine): string | undefined => {
  const { command, argv } = typed
  for (const [at, name] of argv.entries()) {
    const value = argv[at + 1]
    if (value === undefined || !command.args.includes(value) || isIdentifier(value)) continue
    if (['--csv', '--json'].includes(name) && looksLikeFile.test(value))
      return `${commandLine(argv.toSpliced(at + 1, 1))} > ${quoteWord(value)}`
    const isMeant = (name === '--json' && /^[A-Za-z][\w,]*$/.test(value)) || (name === '-q' && /^[.[]|\|/.test(value))
    const hint = isMeant ? said({ at, name, value, words: 2 }, typed) : undefined
    if (hint) return hint
  }
  const [extra = ''] = command.args.slice(command.registeredArguments.length)
  const [instead] = says.get([...pathOf(command).split(' ').slice(1), extra].join(' ')) ?? []
  if (instead !== undefined) return instead
  if (isOperation.test(pathOf(command))) return fielded(typed)
  const meant =
    lastMeant(typed) ?? eachAlone(typed) ?? joined(typed) ?? unquotedName(typed) ?? named(typed) ?? unflagged(typed)
  // Without one word of a name, something else would be deleted.
  const deletes = ['--yes', '--confirm'].some((flag) => hasFlags(command, [flag]))
  return meant ?? (deletes ? undefined : shortened(typed))
}

/** A command that is an operation of the interface: it takes no arguments, but a flag for each field. */
const isOperation = /^testctl api \w+\.\w+$/

/** Adds the flags to the fields of an operation, `api runs.get WEB-R1`; if it requires no fields, leaves the words out. */
const fielded = (typed: TypedLine): string | undefined => {
  const { command, argv } = typed
  const needed = [...command.usage().matchAll(/(--[\w-]+) </g)].map(([, flag = '']) => flag)
  const isGiven = (flag: string) => argv.some((word) => word === flag || word.startsWith(`${flag}=`))
  const free = needed.filter((flag) => !isGiven(flag))
  const words = command.args.map((word) => {
    if (aResult.test(word) && hasFlags(command, ['--result'])) return ['--result', word]
    const flag = free.shift()
    return flag === undefined ? [] : [flag, word]
  })
  if (free.length > 0) return undefined
  if (words.some((pair) => pair.length === 0)) return needed.length === 0 ? shortened(typed) : undefined
  return commandLine([...without(command.args, typed), ...words.flat()])
}

/** `report.csv`, `out/report`, `./report`; not the `.name` of a jq filter. */
export const looksLikeFile = /^(?!\.(?![./])).*[./]/

/** Returns the line that a last word means: for `cases list help` its help page, for `cases list C1` the command that reads the case. */
const lastMeant = ({ command }: TypedLine): string | undefined => {
  const { args, registeredArguments: places } = command
  const [last = ''] = args.slice(-1)
  if (args.length !== places.length + 1) return undefined
  if (last === 'help') return `${pathOf(command)} --help`
  const noun = command.parent?.name() ?? ''
  const isSame = args.length > 1 && nounOf(args[0] ?? '') === nounOf(last)
  return command.name() === 'list' && isIdentifier(last) && !isSame
    ? `testctl ${readingOf(noun, last)} ${last}`
    : undefined
}

/** Returns the line with values that were typed without quotes or commas in one word: `--name Login works`, `--cases C1 C2`. */
export const joined = ({ command, argv }: TypedLine): string | undefined => {
  let extra = command.args.length - command.registeredArguments.length
  const words = [...argv]
  for (let at = 0; at < words.length && extra > 0; at++) {
    const flag = words[at]?.startsWith('-') ? optionOf(command, words[at] ?? '') : undefined
    if (!flag?.required) continue
    const whole = wholeValue(flag, words.slice(at + 1), { command, extra })
    words.splice(at + 1, whole.words, whole.value)
    extra -= whole.words - 1
  }
  return extra === 0 ? commandLine(words) : undefined
}

/** Returns the line with quotes around the name of a run or a milestone: for `tests list Nightly 1`. */
const unquotedName = ({ command, argv }: TypedLine): string | undefined => {
  const { args, registeredArguments: places } = command
  const [first = ''] = args
  const at = argv.indexOf(first)
  const isName = places.length === 1 && /^(run|milestone)$/.test(places[0]!.name()) && !isIdentifier(first)
  const isTogether = args.every((one, index) => argv[at + index] === one)
  return isName && isTogether ? commandLine(argv.toSpliced(at, args.length, args.join(' '))) : undefined
}

/** Returns a line for each of several identifiers, for a command that takes one: `runs status R1 R2`. DECISIONS 424 */
const eachAlone = (typed: TypedLine): string | undefined => {
  const { command, argv } = typed
  const { args, registeredArguments: places } = command
  const noun = nounOf(args[0] ?? '') ?? ''
  const isPlace = places.length === 1 && places[0]!.name().split('-').includes(noun.slice(0, -1))
  // A comment needs content; and with an output file, the second line would overwrite what the first has written.
  const lacksContent = hasFlags(command, ['--content']) && !argv.some((word) => word.startsWith('--content'))
  const writes = command.options.some((one) => /<file>/.test(one.flags) && command.getOptionValue(one.attributeName()))
  if (!isPlace || lacksContent || writes || !args.every((one) => isIdentifier(one) && nounOf(one) === noun))
    return undefined
  return args.map((one) => commandLine(without(args.toSpliced(args.indexOf(one), 1), typed))).join(' && ')
}

/** Returns the typed line without the words that are too many; undefined if one is an identifier. DECISIONS 357, 424 */
const shortened = (typed: TypedLine): string | undefined => {
  const { args, registeredArguments: places } = typed.command
  const extra = args.slice(places.length)
  return extra.some(isListed) ? undefined : commandLine(without(extra, typed))
}

const isListed = (word: string): boolean => listedIn(word).length > 0

/** Returns a line without some of its arguments; an equal word that is the value of a flag stays. */
export const without = (words: readonly string[], { command, argv, whole }: TypedLine): string[] =>
  words
    .toReversed()
    .reduce((left, word) => left.toSpliced(placeOfOperand(word, { command, whole, argv: left }), 1), [...argv])

/** Returns the line with the flag for identifiers that were typed without it: `runs create --name x C1 C2`. */
const named = (typed: TypedLine): string | undefined => {
  const left = withIdsFlagged(typed)
  return left && left.args.length <= typed.command.registeredArguments.length ? commandLine(left.argv) : undefined
}

/** Flags that people often leave out before a value, and the values that they take. */
const values: readonly [flag: string, value: RegExp | ((word: string) => boolean)][] = [
  ['--port', /^[0-9]{1,5}$/],
  ['--url', /^(https?|file):|^[\w-]+(\.[\w-]+)+(:\d+)?$|^[\w.-]+:\d+$/],
  ['--store', /^(file|postgres(ql)?):|\.db$/],
  ['--file', /\.db$/],
  ['--html', /\.html?$/],
  ['--markdown', /\.md$/],
  ['--junit', /\.xml$/],
  ['--badge', /\.svg$/],
  ['--name', /./],
  ['--content', /./],
  ['--result', aResult],
  ['--profile', /^[A-Za-z][\w.-]*$/],
  ['--project', isProject],
  ['--custom-field', /^[A-Za-z][\w.-]*=./],
  ['--search', (word) => !isIdentifier(word) && !isProject(word)],
  ['--project', /^[A-Za-z]\w{0,15}$/],
]

const unflagged = (typed: TypedLine): string | undefined => {
  const [last = ''] = typed.command.args.slice(-1)
  for (const [flag, value] of values) {
    const isMeant = typeof value === 'function' ? value(last) : value.test(last)
    const hint = isMeant ? flagged(flag, typed) : undefined
    if (hint !== undefined) return hint
  }
  return undefined
}

/** Commands on the contents of a project. Every command takes the flag, so that alone does not tell. */
const inProject = /^testctl (cases|runs|tests|milestones|comments) /

/**
 * Returns the line with a flag before its last word, or its last words if they are a text; undefined if the command does not take the
 * flag, or takes the word for something else. An optional argument stands for `--name`, so a command with one does not get that flag.
 */
export const flagged = (flag: string, typed: TypedLine): string | undefined => {
  const { command } = typed
  const { args, argv } = (flag === '--name' ? withIdsFlagged(typed) : undefined) ?? { ...typed, args: command.args }
  const places = command.registeredArguments
  const word = args.at(-1)
  if (word === undefined || !hasFlags(command, [flag]) || argv.includes(flag)) return undefined
  if (flag === '--name' && places.at(-1)?.required === false) return undefined
  const isOfProfile = /^testctl (auth|doctor|config)\b/.test(pathOf(command))
  if (flag === '--profile' && (places.length > 0 || !isOfProfile)) return undefined
  if (flag === '--project' && (places.length > 0 || !inProject.test(pathOf(command)))) return undefined
  const isExtra = places.at(-1)?.variadic
    ? args.length > 1 && isIdentifier(args[0] ?? '') && !isIdentifier(word)
    : args.length > places.length
  const extra = places.at(-1)?.variadic ? [word] : args.slice(places.length)
  const at = placeOfOperand(word, { ...typed, argv }) + 1 - extra.length
  const isTogether = extra.every((one, index) => argv[at + index] === one)
  // A name contains no identifier, and a comment does not begin with one.
  if ((flag === '--name' && extra.some(isListed)) || (flag === '--content' && isListed(extra[0] ?? '')))
    return undefined
  if (!isExtra || !isTogether || (extra.length > 1 && !/^--(name|content|search)$/.test(flag))) return undefined
  const value = flag === '--store' && !word.includes(':') ? `file:${word}` : extra.join(' ')
  // After `--`, a word is never a flag.
  const from = argv[at - 1] === '--' ? at - 1 : at
  return argv.slice(0, from).includes('--')
    ? undefined
    : commandLine(argv.toSpliced(from, at - from + extra.length, flag, value))
}
