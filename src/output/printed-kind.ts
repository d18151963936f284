import type { Command } from 'commander'
import type { Noun } from '../contract/vocabulary.ts'
import { columnNames } from './cells/resource-columns.ts'

/** What a command prints, where it is known before: resources of a kind, or a script. */
export type Printed = Noun | 'script'

/** Notes what a command prints. Forms and fields are checked before it runs; of resources its help page lists the columns. */
export const printing = (command: Command, what: Printed): void => {
  printed.set(command, what)
  // What was deleted has no columns to choose from.
  if (what === 'script' || command.name() === 'delete') return
  const noun = what
  command.addHelpText('after', () => `\nColumns:\n${folded(namesOf(noun).join(', '))}`)
}

/** What a command prints. */
export const printedBy = (command: Command): Printed | undefined => printed.get(command)

const printed = new WeakMap<Command, Printed>()

const namesOf = (noun: Noun): string[] => [...columnNames(noun), ...(noun === 'cases' ? ['customFields.KEY'] : [])]

/** Words in indented lines that fit into 80 columns. */
const folded = (text: string): string => text.replace(/(.{1,77})(?: |$)/g, '  $1\n').trimEnd()
