import type { Command } from 'commander'
import { examplesOf } from '../examples.ts'
import { pathOf } from '../usage.ts'
import { exists, fill, hasFlags, quoted } from './fill.ts'
import { type OptionHabit, options } from './options.ts'

type Typed = { command: Command; whole: () => Command; argv: readonly string[] }
/** An option in a command line: where, its name, and its value. */
type Found = { at: number; name: string; value: string | undefined; words: number }

/** How to type what an option that a command does not have, or a word too many, is for; undefined where nothing is known. */
export const optionMeant = (code: string, what: string, typed: Typed): string | undefined => {
  if (code === 'commander.excessArguments') return excess(typed)
  if (code === 'commander.missingMandatoryOptionValue') return mandatory(what, typed)
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
  const before = argv.slice(0, found.at).map(quoted)
  const meant = meaningOf(found, { command, whole })
  if (!meant) return undefined
  const after = afterwards(argv.slice(found.at + meant.words), { command, whole })
  const line = (instead: string) => ['testctl', ...before, instead, ...after].filter(Boolean).join(' ')
  const [first] = command.args.filter((word) => !word.startsWith('-') && word !== found.value)
  const value = found.value === undefined ? undefined : quoted(found.value)
  const text = fill(meant.here, { value, line: line(''), first })
  return meant.isWhole ? text : line(text)
}

/** The words that follow, in which other options may be those of other tools, too. */
const afterwards = (words: readonly string[], tree: Omit<Typed, 'argv'>): string[] => {
  const [word, ...others] = words
  if (word === undefined) return []
  const found = word.startsWith('-') && !hasFlags(tree.command, [word]) ? readOption(words, 0) : undefined
  const meant = found && meaningOf(found, tree)
  if (!found || !meant || meant.isWhole) return [quoted(word), ...afterwards(others, tree)]
  const text = fill(meant.here, { value: found.value && quoted(found.value) })
  return [text, ...afterwards(words.slice(meant.words), tree)]
}

type Meaning = { here: string; isWhole: boolean; words: number }

const meaningOf = (found: Found, { command, whole }: Omit<Typed, 'argv'>): Meaning | undefined => {
  const path = pathOf(command)
  const isMeant = ({ typed, on, value }: OptionHabit): boolean =>
    typed.split(', ').includes(found.name) && (!on || on.test(path)) && (!value || value.test(found.value ?? ''))
  for (const { takes = false, here } of options.filter(isMeant))
    for (const one of here) {
      const isWhole = /^(?!\{value\})[^-]/.test(one)
      if (isWhole ? !exists(whole(), one) : !hasFlags(command, one.split(' '))) continue
      if (one.includes('{value}') && found.value === undefined) continue
      return { here: one, isWhole, words: takes ? found.words : 1 }
    }
  return undefined
}

/** `--json name,id`, a name without its flag, or else an example of the command. */
const excess = ({ command, whole, argv }: Typed): string | undefined => {
  const at = argv.findIndex((word, index) => word === '--json' && /^[A-Za-z][\w,]*$/.test(argv[index + 1] ?? ''))
  const value = argv[at + 1]
  if (at >= 0 && value !== undefined && !/^[CTRM][0-9]+$/i.test(value))
    return said({ at, name: '--json', value, words: 2 }, { command, whole, argv })
  return flagged('--name', { command, argv }) ?? examplesOf(command)[0]
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

/** The line with a flag before its only word, where the command takes the flag and no words. */
const flagged = (flag: string, { command, argv }: Pick<Typed, 'command' | 'argv'>): string | undefined => {
  const [word, ...others] = command.args
  if (word === undefined || others.length > 0 || command.registeredArguments.length > 0) return undefined
  if (!hasFlags(command, [flag]) || argv.includes(flag)) return undefined
  const words = argv.flatMap((one) => (one === word ? [flag, quoted(one)] : [quoted(one)]))
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
