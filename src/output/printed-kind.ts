import type { Command } from 'commander'
import type { Noun } from '../contract/vocabulary.ts'
import { printedColumns } from './cells/related-columns.ts'

/** What a command prints, where it is known before: resources of a kind, a script, or an answer of its own with these fields. */
export type Printed = Noun | 'script' | readonly string[]

/** What is known of a command before it runs. One that `changes` something is refused then, or has run. DECISIONS 286 */
export type Announced = {
  prints?: Printed | undefined
  changes?: boolean | undefined
  /** The relations that it can ask for: columns of others have no value there. DECISIONS 288 */
  relations?: readonly string[]
}

/** Notes what a command prints. Forms and fields are checked before it runs; of resources its help page lists the columns. */
export const printing = (command: Command, what: Printed, relations: readonly string[] = []): void => {
  note(command, { prints: what, relations })
  if (typeof what !== 'string' || what === 'script') return
  command.addHelpText('after', () => `\nColumns:\n${folded(namesOf(what, relations).join(', '))}`)
}

/** Notes that a command changes something, here or in the service. */
export const changing = (command: Command): void => note(command, { changes: true })

/** What was noted of a command. */
export const announcedBy = (command: Command): Announced => announced.get(command) ?? {}

/** The columns that a command is known to have; undefined where none are known. */
export const columnsOf = (command: Command): readonly string[] | undefined => {
  const { prints, relations = [] } = announcedBy(command)
  if (prints === undefined || prints === 'script') return undefined
  return typeof prints === 'string' ? printedColumns(prints, relations) : [...new Set(prints)]
}

const announced = new WeakMap<Command, Announced>()

const note = (command: Command, more: Announced): void => {
  announced.set(command, { ...announcedBy(command), ...more })
}

const namesOf = (noun: Noun, relations: readonly string[]): string[] => [
  ...printedColumns(noun, relations),
  ...(noun === 'cases' ? ['customFields.KEY'] : []),
]

/** Words in indented lines that fit into 80 columns. */
const folded = (text: string): string => text.replace(/(.{1,77})(?: |$)/g, '  $1\n').trimEnd()
