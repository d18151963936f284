import type { Command, CommanderError } from 'commander'
import { UsageError } from '../errors.ts'
import { suggest } from './suggest.ts'

/** What commander has against a command line, in our words: with what was probably meant, or else the page to read. */
export const explainUsage = (
  { code, message }: CommanderError,
  program: Command,
  argv: readonly string[],
): UsageError => {
  const [what = '', similar] = message.replace(/^error: /, '').split('\n')
  const command = commandIn(program, argv)
  const nearest =
    code === 'commander.unknownCommand'
      ? nearestBelow(command, /'(.*)'$/.exec(what)?.[1] ?? '')
      : similar?.replace(/^\(Did you mean (one of )?(.*)\?\)$/, '$2')
  return new UsageError(what, { hint: nearest ? `did you mean ${nearest}?` : `${pathOf(command)} --help` })
}

/** The command below a command that was probably meant by a word, by its name; an alias is for those who know it. */
export const nearestBelow = (command: Command, word: string): string | undefined => {
  const { commands } = command
  const names = commands.map((one) => one.name())
  const aliases = commands.flatMap((one) => one.aliases())
  const meant = suggest(word, names) ?? suggest(word, aliases)
  return meant && isBelow(command, meant)?.name()
}

/** The command below a command that goes by a name or an alias. */
export const isBelow = (command: Command, word: string): Command | undefined =>
  command.commands.find((one) => one.name() === word || one.aliases().includes(word))

/** How a command is typed: `testctl tests set`. */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

const commandIn = (program: Command, argv: readonly string[]): Command =>
  argv.reduce((command, word) => isBelow(command, word) ?? command, program)
