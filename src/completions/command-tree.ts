import type { Argument as Declared, Command, Option } from 'commander'
import { columnsOf } from '../output/printed-kind.ts'
import { type Expected, expectedAfter, expectedByArgument, expectedByFlag, canRepeat } from './expected-values.ts'

/** A command as plain data: what Tab needs to know, and its subcommands. */
export type Branch = {
  name: string
  aliases: readonly string[]
  description: string
  /** The flags that it takes and shows, `--help` last. */
  flags: readonly Flag[]
  arguments: readonly Argument[]
  commands: readonly Branch[]
}

/** A flag; `takes` says whether a value must or may follow, and `expected` what it can be, if that is known. */
export type Flag = {
  long?: string
  short?: string
  description: string
  takes?: 'a value' | 'perhaps a value'
  expected?: Expected
  isRepeatable?: true
  /** The heading on the help page: a command may have a flag of its own by the name of a global one. */
  heading?: string
}

/** An argument; `after` says what it can be, by the argument before it if that decides. */
export type Argument = {
  name: string
  isVariadic?: true
  expected?: Expected
  after?: Readonly<Record<string, Expected>>
}

/** Turns the command tree into plain data. The build stores it, so that Tab need not wait for commander to build the tree. */
export const drawTree = (command: Command, path: readonly string[] = []): Branch => {
  const help = command.createHelp()
  return {
    name: command.name(),
    aliases: command.aliases(),
    description: command.summary() || command.description(),
    flags: help.visibleOptions(command).map((option) => drawFlag(path, option, columnsOf(command))),
    arguments: command.registeredArguments.map((argument) => drawArgument(path, argument)),
    // Also the commands that a help page leaves out to be short: a Tab has room.
    commands: command.commands.map((one) => drawTree(one, [...path, one.name()])),
  }
}

const drawFlag = (path: readonly string[], option: Option, columns: readonly string[] | undefined): Flag => {
  const { long, short, description, required, optional, helpGroupHeading: heading } = option
  const expected = required ? expectedByFlag(path, option, columns) : undefined
  return {
    ...(long !== undefined && { long }),
    ...(short !== undefined && { short }),
    description,
    ...((required || optional) && { takes: required ? 'a value' : 'perhaps a value' }),
    ...(expected && { expected }),
    ...(canRepeat(option) && { isRepeatable: true }),
    ...(heading !== undefined && { heading }),
  }
}

const drawArgument = (path: readonly string[], argument: Declared): Argument => {
  const expected = expectedByArgument(path, argument.name())
  const after = expectedAfter(path, argument.name())
  return {
    name: argument.name(),
    ...(argument.variadic && { isVariadic: true }),
    ...(expected && { expected }),
    ...(after && { after }),
  }
}
