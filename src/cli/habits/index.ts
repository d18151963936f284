import type { Command, CommanderError } from 'commander'
import { UsageError } from '../../errors.ts'
import { dashedFlag, optionOf } from '../dashes.ts'
import { examplesOf } from '../examples.ts'
import { isShared } from '../flags.ts'
import { suggest } from '../suggest.ts'
import { commandIn, nearestBelow, nearestOption, pathOf } from '../usage.ts'
import { commandMeant, helpMeant, type Refused } from './command-meant.ts'
import { looksLikeFile } from './excess.ts'
import { optionMeant } from './option-meant.ts'
import { meaningOf } from './translate.ts'
import { readOption, type TypedLine } from './typed-option.ts'
import { commandLine, quoteWord } from '../../system/shell-line.ts'

/** The meaning of a refused command line: another one, which runs instead, or an error that says how to type it here. */
export type Meant = { argv?: string[] | undefined; error: UsageError }

/** Interprets a command line that commander refuses: first as a habit of other tools, then as a misspelling. DECISIONS 155 */
export const understand = ({ code, message }: CommanderError, refused: Refused): Meant => {
  // The refused word may itself contain newlines. The last line lists the pages that exist, or the nearest one.
  const [, said = '', pages] = /^(?:error: )?([^]*?)(?:\n((?:topics: |did you mean ).*))?$/.exec(message) ?? []
  // A value may be a secret: --api-key=…
  const what = said.replace(/^(unknown option '[^=']*)=[^]*'$/, "$1'")
  const { program, whole, argv } = refused
  const command = commandIn(program, argv)
  const dashed = dashedFlag(command, argv)
  if (dashed) return { error: dashed }
  const fail = (hint: string | undefined): Meant => ({
    error: new UsageError(what, { hint: withCases(hint ?? overview(command)) }),
  })
  if (code === 'testctl.unknownPage') return fail(helpMeant(whole(), argv) ?? pages)
  if (code === 'commander.unknownCommand') {
    const word = /'([^]*)'$/.exec(what)?.[1] ?? ''
    const { argv: meant, hint, parent } = commandMeant(word, refused)
    const nearest = nearestBelow(parent, word)
    const spelled = nearest ? `did you mean ${nearest}?` : overview(parent)
    return { argv: meant, ...fail(hint ?? spelled) }
  }
  const typed = { command, whole, argv }
  const misspelled = code === 'commander.missingMandatoryOptionValue' && misspelledIn(typed)
  if (misspelled) return { error: misspelled }
  const valued = takesNoValue(what, typed) ?? takesOther(what, typed)
  if (valued) return { error: valued }
  const hint = optionMeant(code, what, typed)
  if (hint !== undefined) return fail(hint)
  const mistaken = takesNoValue(what, typed, /()/)
  if (mistaken) return { error: mistaken }
  const nearest = nearestOption(command, /^unknown option '(--[^']*|-[^']{3,})'$/.exec(what)?.[1] ?? '')
  return fail(nearest && `did you mean ${nearest}?`)
}

/** Adds `--all-cases` to a hint that creates a run without saying which cases it has. DECISIONS 424 */
const withCases = (hint: string): string =>
  /^testctl runs (create|add|new) --?[a-z]/.test(hint) && !/ (--(cases|all-cases|from|empty|help)|-h)\b/.test(hint)
    ? `${hint} --all-cases`
    : hint

/** Returns the error for a value of a flag that takes none, `--csv=true`; the hint is the line as it is meant. */
const takesNoValue = (what: string, { command, argv }: TypedLine, words = yesOrNo): UsageError | undefined => {
  const [, flag = ''] = /^unknown option '(--[^']+)'$/.exec(what) ?? []
  const at = argv.findIndex((word) => word.startsWith(`${flag}=`))
  const value = at < 0 ? undefined : words.exec(argv[at]!.slice(flag.length + 1))
  const known = flag === '' ? undefined : optionOf(command, flag)
  if (!value || !(known?.isBoolean() || known?.negate)) return undefined
  const given = argv[at]!.slice(flag.length + 1)
  // A file name is where the answer is to go.
  const file = flag === '--csv' && looksLikeFile.test(given) ? ` > ${quoteWord(given)}` : ''
  const line = argv.toSpliced(at, 1, ...(value[1] === undefined && file === '' ? [] : [flag]))
  return new UsageError(`${flag} takes no value`, { hint: `${commandLine(line)}${file}` })
}

/** Values that switch a flag on, which the group captures, or off. */
const yesOrNo = /^(?:(true|yes|on|1)|false|no|n|off|none|never|disabled?|0)?$/i

/** Returns the error for a value that is none of a flag's choices, `--for Vitest`; the hint is the line with the nearest one. */
const takesOther = (what: string, { command, argv }: TypedLine): UsageError | undefined => {
  const [, flag, value = '', choices = ''] =
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '([^]*)' is invalid\. Allowed choices are (.*)\.$/.exec(what) ?? []
  if (flag === undefined) return undefined
  const words = choices.split(', ')
  const nearest = suggest(value, words)
  const at = argv.findLastIndex(
    (word, index) => word === `${flag}=${value}` || (word === value && argv[index - 1] === flag),
  )
  const line = () => commandLine(argv.with(at, argv[at] === value ? nearest! : `${flag}=${nearest}`))
  return new UsageError(
    `${flag} takes ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, not ${JSON.stringify(value)}`,
    { hint: nearest === undefined || at < 0 ? overview(command) : line() },
  )
}

/** Returns the error for a misspelled option, `runs create --nmae x`: commander only reports that a required option is missing. */
const misspelledIn = ({ command, whole, argv }: TypedLine): UsageError | undefined => {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  for (let at = 0; at < end;) {
    const found = readOption(argv, at)
    const known = optionOf(command, found.name)
    const nearest = known || !/^--./.test(found.name) ? undefined : nearestOption(command, found.name)
    if (nearest && !meaningOf(found, { command, whole, args: [] }))
      return new UsageError(`unknown option '${found.name}'`, { hint: `did you mean ${nearest}?` })
    // The value of an option may begin with a dash.
    at += !known?.required ? 1 : found.value === undefined ? 2 : found.words
  }
  return undefined
}

/** Returns the hint if nothing similar is known: the commands or options that fit into a line, and the help page. */
const overview = (command: Command): string => {
  const has = command.commands.map((one) => one.name())
  const options = command.options.flatMap((one) => (one.long && !one.hidden && !isShared(one) ? one.long : []))
  const names = has.length > 0 ? has : options
  const [example] = examplesOf(command)
  if (names.length > 0 && (names.length <= most || !example))
    return `${has.length > 0 ? 'commands' : 'options'}: ${names.join(', ')}; see ${pathOf(command)} --help`
  return example ? `such as: ${example}; see ${pathOf(command)} --help` : `${pathOf(command)} --help`
}

const most = 20
