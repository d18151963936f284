import type { Branch, Flag } from './command-tree.ts'

/** The position of the cursor on a command line. */
export type Position = {
  /** The command that was named so far, and its path: `['tests', 'list']`. */
  command: Branch
  path: readonly string[]
  /** Its arguments. */
  operands: readonly string[]
  /** The flags so far, of the commands above too. */
  given: readonly TypedFlags[]
  /** The flag that takes the word at the cursor as its value. */
  awaiting: Flag | undefined
  /** Whether a `--` precedes the cursor, so that no flags can follow. */
  literal: boolean
}

/** A flag that was typed, with its value if it has one. */
export type TypedFlags = { flag: Flag; value?: string }

/** Follows the words before the cursor down the tree, as commander would; undefined if one is no command. */
export const locateCursor = (root: Branch, words: readonly string[]): Position | undefined => {
  let command = root
  const path: string[] = []
  const operands: string[] = []
  const given: TypedFlags[] = []
  let awaiting: Flag | undefined
  let literal = false
  for (const word of words) {
    if (awaiting) {
      given.push({ flag: awaiting, value: word })
      awaiting = undefined
    } else if (!literal && word === '--') literal = true
    else if (!literal && isFlag(word)) {
      const found = readFlag(command, word)
      for (const one of found.given) given.push(one)
      awaiting = found.awaiting
    } else {
      const next = operands.length === 0 ? findCommand(command, word) : undefined
      if (!next && command.commands.length > 0 && command.arguments.length === 0) return undefined
      if (next) path.push(next.name)
      else operands.push(word)
      command = next ?? command
    }
  }
  return { command, path, operands, given, awaiting, literal }
}

/** Returns the flag of this name, long or short. */
export const findFlag = (command: Branch, name: string): Flag | undefined =>
  command.flags.find(({ long, short }) => name === long || name === short)

const findCommand = ({ commands }: Branch, name: string): Branch | undefined =>
  commands.find((one) => one.name === name || one.aliases.includes(name))

const isFlag = (word: string): boolean => word.length > 1 && word.startsWith('-')

/** Reads the flags in one word (`-qv` has two); `awaiting` is the last of them if its value is the next word. */
const readFlag = (command: Branch, word: string): { given: TypedFlags[]; awaiting: Flag | undefined } => {
  if (!word.startsWith('--')) return readLetters(command, word)
  const end = word.indexOf('=')
  const flag = findFlag(command, end < 0 ? word : word.slice(0, end))
  if (!flag) return { given: [], awaiting: undefined }
  if (end >= 0) return { given: [{ flag, value: word.slice(end + 1) }], awaiting: undefined }
  return flag.takes === 'a value' ? { given: [], awaiting: flag } : { given: [{ flag }], awaiting: undefined }
}

const readLetters = (command: Branch, word: string): { given: TypedFlags[]; awaiting: Flag | undefined } => {
  const given: TypedFlags[] = []
  const letters = Array.from(word.slice(1))
  for (const [index, letter] of letters.entries()) {
    const flag = findFlag(command, `-${letter}`)
    if (!flag) break
    const value = letters.slice(index + 1).join('')
    if (flag.takes === 'a value' && value === '') return { given, awaiting: flag }
    given.push(flag.takes && value !== '' ? { flag, value } : { flag })
    if (flag.takes) break
  }
  return { given, awaiting: undefined }
}
