import type { Command } from 'commander'
import { suggest } from './suggest.ts'

/**
 * The command below a command that was probably meant by a word, by its name; an alias is for those who know it. Who types a
 * capital means an alias only where it is spelled so: `Show`; `Shop` is a name.
 */
export const nearestBelow = (command: Command, word: string): string | undefined => {
  const { commands } = command
  const names = commands.map((one) => one.name())
  const aliases = commands.flatMap((one) => one.aliases())
  const meant = suggest(word, names) ?? (isCapitalised(word) ? word.toLowerCase() : suggest(word, aliases))
  return meant && isBelow(command, meant)?.name()
}

/** Whether a word begins with a capital, and goes on without, as a name does: `Shop`. */
export const isCapitalised = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word)

/** The command below a command that has this name or alias. */
export const isBelow = (command: Command, word: string): Command | undefined =>
  command.commands.find((one) => one.name() === word || one.aliases().includes(word))

/** How a command is typed: `testctl tests set`. */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

/** The command that a command line names, as far as it does. */
export const commandIn = (program: Command, argv: readonly string[]): Command =>
  argv.reduce((command, word) => isBelow(command, word) ?? command, program)

/** The option that was probably meant. Commander's own guess is too free: --bom for --from. */
export const nearestOption = (command: Command, typed: string): string | undefined => {
  // The global flags are those of every command above as well.
  const known = new Set(['--help'])
  for (let at: Command | null = command; at; at = at.parent)
    for (const { long, hidden } of at.options) if (long && !hidden) known.add(long)
  return suggest(typed, [...known])
}
