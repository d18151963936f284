import type { Command } from 'commander'
import type { Noun } from '../contract/vocabulary.ts'
import { printedColumns } from './cells/related-columns.ts'

/** The output of a command, if known beforehand: resources of a kind, a script, or an answer of its own with these fields. */
export type Printed = Noun | 'script' | readonly string[]

/**
 * The facts known of a command before it runs. If it `changes` something, its output is checked in full before the change, and a
 * failure to print afterwards does not hide that the change was made. DECISIONS 286
 */
export type Announced = {
  prints?: Printed | undefined
  changes?: boolean | undefined
  /** The relations that it can ask for: columns of other relations have no value. DECISIONS 288 */
  relations?: readonly string[]
}

/** Records what a command prints, to check formats and fields before it runs, and to list the columns of resources in its help. */
export const printing = (command: Command, what: Printed, relations: readonly string[] = []): void => {
  note(command, { prints: what, relations })
  if (typeof what !== 'string' || what === 'script') return
  command.addHelpText('after', () => `\nColumns:\n${folded(namesOf(what, relations).join(', '))}`)
}

/** Records that a command changes something, here or in the service. */
export const changing = (command: Command): void => note(command, { changes: true })

/** Returns the recorded facts of a command. */
export const announcedBy = (command: Command): Announced => announced.get(command) ?? {}

/** Returns the columns that a command is known to have; undefined if they are not known. */
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

/** Wraps words into indented lines of at most 80 columns. */
const folded = (text: string): string => text.replace(/(.{1,77})(?: |$)/g, '  $1\n').trimEnd()
