import type { Command, Help } from 'commander'
import { examplesOf } from './examples.ts'
import { globalFlags, sortFlags } from './flags.ts'
import { wrapIndented } from './page-width.ts'
import { addTo } from '../system/maps/add-to.ts'

/** Lays out a help page: commands come before flags. Global flags are left out; all but a noun's page name some in one line. */
export const formatHelp = (command: Command, help: Help): string => {
  const width = help.padWidth(command, help)
  const columns = help.helpWidth ?? 80
  const section = (heading: string, items: readonly (readonly [term: string, description: string])[]): string[] =>
    items.length === 0 ? [] : [heading, ...items.flatMap(([term, description]) => itemLines(term, description)), '']
  const itemLines = (term: string, description: string): string[] =>
    columns < narrow
      ? [`  ${term}`, ...wrapIndented(`      ${description}`, { width: columns, indent: ' '.repeat(6) })]
      : [help.formatItem(term, width, description, help)]
  const isNoun = command.parent !== null && help.visibleCommands(command).length > 0
  const commands = groupBy(help.visibleCommands(command), (one) => one.helpGroup() || 'Commands:')
  const options = groupBy(sortFlags(help.visibleOptions(command)), (one) => one.helpGroupHeading ?? 'Flags:')
  return [
    `Usage: ${usageOf(command)}`,
    '',
    help.boxWrap(help.commandDescription(command), columns),
    '',
    ...examplesIn(command),
    ...commands.flatMap(([heading, group]) =>
      section(
        heading,
        group.map((one) => [help.subcommandTerm(one), help.subcommandDescription(one)]),
      ),
    ),
    ...options
      .filter(([heading]) => heading !== globalFlags)
      .flatMap(([heading, group]) =>
        section(
          heading,
          group.map((one) => [help.optionTerm(one), help.optionDescription(one)]),
        ),
      ),
    ...(isNoun ? [] : [`${globalFlags} -p --json --csv --jq --columns -q -v …: testctl help flags`, '']),
    ...(isNoun ? [`${usageOf(command).split(' <')[0]} <verb> --help shows more.`, ''] : []),
  ].join('\n')
}

// On fewer columns a description goes below its term, not beside it.
const narrow = 60

/** Formats a command in a list: its name and arguments. Aliases work but are not listed: one name is enough to learn. */
export const subcommandTerm = (command: Command): string =>
  command.parent?.parent ? `${command.name()} ${takenBy(command)}`.replace(/ *( --|\[flags\])[^]*/, '') : command.name()

/** Returns the usage of a command: `testctl tests set <test...> <result> [flags]`. */
export const usageOf = (command: Command): string => {
  let path = command.name()
  for (let parent = command.parent; parent; parent = parent.parent) path = `${parent.name()} ${path}`
  return `${path} ${takenBy(command)}`
}

const examplesIn = (command: Command): string[] => {
  const examples = examplesOf(command)
  return examples.length === 0 ? [] : ['Examples:', ...examples.map((line) => `  ${line}`), '']
}

const takenBy = (command: Command): string => {
  const [, taken] = /^\[options\] ?(.*)$/.exec(command.usage()) ?? []
  const needed = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags)
  return taken === undefined ? command.usage() : [taken, ...needed, '[flags]'].filter(Boolean).join(' ')
}

const groupBy = <T>(items: readonly T[], headingOf: (item: T) => string): [heading: string, group: T[]][] => {
  const groups = new Map<string, T[]>()
  for (const item of items) addTo(groups, headingOf(item), item)
  return [...groups]
}
