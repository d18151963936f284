import type { Command } from 'commander'
import { examplesOf } from '../examples.ts'
import { pathOf } from '../usage.ts'
import { exists, fill, hasFlags, quoted } from './fill.ts'
import { isIdentifier } from './identifier.ts'
import type { OptionHabit } from './option-habit.ts'
import { options } from './options.ts'

type Typed = { command: Command; whole: () => Command; argv: readonly string[] }
/** An option in a command line: where, its name, and its value. */
type Found = { at: number; name: string; value: string | undefined; words: number }

/** How to type what an option that a command does not have, or a word too many, is for; undefined where nothing is known. */
export const optionMeant = (code: string, what: string, typed: Typed): string | undefined => {
  if (code === 'commander.excessArguments') return excess(typed)
  if (code === 'commander.missingMandatoryOptionValue') return mandatory(what, typed)
  if (code === 'commander.optionMissingArgument') return valueless(what, typed)
  if (code === 'commander.missingArgument') return pair(typed) ?? examplesOf(typed.command)[0]
  if (code !== 'commander.unknownOption') return undefined
  const name = /'([^]*)'$/.exec(what)?.[1] ?? ''
  const found = findOption(name, typed.argv)
  return found && said(found, typed)
}

const findOption = (name: string, argv: readonly string[]): Found | undefined => {
  const at = argv.findIndex((word) => word === name || word.startsWith(`${name}=`))
  return at < 0 ? undefined : readOption(argv, at)
}

