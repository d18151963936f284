import type { Command } from 'commander'
import { suggest } from './suggest.ts'

/**
 * Returns the name of the subcommand that a word probably means, by its name or an alias. A word with a capital means an alias only
 * if nothing but the capital differs: `Show` is one; `Shop` is a name.
 */
export const nearestBelow = (command: Command, word: string): string | undefined => {
  const { commands } = command
  const names = commands.map((one) => one.name())
  const aliases = commands.flatMap((one) => one.aliases())
  const meant = suggest(word, names) ?? (isCapitalised(word) ? word.toLowerCase() : suggest(word, aliases))
  return meant && isBelow(command, meant)?.name()
}

/** Whether a word begins with a capital and a small letter, as a name does: `Shop`. */
export const isCapitalised = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word)

/** Returns the subcommand that has this name or alias. */
export const isBelow = (command: Command, word: string): Command | undefined =>
  command.commands.find((one) => one.name() === word || one.aliases().includes(word))

/** Returns the full name of a command, as it is typed: `testctl tests set`. */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

/** Returns the command that a command line names, as far as it is known; any other words are skipped. */
export const commandIn = (program: Command, argv: readonly string[]): Command =>
  argv.reduce((command, word) => isBelow(command, word) ?? command, program)

/** Returns the option that was probably meant. Commander's own guess is too loose: --bom for --from. */
export const nearestOption = (command: Command, typed: string): string | undefined => {
  // A command also takes the options of every command above it.
  const known = new Set(['--help'])
  for (let at: Command | null = command; at; at = at.parent)
    for (const { long, hidden } of at.options) if (long && !hidden) known.add(long)
  return suggest(typed, [...known])
}
