import type { Command } from 'commander'
import { examplesOf } from '../examples.ts'
import { usageOf } from '../help-page.ts'
import { excess, flagged, joined, without } from './excess.ts'
import { optionOf } from '../dashes.ts'
import { hasFlags } from './fill.ts'
import { isId, isIdentifier, isProject, nounOf } from './identifier.ts'
import { meaningOf, said } from './translate.ts'
import { findOption, operandsOf, readOption, type TypedLine, type TypedOption } from './typed-option.ts'
import { parseIdentifier, parseShortIdentifier, projectIdentifierPattern } from '../../contract/identifiers.ts'
import { nearestOption, pathOf } from '../usage.ts'
import { commandLine, programWords, quoteWord } from '../../system/shell-line.ts'
import { foldAccents } from '../../system/text/fold-accents.ts'

/** Returns a hint for an unknown option, a word too many, or a missing option, value or argument; undefined if nothing is known. */
export const optionMeant = (code: string, what: string, typed: TypedLine): string | undefined => {
  if (code === 'commander.excessArguments') return excess(typed) ?? usage(typed.command)
  if (code === 'commander.missingMandatoryOptionValue') return mandatory(what, typed)
  if (code === 'commander.optionMissingArgument') return valueless(what, typed)
  if (code === 'commander.missingArgument') return pair(typed) ?? usage(typed.command)
  if (code !== 'commander.unknownOption') return undefined
  const name = /'([^]*)'$/.exec(what)?.[1] ?? ''
  // `-all`, `-name login`
  const long = `-${name}`
  if (/^-[a-z]{3,}$/.test(name) && optionOf(typed.command, long))
    return commandLine(typed.argv.map((word) => (word === name ? long : word)))
  const found = findOption(name, typed.argv)
  return found && (withDashes(found, typed) ?? said(found, typed))
}

/**
 * Inserts `--` before the command that testctl is to run, if the refused option belongs to that command. Not if the option resembles one
 * of testctl that the line lacks, nor if an option of testctl follows that command, which would then get it.
 */
const withDashes = ({ at: refused, name }: TypedOption, { command, argv }: TypedLine): string | undefined => {
  const first = argv.findIndex(
    (word, at) => word === command.args[0] && !optionOf(command, argv[at - 1] ?? '')?.required,
  )
  if (!command.usage().includes(' -- ') || argv.includes('--') || first < 0 || first >= refused) return undefined
  const isOwn = (word: string) => command.options.some(({ short, long }) => [short, long].includes(word.split('=')[0]))
  const nearest = nearestOption(command, name)
  if (argv.slice(first).some(isOwn) || (nearest !== undefined && !argv.includes(nearest))) return undefined
  return commandLine(argv.toSpliced(first, 0, '--'))
}

/** Returns the usage of a command. An example would name things that were not typed, and might delete them. DECISIONS 347 */
const usage = (command: Command): string => `usage: ${usageOf(command)}`

/** Returns the hint for a missing required option: the line with the flag before a value that lacks it, or with an example value. */
const mandatory = (what: string, typed: TypedLine): string => {
  const { command, whole, argv } = typed
  const [, flag] = /'(--[\w-]+) /.exec(what) ?? []
  for (const at of argv.keys()) {
    const found = readOption(argv, at)
    const isUnknown = found.name.startsWith('-') && !hasFlags(command, [found.name])
    const meant = isUnknown ? meaningOf(found, { command, whole, args: [] }) : undefined
    if (meant?.here.startsWith(`${flag} `)) return said(found, typed) ?? usage(command)
  }
  const other = belonging(typed) ?? assigned(typed) ?? prefixed(typed)
  if (other) return other
  const line = flag && hasFlags(command, argv) && flagged(flag, typed)
  if (!line) return completed(typed) ?? usage(command)
  const isComplete = flag === '--identifier' || !lacksIdentifier(typed)
  return isComplete ? line : withIdentifier(line, command.args.join(' '))
}

