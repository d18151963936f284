import type { Command } from 'commander'
import { results } from '../../contract/vocabulary.ts'
import { suggest } from '../suggest.ts'
import { nearestOption, pathOf } from '../usage.ts'
import { optionOf } from '../dashes.ts'
import { hostWithPort } from '../host.ts'
import { asExample, exists, fill, hasFlags } from './fill.ts'
import { isId, isSeveral } from './identifier.ts'
import type { OptionHabit } from './option-habit.ts'
import { options } from './options.ts'
import { operandsOf, readOption, type TypedLine, type TypedOption, wholeValue } from './typed-option.ts'
import { once } from '../../system/async/once.ts'
import { addTo } from '../../system/maps/add-to.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** The context of an option: the command, and its arguments as they were typed. */
type Setting = Pick<TypedLine, 'command' | 'whole'> & {
  args: readonly string[]
  argv?: readonly string[]
  /** The text that replaces another option of the line. */
  instead?: string
}

/** Returns the line with an option of another tool, and any others in it, replaced by what they mean; or a hint of another form. */
export const said = (typed: TypedOption, line: TypedLine): string | undefined => {
  const { command, argv } = line
  const setting = { ...line, args: operandsOf(command, command.args) }
  const near = meaningOf(typed, setting)
  if (!near) return undefined
  const found = withWholeValue(typed, near, setting)
  const meant = found === typed ? near : meaningOf(found, setting)
  if (!meant) return undefined
  const { place, drops } = meant
  const left = (words: readonly string[]) => words.filter((word) => !drops.includes(word))
  const second = meant.isWhole ? undefined : withOwnCommand(argv, { from: found.at + meant.words, setting })
  if (second) return said(second, line)
  const beside = { ...setting, instead: meant.here }
  const before = left(translatedIn(argv.slice(0, found.at), beside))
  const after = left(translatedIn(argv.slice(found.at + meant.words), beside))
  const lineWith = (instead: string) => {
    const [head, tail] = [without(before, instead), without(after, instead)]
    const first = place === 'first' ? head.indexOf(quoteWord(setting.args[0] ?? '')) : -1
    const at = first < 0 ? head.length : first
    const words = place === 'last' ? [...head, ...tail, instead] : [...head, ...tail].toSpliced(at, 0, instead)
    return ['testctl', ...words].filter(Boolean).join(' ')
  }
  const text = filled(meant, lineWith(''))
  return meant.isWhole ? asExample(text, argv) : lineWith(text)
}

/** Finds the first option from an index on that means a second command, to run after the line with everything else. */
const withOwnCommand = (
  argv: readonly string[],
  { from, setting }: { from: number; setting: Setting },
): TypedOption | undefined =>
  argv
    .slice(0, argv.includes('--') ? argv.indexOf('--') : undefined)
    .map((_, at) => readOption(argv, at))
    .find(
      (one) =>
        one.at >= from &&
        one.name.startsWith('-') &&
        !hasFlags(setting.command, [one.name]) &&
        meaningOf(one, setting)?.here.startsWith('{line} '),
    )

/** Fills in the values of a hint, and repeats a command with `{each}` in it for each ID. */
const filled = ({ here, values, ids }: Meaning, line: string): string =>
  here
    .split(' && ')
    .flatMap((part) => (part.includes('{each}') ? ids : ['']).map((each) => fill(part, { ...values, each, line })))
    .join(' && ')

/** Returns an option with all words of its value, if the option that is meant takes a text: `--title Login works`. */
const withWholeValue = (typed: TypedOption, { here }: Meaning, { command, args, argv = [] }: Setting): TypedOption => {
  const flag = here.endsWith(' {value}') ? optionOf(command, here.split(' ')[0] ?? '') : undefined
  if (!flag || typed.words < 2) return typed
  const extra = args.length - 1 - command.registeredArguments.length
  const { value, words } = wholeValue(flag, argv.slice(typed.at + 1), { command, extra })
  return { ...typed, value, words: words + 1 }
}

/** Removes the flag that an option means, if the words contain it as well: `--limit 3 -L 5`. */
const without = (words: readonly string[], instead: string): string[] => {
  const [flag = '', value] = instead.split(' ')
  const at = flag.startsWith('--') ? words.indexOf(flag) : -1
  return at < 0 ? [...words] : words.toSpliced(at, value === undefined ? 1 : 2)
}

/** Replaces options of other tools among words by what they mean here, and quotes the words for a shell. */
export const translated = (words: readonly string[], tree: Pick<TypedLine, 'command' | 'whole'>): string[] =>
  translatedIn(words, { ...tree, args: operandsOf(tree.command, words) })

