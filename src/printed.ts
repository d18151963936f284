import type { Command } from 'commander'
import type { Noun } from './contract/vocabulary.ts'
import { columnNames } from './output/columns.ts'

/** Notes that a command prints resources of a kind: its help page lists the columns, which are checked before it runs. */
export const printing = (command: Command, noun: Noun): void => {
  nouns.set(command, noun)
  command.addHelpText('after', () => `\nColumns:\n${folded(namesOf(noun).join(', '))}`)
}

/** The kind of resources that a command prints. */
export const printedBy = (command: Command): Noun | undefined => nouns.get(command)

const nouns = new WeakMap<Command, Noun>()

const namesOf = (noun: Noun): string[] => [...columnNames(noun), ...(noun === 'cases' ? ['customFields.KEY'] : [])]

/** Words in indented lines that fit into 80 columns. */
const folded = (text: string): string => text.replace(/(.{1,77})(?: |$)/g, '  $1\n').trimEnd()