/** Returns the line that links identifiers: for `runs add R1 C1`, `milestones add M1 R7`, `tests create C1 --run R1`. */
const belonging = ({ command, argv }: TypedLine): string | undefined => {
  const of = (noun: string) => argv.filter((word) => isIdentifier(word) && nounOf(word) === noun)
  const [runs, cases, [milestone]] = [of('runs'), of('cases'), of('milestones')]
  if (cases.length + runs.length + (milestone ? 1 : 0) < 2) return undefined
  const [run] = runs
  switch (pathOf(command)) {
    case 'testctl runs create':
      return run && cases.length > 0 ? `testctl runs update ${run} --add-case ${cases.join(',')}` : undefined
    case 'testctl tests create':
      return run && cases.length === 1 ? `testctl tests create ${run} --case ${cases[0]}` : undefined
    case 'testctl milestones create':
      return run && milestone ? `testctl runs update ${runs.join(' ')} --milestone ${milestone}` : undefined
  }
  return undefined
}

/** Returns the line with the flag for a name among tests: for `tests assign ana T1`, `tests assign T1 to ana`. */
const assigned = ({ command, argv }: TypedLine): string | undefined => {
  const [name, ...others] = command.args.filter((word) => !isId(word) && word !== 'to')
  if (!hasFlags(command, ['--to', ...argv]) || name === undefined || others.length > 0 || command.args.length < 2)
    return undefined
  const [run = '', ...more] = command.args.filter(isIdentifier)
  if (nounOf(run) === 'runs' && more.length === 0)
    return `testctl tests list ${run} --quiet | testctl tests assign - --to ${quoteWord(name)}`
  return `${commandLine(argv.filter((word) => word !== name && word !== 'to'))} --to ${quoteWord(name)}`
}

/** Returns the line with the flags for a project's name and its prefix in capitals: `projects create 'My shop' SHOP`. DECISIONS 424 */
const prefixed = (typed: TypedLine): string | undefined => {
  const { command, argv } = typed
  const { args } = command
  const [first = '', second = ''] = args
  const isFirst = isProject(first) && !isProject(second) && args.length === 2
  const prefix = isProject(args.at(-1) ?? '') ? args.at(-1) : isFirst ? first : undefined
  const { name } = command.opts<{ name?: string }>()
  if (!lacksIdentifier(typed) || argv.includes('--')) return undefined
  const whole = name === undefined || prefix !== undefined ? undefined : joined(typed)
  if (whole !== undefined) return withIdentifier(whole, [name, ...args].join(' '))
  if (prefix === undefined || args.length < 2 || name !== undefined) return undefined
  const words = args.toSpliced(args.lastIndexOf(prefix), 1)
  return commandLine([...without(args, typed), '--name', words.join(' '), '--identifier', prefix])
}

/** Returns the typed line with example values for all required options that it lacks; undefined if more is wrong with it. */
const completed = (typed: TypedLine): string | undefined => {
  const { command, argv } = typed
  const dashes = argv.indexOf('--')
  // Flags among the words of the command to run are ours as well: `exec npm test --run R1`.
  const isOther = command.usage().includes(' -- ') && dashes < 0
  const own = isOther ? without(command.args, typed) : argv.slice(0, dashes < 0 ? undefined : dashes)
  const others = isOther ? ['--', ...programWords(command.args)] : argv.slice(own.length).map(quoteWord)
  if (lacksArguments(typed) || hasExcess(command) || !hasFlags(command, own)) return undefined
  const added: string[] = []
  for (const option of command.options.filter(({ mandatory }) => mandatory)) {
    if (command.getOptionValue(option.attributeName()) !== undefined) continue
    const { name } = command.opts<{ name?: string }>()
    if (name !== undefined && lacksIdentifier(typed)) return withIdentifier(commandLine(argv), name)
    const value = exampleOf(option.long ?? '', typed)
    if (value === undefined) return undefined
    added.push(`${option.long} ${value}`)
  }
  const lacksRun =
    hasFlags(command, ['--run', '--reuse']) && !['run', 'name'].some((one) => command.getOptionValue(one))
  if (lacksRun) added.push("--name 'CI {date}'")
  return [commandLine(own), ...added, ...others].join(' ')
}