const readOption = (argv: readonly string[], at: number): Found => {
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

/** The line with what is meant in the place of an option, and of those of the same kind after it; or a hint of another form. */
const said = (found: Found, { command, whole, argv }: Typed): string | undefined => {
  const meant = meaningOf(found, { command, whole })
  if (!meant) return undefined
  const before = argv.slice(0, found.at).map(quoted)
  const after = translated(argv.slice(found.at + meant.words), { command, whole })
  const line = (instead: string) =>
    ['testctl', ...without(before, instead), instead, ...without(after, instead)].filter(Boolean).join(' ')
  const [first] = command.args.filter((word) => !word.startsWith('-') && word !== found.value)
  const value = found.value === undefined ? undefined : quoted(found.value)
  const text = fill(meant.here, { value, line: line(''), first })
  return meant.isWhole ? text : line(text)
}

/** Words without the flag that an option means, which may stand beside it: `--limit 3 -L 5`. */
const without = (words: readonly string[], instead: string): string[] => {
  const [flag = '', value] = instead.split(' ')
  const at = flag.startsWith('--') ? words.indexOf(flag) : -1
  return at < 0 ? [...words] : words.toSpliced(at, value === undefined ? 1 : 2)
}

/** Words in which options may be those of other tools, with what they mean in their place, quoted for a shell. */
export const translated = (words: readonly string[], tree: Omit<Typed, 'argv'>): string[] => {
  const [word, ...others] = words
  if (word === undefined) return []
  const found = word.startsWith('-') && !hasFlags(tree.command, [word]) ? readOption(words, 0) : undefined
  const meant = found && meaningOf(found, tree)
  if (!found || !meant || meant.isWhole) return [quoted(word), ...translated(others, tree)]
  const text = fill(meant.here, { value: found.value && quoted(found.value) })
  return [text, ...translated(words.slice(meant.words), tree)]
}

type Meaning = { here: string; isWhole: boolean; words: number }

const meaningOf = (found: Found, { command, whole }: Omit<Typed, 'argv'>): Meaning | undefined => {
  const path = pathOf(command)
  const isMeant = ({ typed, on, value }: OptionHabit): boolean =>
    typed.includes(found.name) && (!on || on.test(path)) && (!value || value.test(found.value ?? ''))
  for (const { takes = false, here } of options.filter(isMeant))
    for (const one of here) {
      const isWhole = /^(?!\{value\})[^-]/.test(one)
      if (isWhole ? !exists(whole(), one) : !hasFlags(command, one.split(' '))) continue
      if (one.includes('{value}') && found.value === undefined) continue
      return { here: one, isWhole, words: takes ? found.words : 1 }
    }
  return undefined
}

/** `report.csv`, `out/report`, `./report`; not the `.name` of a jq filter. */
const looksLikeFile = /^(?!\.(?![./])).*[./]/

/** `--json name,id`, `--csv report.csv`, `-q .name`, a value without its flag, or else an example of the command. */
const excess = ({ command, whole, argv }: Typed): string | undefined => {
  for (const [at, name] of argv.entries()) {
    const value = argv[at + 1]
    if (value === undefined || !command.args.includes(value) || isIdentifier(value)) continue
    if (['--csv', '--json'].includes(name) && looksLikeFile.test(value))
      return `testctl ${argv
        .toSpliced(at + 1, 1)
        .map(quoted)
        .join(' ')} > ${quoted(value)}`
    const isMeant = (name === '--json' && /^[A-Za-z][\w,]*$/.test(value)) || (name === '-q' && /^[.[]|\|/.test(value))
    const hint = isMeant ? said({ at, name, value, words: 2 }, { command, whole, argv }) : undefined
    if (hint) return hint
  }
  return unflagged({ command, argv }) ?? examplesOf(command)[0]
}

/** A required option that is missing: what was typed without it, or else an example. */
const mandatory = (what: string, { command, whole, argv }: Typed): string | undefined => {
  const [, flag] = /'(--[\w-]+) /.exec(what) ?? []
  for (const at of argv.keys()) {
    const found = readOption(argv, at)
    const meant = found.name.startsWith('-') && !hasFlags(command, [found.name]) && meaningOf(found, { command, whole })
    if (meant && meant.here.startsWith(`${flag} `)) return said(found, { command, whole, argv })
  }
  return (flag && flagged(flag, { command, argv })) ?? examplesOf(command)[0]
}

/** An option whose value is missing: an example with it, or else how it is written. */
const valueless = (what: string, { command }: Typed): string | undefined => {
  const [, flags = ''] = /'([^]*)'/.exec(what) ?? []
  const [, long] = /(--[\w-]+)/.exec(flags) ?? []
  return examplesOf(command).find((line) => line.includes(` ${long} `)) ?? `it takes a value: ${flags}`
}

/** Flags that a value is often typed without, and the values that they are for. */
const values: readonly [flag: string, value: RegExp][] = [
  ['--port', /^[0-9]{1,5}$/],
  ['--store', /^(file|postgres(ql)?):|\.db$/],
  ['--html', /\.html?$/],
  ['--markdown', /\.md$/],
  ['--junit', /\.xml$/],
  ['--badge', /\.svg$/],
  ['--name', /./],
  ['--content', /./],
  ['--project', /^[A-Za-z]\w{0,15}$/],
]

const unflagged = (typed: Pick<Typed, 'command' | 'argv'>): string | undefined => {
  for (const [flag, value] of values) {
    const hint = value.test(typed.command.args.at(-1) ?? '') ? flagged(flag, typed) : undefined
    if (hint !== undefined) return hint
  }
  return undefined
}

/**
 * The line with a flag before its last word, where the command takes the flag, and this word for nothing else. An argument that
 * may be left out stands for the flag `--name`, so that both are one too many.
 */
const flagged = (flag: string, { command, argv }: Pick<Typed, 'command' | 'argv'>): string | undefined => {
  const { args, registeredArguments: places } = command
  const word = args.at(-1)
  if (word === undefined || !hasFlags(command, [flag]) || argv.includes(flag)) return undefined
  if (flag === '--name' && places.at(-1)?.required === false) return undefined
  if (flag === '--project' && (places.length > 0 || / projects /.test(pathOf(command)))) return undefined
  const isExtra = places.at(-1)?.variadic
    ? args.length > 1 && isIdentifier(args[0] ?? '') && !isIdentifier(word)
    : args.length === places.length + 1
  if (!isExtra) return undefined
  const at = argv.lastIndexOf(word)
  const value = flag === '--store' && !word.includes(':') ? `file:${word}` : word
  const words = argv.flatMap((one, index) => (index === at ? [flag, quoted(value)] : [quoted(one)]))
  return `testctl ${words.join(' ')}`
}

/** `config set url=http://x`: two arguments in one word. */
const pair = ({ command, argv }: Typed): string | undefined => {
  const [word = '', ...others] = command.args
  const [, name, value] = /^([A-Za-z]\w*)=([^]+)$/.exec(word) ?? []
  if (name === undefined || value === undefined || others.length > 0 || command.registeredArguments.length !== 2)
    return undefined
  return ['testctl', ...argv.map((one) => (one === word ? `${name} ${quoted(value)}` : quoted(one)))].join(' ')
}
