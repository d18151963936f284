import type { Command } from 'commander'

const known = new WeakMap<Command, readonly string[]>()

/** Sets the examples of a command, which its help page shows right after the usage, and which tests run. */
export const addExamples = (command: Command, lines: readonly string[]): Command => {
  known.set(command, lines)
  return command
}

/** Returns the examples of a command, as whole lines. */
export const examplesOf = (command: Command): readonly string[] => known.get(command) ?? []
