import type { Command } from 'commander'
import { type Noun, resources } from '../../../contract/vocabulary.ts'
import { addExamples } from '../../../cli/examples.ts'
import { addMutationFlags } from '../../../cli/flags.ts'
import { UsageError } from '../../../errors.ts'
import { changing, printing } from '../../../output/printed-kind.ts'
import { isIdentifierOrRange } from '../input/id-words.ts'

/** Adds a verb to a noun: `tests set`. Its examples are shown on its help page, and tests run them. */
export const verb = (
  group: Command,
  signature: string,
  about: {
    summary: string
    aliases?: readonly string[]
    examples: readonly string[]
    /** How it changes things, if it does; a command without `--dry-run` changes them `atOnce`. */
    changes?: 'writes' | 'deletes' | 'atOnce'
    /** The kind of resource that it prints, if its name does not imply that, or the fields of its answer. */
    prints?: Noun | readonly string[]
    /** The relations that `--relations` accepts. */
    relations?: readonly string[]
  },
): Command => {
  const command = group.command(signature).description(about.summary)
  for (const alias of about.aliases ?? []) command.alias(alias)
  if (about.changes) changing(command)
  if (about.changes && about.changes !== 'atOnce') addMutationFlags(command, { deletes: about.changes === 'deletes' })
  const prints = about.prints ?? printedBy(group.name(), command.name())
  if (prints) printing(command, prints, about.relations)
  return addExamples(command, about.examples)
}

const printedBy = (noun: string, name: string): Noun | readonly string[] | undefined => {
  if (!Object.hasOwn(resources, noun)) return undefined
  if (name === 'delete') return deletionFields
  return ['list', 'get', 'create', 'update'].includes(name) ? (noun as Noun) : undefined
}

// The other fields of a deleted resource no longer exist. DECISIONS 326
const deletionFields = ['identifier', 'id', 'ok', 'requestId', 'duration']

/** Returns the root of the command tree that a command belongs to. */
export const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command)

/** Collects a flag that may be given several times. */
export const collectValues = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** Collects a flag that may be given several times and takes a comma-separated list each time. */
export const collectList = (value: string, before: readonly string[] = []): readonly string[] => {
  const parts = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const blank = parts.find(hasIds)
  if (blank !== undefined)
    throw new UsageError(`${JSON.stringify(blank)} has no comma between its IDs`, {
      hint: `several are one list: ${parts.map((part) => (hasIds(part) ? part.split(/\s+/).join(',') : part)).join(',')}`,
    })
  return [...before, ...parts]
}

/** Whether a part of a comma-separated list is several IDs with blanks between them: `C1 C2`. */
const hasIds = (part: string): boolean => /\s/.test(part) && part.split(/\s+/).every(isIdentifierOrRange)
