import type { EventEmitter } from 'node:events'
import type { Command, Option } from 'commander'
import { examplesOf } from '../../cli/examples.ts'
import { globalFlags, sortFlags } from '../../cli/flags.ts'
import { usageOf } from '../../cli/help-page.ts'
import { pathOf } from '../../cli/usage.ts'
import { type PageBlock, readBlocks } from './blocks.ts'

/** A command as a manual describes it: its help page as data. */
export type Manual = {
  /** `testctl tests set` */
  path: string
  usage: string
  summary: string
  flags: readonly DocumentedFlag[]
  blocks: readonly PageBlock[]
  examples: readonly string[]
  /** Its subcommands, grouped by heading. */
  groups: readonly { heading: string; commands: readonly Manual[] }[]
}

/** A flag as it is typed, and what it does. */
export type DocumentedFlag = { flags: string; description: string }

/** Reads a command of the whole command tree, and all below it. Only the root has the flags that every command takes. */
export const readManual = (command: Command): Manual => {
  return {
    path: pathOf(command),
    usage: usageOf(command),
    summary: command.description(),
    flags: sortFlags(command.options)
      .filter((option) => !option.hidden && (option.helpGroupHeading !== globalFlags || !command.parent))
      .map(({ flags, description }: Option) => ({ flags, description })),
    blocks: readBlocks(textAfter(command)),
    examples: examplesOf(command),
    groups: groupsOf(command),
  }
}

/** Returns the commands without subcommands that a command is or contains, in their order. */
export const leavesOf = (manual: Manual): Manual[] => {
  const below = manual.groups.flatMap(({ commands }) => commands.flatMap(leavesOf))
  return below.length > 0 ? below : [manual]
}

const groupsOf = (command: Command): Manual['groups'] => {
  const groups = new Map<string, Manual[]>()
  for (const one of command.commands) {
    if (one.name().startsWith('__')) continue
    const heading = one.helpGroup() || 'Commands:'
    groups.set(heading, [...(groups.get(heading) ?? []), readManual(one)])
  }
  return [...groups].map(([heading, commands]) => ({ heading: heading.replace(/:$/, ''), commands }))
}

/** The text below the flags on a help page, which commander keeps only in listeners. */
const textAfter = (command: Command): string => {
  const texts: string[] = []
  ;(command as unknown as EventEmitter).emit('afterHelp', {
    error: false,
    command,
    write: (text: string) => texts.push(text),
  })
  return texts.join('')
}