const translatedIn = (words: readonly string[], setting: Setting): string[] => {
  const [line, last]: [string[], string[]] = [[], []]
  for (let at = 0; at < words.length;) {
    const word = words[at]!
    // The words after `--` belong to another command: `exec -r R1 --report r.xml -- npm test -t login`.
    if (word === '--') return [...line, ...words.slice(at).map(quoteWord), ...last]
    const found = word.startsWith('-') && !hasFlags(setting.command, [word]) ? readOption(words, at) : undefined
    const meant = found && meaningOf(found, setting)
    const isHere = meant !== undefined && !meant.isWhole
    if (!isHere) line.push(quoteWord(spelledRight(word, setting)))
    else if (meant.place === 'last') last.unshift(fill(meant.here, meant.values))
    else line.push(fill(meant.here, meant.values))
    at += isHere ? meant.words : 1
  }
  return [...line, ...last]
}

/**
 * Corrects a misspelled option: a line that corrects another mistake would be refused for this one. Not to an option that the line has
 * already, whose value would be lost, and not if it may be an option of another command.
 */
const spelledRight = (word: string, { command, argv = [], instead = '' }: Setting): string => {
  const [name] = /^--[a-z][\w-]{2,}(?==|$)/.exec(word) ?? []
  if (name === undefined || hasFlags(command, [name]) || command.usage().includes(' -- ')) return word
  const nearest = nearestOption(command, name)
  const others = [...argv, ...instead.split(' ')].map((one) => one.split('=')[0])
  return nearest === undefined || others.includes(nearest) ? word : nearest + word.slice(name.length)
}

type Meaning = {
  here: string
  values: Readonly<Record<string, string | undefined>>
  ids: readonly string[]
  isWhole: boolean
  place: OptionHabit['place']
  drops: readonly string[]
  words: number
}

/** Returns the habits for an option of this name, in the order of the table. */
const habitsOf = (name: string): readonly OptionHabit[] => byName().get(name) ?? []

const byName = once(() => {
  const found = new Map<string, OptionHabit[]>()
  for (const habit of options) for (const name of new Set(habit.typed)) addTo(found, name, habit)
  return found
})

/** Returns the meaning of an option in its context: the first hint whose commands, flags and values exist. */
export const meaningOf = (found: TypedOption, { command, whole, args, argv = [] }: Setting): Meaning | undefined => {
  const path = pathOf(command)
  const isMeant = ({ on, value, beside }: OptionHabit): boolean =>
    (!on || on.test(path)) && (!value || value.test(found.value ?? '')) && (!beside || beside.test(argv.join(' ')))
  const value = found.value === undefined ? undefined : quoteWord(found.value)
  const [, after] = /=([^]+)$/.exec(found.value ?? '') ?? []
  const [, host, port] = hostWithPort.exec(found.value ?? '') ?? []
  for (const { takes = false, place, drops = [], here } of habitsOf(found.name).filter(isMeant)) {
    const beside = args.filter((word) => !takes || word !== found.value)
    const ids = beside.filter(isId)
    const result = command.getOptionValue('result') as unknown
    const values = {
      value,
      after: after && quoteWord(after),
      host: host && quoteWord(host),
      port,
      result: here.some((one) => one.includes('{result}')) ? resultsIn(found.value ?? '') : undefined,
      first: beside[0] && quoteWord(beside[0]),
      ids: ids.join(' ') || undefined,
      each: ids.length === 0 || ids.some(isSeveral) ? undefined : '',
      given: typeof result === 'string' ? quoteWord(result) : undefined,
    }
    for (const one of here) {
      const isWhole = /^(?!\{(value|result)\})[^-]/.test(one)
      if (isWhole ? !exists(whole(), one) : !hasFlags(command, one.split(' '))) continue
      if (one === '{value}' && !hasRoom(command, beside)) continue
      // Two commands cannot both read one list from stdin.
      if (one.includes(' && ') && ids.includes('-')) continue
      if (Object.entries(values).some(([name, text]) => text === undefined && one.includes(`{${name}}`))) continue
      return { here: one, values, ids, isWhole, place, drops, words: takes ? found.words : 1 }
    }
  }
  return undefined
}

/** Whether a command takes one more argument beside these. */
const hasRoom = ({ registeredArguments: places }: Command, args: readonly string[]): boolean =>
  args.length < places.length || places.at(-1)?.variadic === true

/** Returns the results that comma-separated words mean; undefined if one of them means none. */
export const resultsIn = (value: string): string | undefined => {
  const found = value.split(',').map((word) => suggest(word, results))
  return found.includes(undefined) ? undefined : found.join(',')
}

/** Maps the verbs of other tools, which may come before their noun, to ours: `describe run R1`. */
export const verbs = new Map(
  Object.entries({
    get: 'describe read inspect print',
    list: 'find search',
    create: 'make',
    update: 'modify change patch',
    delete: 'remove del destroy',
  }).flatMap(([here, typed]) => typed.split(' ').map((word) => [word, here] as const)),
)
