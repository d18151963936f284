import { examplesOf } from '../examples.ts'
import { excess, flagged } from './excess.ts'
import { exampleWith, hasFlags } from './fill.ts'
import { meaningOf, said, type TypedLine } from './translate.ts'
import { findOption, readOption } from './typed-option.ts'
import { projectIdentifierPattern } from '../../contract/identifiers.ts'
import { pathOf } from '../usage.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** How to type what an option that a command does not have, or a word too many, is for; undefined where nothing is known. */
export const optionMeant = (code: string, what: string, typed: TypedLine): string | undefined => {
  if (code === 'commander.excessArguments') return excess(typed)
  if (code === 'commander.missingMandatoryOptionValue') return mandatory(what, typed)
  if (code === 'commander.optionMissingArgument') return valueless(what, typed)
  if (code === 'commander.missingArgument') return pair(typed) ?? exampleWith(typed.command, typed.command.args)
  if (code !== 'commander.unknownOption') return undefined
  const name = /'([^]*)'$/.exec(what)?.[1] ?? ''
  const found = findOption(name, typed.argv)
  return found && said(found, typed)
}

/** A required option that is missing: what was typed without it, or else an example. */
const mandatory = (what: string, { command, whole, argv }: TypedLine): string | undefined => {
  const [, flag] = /'(--[\w-]+) /.exec(what) ?? []
  for (const at of argv.keys()) {
    const found = readOption(argv, at)
    const isUnknown = found.name.startsWith('-') && !hasFlags(command, [found.name])
    const meant = isUnknown ? meaningOf(found, { command, whole, args: [] }) : undefined
    if (meant?.here.startsWith(`${flag} `)) return said(found, { command, whole, argv })
  }
  const line = flag && flagged(flag, { command, argv })
  return line ? line + missingIdentifier({ command, argv }) : exampleWith(command, command.args)
}

/** A project is created with two words, a name and a prefix, of which people type the first alone. */
const missingIdentifier = ({ command, argv }: Pick<TypedLine, 'command' | 'argv'>): string => {
  const prefix = command.args
    .join('')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 8)
    .toUpperCase()
  const isMissing =
    pathOf(command).endsWith(' projects create') && !argv.some((word) => word.startsWith('--identifier'))
  return isMissing && projectIdentifierPattern.test(prefix) ? ` --identifier ${prefix}` : ''
}

/** An option whose value is missing: an example with it, or else how it is written. */
const valueless = (what: string, { command }: TypedLine): string | undefined => {
  const [, flags = ''] = /'([^]*)'/.exec(what) ?? []
  const [, long] = /(--[\w-]+)/.exec(flags) ?? []
  return examplesOf(command).find((line) => line.includes(` ${long} `)) ?? `it takes a value: ${flags}`
}

/** `config set url=http://x`, `runs diff R1..R2`: two arguments in one word. */
const pair = ({ command, argv }: TypedLine): string | undefined => {
  const [word = '', ...others] = command.args
  const [, name, value] =
    /^([A-Za-z]\w*)=([^]+)$/.exec(word) ?? /^([\w-]*R\d+)(?:,|\.\.+)([\w-]*R\d+)$/i.exec(word) ?? []
  if (name === undefined || value === undefined || others.length > 0 || command.registeredArguments.length !== 2)
    return undefined
  return ['testctl', ...argv.map((one) => (one === word ? `${name} ${quoteWord(value)}` : quoteWord(one)))].join(' ')
}
