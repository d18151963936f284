import type { Command } from 'commander'
import { optionOf } from '../dashes.ts'
import { examplesOf } from '../examples.ts'
import { isShared } from '../flags.ts'
import { isBelow } from '../usage.ts'
import { isIdentifier, nounOf } from './identifier.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** Fills in a hint of a table: `{rest|an example}` becomes what was typed, or else the example. */
export const fill = (hint: string, values: Readonly<Record<string, string | undefined>>): string =>
  hint.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, example = '') => values[name] || String(example))

/** Marks a line as an example if its identifier was not typed. DECISIONS 408 */
export const asExample = (line: string, typed: readonly string[]): string => {
  const named = line.startsWith('testctl ') ? (line.match(/\bWEB(?:-[CRTM]\d+)?\b/g) ?? []) : []
  return named.every((one) => typed.some((word) => word.includes(one))) ? line : `such as: ${line}`
}

/** Whether the commands in a hint and all their flags exist. */
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
    .map((word) => word.split('=')[0] ?? '')
    .every((flag) => ['--help', '-h'].includes(flag) || optionOf(command, flag))

/**
 * Returns the example of a command with the typed identifier in place of one of the same kind. If only identifiers of other kinds
 * were typed, it is marked as an example, not as a line to type.
 */
export const exampleWith = (command: Command, typed: readonly string[]): string | undefined => {
  const [line] = examplesOf(command)
  const ids = typed.filter(isIdentifier)
  const known = /\bWEB-[CRTM]\d+\b/
  const found = known.exec(line ?? '')?.[0]
  if (line === undefined || found === undefined || ids.length === 0) return line
  const own = ids.find((id) => nounOf(id) === nounOf(found))
  return own === undefined ? `such as: ${line}` : line.replace(known, own)
}

/** Adds to the line of a hint the typed flags that its command has; they replace the hint's own. DECISIONS 408 */
export const withFlags = (line: string, { command, words }: { command: Command; words: readonly string[] }): string => {
  if (!line.startsWith('testctl ') || / [|&]/.test(line)) return line
  return words.reduce((kept, word, at) => {
    const [flag = ''] = /^--?[\w-]+/.exec(word) ?? []
    const option = optionOf(command, flag)
    if (!option || isShared(option)) return kept
    const value = option.required && word === flag ? words[at + 1] : undefined
    const same = new RegExp(` ${option.long?.replace(/-file$/, '')} (?:'[^']*'|\\\\'|[^\\s'])+`)
    return [kept.replace(same, ''), word, ...(value === undefined ? [] : [value])].join(' ')
  }, line)
}

/** Returns a name that was typed without quotes: the words up to the first flag. */
export const unquotedName = (words: readonly string[]): string => {
  const flag = words.findIndex((word) => word.startsWith('-'))
  return quoteWord(words.slice(0, flag < 0 ? words.length : flag).join(' '))
}
