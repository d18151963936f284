import type { Command } from 'commander'
import { isBelow } from '../usage.ts'

/** Writes a hint of a table: `{rest|an example}` is what was typed, or else the example. */
export const fill = (hint: string, values: Readonly<Record<string, string | undefined>>): string =>
  hint.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, example = '') => values[name] || String(example))

/** A word as a shell takes it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Whether the command that a hint begins with, and all flags in it, exist. */
export const exists = (program: Command, hint: string): boolean =>
  hint
    .split(/[;:,|]? +(?=testctl )|[;,|] |='(?=testctl )/)
    .filter((part) => part.startsWith('testctl '))
    .every((line) => isCommand(program, line.split(/\s+/).slice(1)))

const isCommand = (program: Command, words: readonly string[]): boolean => {
  let command = program
  for (const word of words) {
    const next = isBelow(command, word)
    if (!next) break
    command = next
  }
  const hasVerb = command.commands.length === 0 || words.some((word) => word.startsWith('-'))
  return (hasVerb || words.length === 0) && hasFlags(command, words)
}

/** Whether a command has every flag among these words. */
export const hasFlags = (command: Command, words: readonly string[]): boolean =>
  words
    .filter((word) => /^--?[a-z]/i.test(word))
    .every((word) => {
      const [flag] = word.split('=')
      if (flag === '--help' || flag === '-h') return true
      for (let at: Command | null = command; at; at = at.parent)
        if (at.options.some(({ long, short }) => long === flag || short === flag)) return true
      return false
    })
