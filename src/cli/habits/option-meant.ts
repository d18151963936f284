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
  const word = argv[at]
  if (word === undefined) return undefined
  if (word !== name) return { at, name, value: word.slice(name.length + 1), words: 1 }
  // -ojson, -n5
  const [, short, joined] = /^(-[A-Za-z])([^-=].*)$/.exec(word) ?? []
  if (short && joined) return { at, name: short, value: joined, words: 1 }
  const next = argv[at + 1]
  const value = next?.startsWith('-') && next !== '-' ? undefined : next
  return { at, name, value, words: value === undefined ? 1 : 2 }
}

const said = (found: Found, { command, whole, argv }: Typed): string | undefined => {
  const path = pathOf(command)
  const isMeant = ({ typed, on, value }: OptionHabit): boolean =>
    typed.split(', ').includes(found.name) && (!on || on.test(path)) && (!value || value.test(found.value ?? ''))
  for (const { takes = false, here } of options.filter(isMeant)) {
    const { at, value } = found
    const words = takes ? found.words : 1
    const line = (instead: string): string =>
      ['testctl', ...argv.slice(0, at).map(quoted), instead, ...argv.slice(at + words).map(quoted)]
        .filter(Boolean)
        .join(' ')
    const [first] = command.args.filter((word) => !word.startsWith('-') && word !== value)
    const values = { value: value === undefined ? undefined : quoted(value), line: line(''), first }
    for (const one of here) {
      const isWhole = /^(?!\{value\})[^-]/.test(one)
      if (isWhole ? !exists(whole(), one) : !hasFlags(command, one.split(' '))) continue
      if (one.includes('{value}') && value === undefined) continue
      return isWhole ? fill(one, values) : line(fill(one, values))
    }
  }
  return undefined
}

/** `--json name,id`, and otherwise what the command takes. */
const excess = ({ command, whole, argv }: Typed): string | undefined => {
  const at = argv.findIndex((word, index) => word === '--json' && /^[A-Za-z][\w,]*$/.test(argv[index + 1] ?? ''))
  const value = argv[at + 1]
  if (at >= 0 && value !== undefined && !/^[CTRM][0-9]+$/i.test(value))
    return said({ at, name: '--json', value, words: 2 }, { command, whole, argv })
  return examplesOf(command)[0]
}

/** A required option that is missing: what was typed without it, or else an example. */
const mandatory = (what: string, { command, argv }: Typed): string | undefined => {
  const [, flag] = /'(--[\w-]+) /.exec(what) ?? []
  const [word] = command.args
  if (!flag || word === undefined || command.registeredArguments.length > 0) return examplesOf(command)[0]
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
