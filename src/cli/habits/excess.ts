import { pathOf } from '../usage.ts'
import { optionOf } from '../dashes.ts'
import { hasFlags } from './fill.ts'
import { isIdentifier, isProject, nounOf, readingOf } from './identifier.ts'
import { aResult } from './test-options.ts'
import { said, type TypedLine } from './translate.ts'
import { wholeValue } from './typed-option.ts'
import { says } from './words.ts'
import { quoteWord } from '../../system/shell-line.ts'

type Line = Pick<TypedLine, 'command' | 'argv'>

/**
 * What a line with a word too many means: `--json name,id`, `--csv report.csv`, a value without its flag or its quotes, or else
 * the line without that word; undefined where that could delete something else.
 */
export const excess = (typed: TypedLine): string | undefined => {
  const { command, whole, argv } = typed
  for (const [at, name] of argv.entries()) {
    const value = argv[at + 1]
    if (value === undefined || !command.args.includes(value) || isIdentifier(value)) continue
    if (['--csv', '--json'].includes(name) && looksLikeFile.test(value))
      return `${lineOf(argv.toSpliced(at + 1, 1))} > ${quoteWord(value)}`
    const isMeant = (name === '--json' && /^[A-Za-z][\w,]*$/.test(value)) || (name === '-q' && /^[.[]|\|/.test(value))
    const hint = isMeant ? said({ at, name, value, words: 2 }, { command, whole, argv }) : undefined
    if (hint) return hint
  }
  const [extra = ''] = command.args.slice(command.registeredArguments.length)
  const [instead] = says.get([...pathOf(command).split(' ').slice(1), extra].join(' ')) ?? []
  if (instead !== undefined) return instead
  if (isOperation.test(pathOf(command))) return fielded(typed)
  const meant = lastMeant(typed) ?? joined(typed) ?? unquotedName(typed) ?? named(typed) ?? unflagged(typed)
  // With a word of a name left out, something else would be deleted.
  const deletes = ['--yes', '--confirm'].some((flag) => hasFlags(command, [flag]))
  return meant ?? (deletes ? undefined : shortened(typed))
}

/** A command that is an operation of the interface: it takes no words, but a flag for each field. */
const isOperation = /^testctl api \w+\.\w+$/

/** The fields of an operation without their flags, `api runs.get WEB-R1`; else the line without these words, where it needs no more. */
const fielded = (typed: Line): string | undefined => {
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
  const left = [...argv]
  for (const word of command.args) left.splice(left.lastIndexOf(word), 1)
  return lineOf([...left, ...words.flat()])
}

/** `report.csv`, `out/report`, `./report`; not the `.name` of a jq filter. */
const looksLikeFile = /^(?!\.(?![./])).*[./]/

const lineOf = (words: readonly string[]): string => ['testctl', ...words.map(quoteWord)].join(' ')

/** `cases list help`, and `cases list C1`. */
const lastMeant = ({ command }: Line): string | undefined => {
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

/** Values that were typed without quotes or commas: `--name Login works`, `--cases C1 C2`. */
const joined = ({ command, argv }: Line): string | undefined => {
  let extra = command.args.length - command.registeredArguments.length
  const words = [...argv]
  for (let at = 0; at < words.length && extra > 0; at++) {
    const flag = words[at]?.startsWith('-') ? optionOf(command, words[at] ?? '') : undefined
    if (!flag?.required) continue
    const whole = wholeValue(flag, words.slice(at + 1), { command, extra })
    words.splice(at + 1, whole.words, whole.value)
    extra -= whole.words - 1
  }
  return extra === 0 ? lineOf(words) : undefined
}

/** The name of a run or a milestone without its quotes: `tests list Nightly 1`. */
const unquotedName = ({ command, argv }: Line): string | undefined => {
  const { args, registeredArguments: places } = command
  const [first = ''] = args
  const at = argv.indexOf(first)
  const isName = places.length === 1 && /^(run|milestone)$/.test(places[0]!.name()) && !isIdentifier(first)
  const isTogether = args.every((one, index) => argv[at + index] === one)
  return isName && isTogether ? lineOf(argv.toSpliced(at, args.length, args.join(' '))) : undefined
}

/** What was typed without the words that are too many. DECISIONS 357 */
const shortened = ({ command, argv }: Line): string => {
  const left = [...argv]
  for (const word of command.args.slice(command.registeredArguments.length).reverse())
    left.splice(left.lastIndexOf(word), 1)
  return lineOf(left)
}

/** Identifiers without their flag: `runs create --name x C1 C2`. */
const named = ({ command, argv }: Line): string | undefined => {
  const ids = command.args.slice(command.registeredArguments.length)
  const at = argv.indexOf(ids[0] ?? '')
  const flags = flagsOf[nounOf(ids[0] ?? '') ?? ''] ?? []
  const flag = flags.find((one) => hasFlags(command, [one]) && !argv.includes(one))
  const isMeant = ids.every(
    (id, index) => isIdentifier(id) && nounOf(id) === nounOf(ids[0] ?? '') && argv[at + index] === id,
  )
  return flag && isMeant && (ids.length === 1 || flag.endsWith('s'))
    ? lineOf(argv.toSpliced(at, ids.length, flag, ids.join(',')))
    : undefined
}

const flagsOf: Readonly<Record<string, readonly string[]>> = {
  cases: ['--cases', '--case'],
  runs: ['--runs', '--run'],
  milestones: ['--milestone'],
}

/** Flags that a value is often typed without, and the values that they are for. */
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
  ['--search', (word) => !isIdentifier(word) && !isProject(word)],
  ['--project', /^[A-Za-z]\w{0,15}$/],
]

const unflagged = (typed: Line): string | undefined => {
  const [last = ''] = typed.command.args.slice(-1)
  for (const [flag, value] of values) {
    const isMeant = typeof value === 'function' ? value(last) : value.test(last)
    const hint = isMeant ? flagged(flag, typed) : undefined
    if (hint !== undefined) return hint
  }
  return undefined
}

/** Commands about what a project has; every command takes the flag. */
const inProject = /^testctl (cases|runs|tests|milestones|comments) /

/**
 * The line with a flag before its last word, or its last words where they are a text; where the command takes the flag, and this
 * word for nothing else. An argument that may be left out stands for the flag `--name`, so that both are one too many.
 */
export const flagged = (flag: string, { command, argv }: Line): string | undefined => {
  const { args, registeredArguments: places } = command
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
  const at = argv.lastIndexOf(word) + 1 - extra.length
  const isTogether = extra.every((one, index) => argv[at + index] === one)
  if (!isExtra || !isTogether || (extra.length > 1 && !/^--(name|content|search)$/.test(flag))) return undefined
  const value = flag === '--store' && !word.includes(':') ? `file:${word}` : extra.join(' ')
  // After two dashes, a flag is none.
  const from = argv[at - 1] === '--' ? at - 1 : at
  return argv.slice(0, from).includes('--')
    ? undefined
    : lineOf(argv.toSpliced(from, at - from + extra.length, flag, value))
}
