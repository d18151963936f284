import type { Command, Option } from 'commander'
import { UsageError } from '../errors.ts'
import { commandLine } from '../system/shell-line.ts'

/**
 * Returns the error for a flag that begins with a dash, into which word processors and chats turn hyphens: `—json`, `–p`; undefined
 * if there is none. It would be taken for an ID, a report or a name. The value of another flag stays as it was typed. DECISIONS 356
 */
export const dashedFlag = (command: Command, argv: readonly string[]): UsageError | undefined => {
  const [first, ...others] = dashedIn(command, argv)
  if (first === undefined) return undefined
  const dashed = new Set([first, ...others])
  const words = argv.map((word, at) => (dashed.has(at) ? withHyphens(word) : word))
  return new UsageError(`${JSON.stringify(argv[first])} begins with a dash, not with hyphens`, {
    hint: commandLine(words),
  })
}

/** Throws the error of `dashedFlag`, if there is one, before anything is done. */
export const refuseDashedFlags = (command: Command, argv: readonly string[]): void => {
  const error = dashedFlag(command, argv)
  if (error) throw error
}

const dashedIn = (command: Command, argv: readonly string[]): number[] => {
  const end = argv.indexOf('--')
  return [...argv.slice(0, end < 0 ? argv.length : end).entries()]
    .filter(([at, word]) => {
      if (!dash.test(word)) return false
      const isValue = optionOf(command, argv[at - 1] ?? '')?.required === true
      const flag = withHyphens(word).split('=')[0] ?? ''
      const isFlag = ['--help', '-h'].includes(flag) || optionOf(command, flag) !== undefined
      return !isValue && isFlag
    })
    .map(([at]) => at)
}

const dash = /^-?[\u2012-\u2015\u2212]+-?(?=[a-z])/i

const withHyphens = (word: string): string => word.replace(dash, /^[^a-z]+[a-z]($|=)/i.test(word) ? '-' : '--')

/** Returns the option of a flag, of a command or of those above it. */
export const optionOf = (command: Command, flag: string): Option | undefined => {
  for (let at: Command | null = command; at; at = at.parent) {
    const found = at.options.find(({ long, short }) => long === flag || short === flag)
    if (found) return found
  }
  return undefined
}
