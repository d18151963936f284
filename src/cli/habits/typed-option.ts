import type { Command } from 'commander'
import { optionOf } from './fill.ts'

/** An option in a command line: where, its name, and its value. */
export type TypedOption = { at: number; name: string; value: string | undefined; words: number }

/** Where an option stands in a command line; undefined where it does not. */
export const findOption = (name: string, argv: readonly string[]): TypedOption | undefined => {
  const at = argv.findIndex((word) => word === name || word.startsWith(`${name}=`))
  return at < 0 ? undefined : readOption(argv, at)
}

/** The option that stands in a place of a command line, with the word after it as its value. */
export const readOption = (argv: readonly string[], at: number): TypedOption => {
  const word = argv[at] ?? ''
  const [, long, given] = /^(--[^=]+)=([^]*)$/.exec(word) ?? []
  if (long !== undefined) return { at, name: long, value: given, words: 1 }
  // -ojson, -n5
  const [, short, joined] = /^(-[A-Za-z])([^-=].*)$/.exec(word) ?? []
  if (short && joined) return { at, name: short, value: joined, words: 1 }
  const next = argv[at + 1]
  const value = next?.startsWith('-') && next !== '-' ? undefined : next
  return { at, name: word, value, words: value === undefined ? 1 : 2 }
}

/** The words that are no options, nor values of those that the command has. */
export const operandsOf = (command: Command, words: readonly string[]): string[] => {
  const [word, ...others] = words
  if (word === undefined) return []
  if (!word.startsWith('-') || word === '-') return [word, ...operandsOf(command, others)]
  return operandsOf(command, optionOf(command, word)?.required ? others.slice(1) : others)
}