/** Whether a project's prefix is missing: people often type its name alone. */
const lacksIdentifier = ({ command, argv }: TypedLine): boolean =>
  pathOf(command).endsWith(' projects create') && !argv.some((word) => word.startsWith('--identifier'))

/** Adds a prefix that the name suggests to the line. If it suggests none, the user has to choose. DECISIONS 408 */
const withIdentifier = (line: string, name: string): string => {
  const [first = '', ...words] = name
    .split(/\s+/)
    .flatMap((word) => foldAccents(word).replace(/[^A-Za-z0-9]/g, '') || [])
  // Whole words, as far as they fit: for `Comic shop` COMIC, for `Web shop` WEBSHOP.
  const fits = words.findIndex((_, at) => first.length + words.slice(0, at + 1).join('').length > longest)
  const prefix = [first.slice(0, longest), ...(fits < 0 ? words : words.slice(0, fits))].join('').toUpperCase()
  return projectIdentifierPattern.test(prefix)
    ? `${line} --identifier ${prefix}`
    : `choose the prefix of its identifiers: ${line} --identifier <PROJ>`
}

// The longest prefix to propose: people type it in each identifier.
const longest = 8

/** Returns the hint for an option without its value: the typed line with an example value, or else the syntax of the option. */
const valueless = (what: string, typed: TypedLine): string => {
  const { command, argv } = typed
  const [, flags = ''] = /'([^]*)'/.exec(what) ?? []
  const long = /(--[\w-]+)/.exec(flags)?.[1] ?? ''
  const at = argv.findLastIndex((word) => word.startsWith('-') && optionOf(command, word)?.long === long)
  const value = exampleOf(long, typed)
  // The value that confirms a deletion must come from the user.
  if (value === undefined || at < 0 || long === '--confirm' || lacksArguments(typed))
    return `it takes a value: ${flags}`
  const before = commandLine(argv.slice(0, at + 1))
  return [`${before} ${value}`, ...argv.slice(at + 1).map(quoteWord)].join(' ')
}

/** Returns the value of an option in an example; a short identifier gets the project that was typed. */
const exampleOf = (flag: string, { command, argv }: TypedLine): string | undefined => {
  const [word] = examplesOf(command)
    .flatMap((line) => /^('[^']*'|"[^"]*"|\S+)/.exec(line.split(` ${flag} `)[1] ?? '')?.[0] ?? [])
    .filter((value) => !value.includes('$'))
  const project = argv.map((one) => parseIdentifier(one)?.project).find((one) => one !== undefined)
  return word && project && parseShortIdentifier(word) ? `${project}-${word}` : word
}

const lacksArguments = ({ command, argv }: TypedLine): boolean => {
  const typed = operandsOf(command, argv).length - (pathOf(command).split(' ').length - 1)
  return typed < command.registeredArguments.filter(({ required }) => required).length
}

const hasExcess = ({ args, registeredArguments: places }: Command): boolean =>
  places.at(-1)?.variadic !== true && args.length > places.length

/** Splits two arguments that were typed as one word: `config set url=http://x`, `runs diff R1..R2`. */
const pair = ({ command, argv }: TypedLine): string | undefined => {
  const [word = '', ...others] = command.args
  const [, name, value] =
    /^([A-Za-z]\w*)=([^]+)$/.exec(word) ?? /^([\w-]*R\d+)(?:,|\.\.+)([\w-]*R\d+)$/i.exec(word) ?? []
  if (name === undefined || value === undefined || others.length > 0 || command.registeredArguments.length !== 2)
    return undefined
  return commandLine(argv.flatMap((one) => (one === word ? [name, value] : one)))
}
