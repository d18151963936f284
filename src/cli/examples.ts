import type { Command } from 'commander'

const known = new WeakMap<Command, readonly string[]>()

/** Gives a command its examples: they stand on its help page right after the usage, and tests run them. */
export const addExamples = (command: Command, lines: readonly string[]): Command => {
  known.set(command, lines)
  return command
}

/** The examples of a command, whole lines. */
export const examplesOf = (command: Command): readonly string[] => known.get(command) ?? []
