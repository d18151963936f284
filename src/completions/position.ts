import type { Command, Help, Option } from 'commander'

/** Where on a command line the cursor stands. */
export type Position = {
  /** The command that was named so far, and what leads to it: `['tests', 'list']`. */
  command: Command
  path: readonly string[]
  /** Its arguments. */
  operands: readonly string[]
  /** The flags so far, of the commands above too. */
  given: readonly Option[]
  /** The flag whose value is to come. */
  awaiting: Option | undefined
  /** Whether a `--` stands before: no flags any more. */
  literal: boolean
}

/** Follows the words before the cursor down the tree, as commander would; undefined where one leads nowhere. */
export const locate = (root: Command, words: readonly string[]): Position | undefined => {
  let command = root
  const path: string[] = []
  const operands: string[] = []
  const given: Option[] = []
  let awaiting: Option | undefined
  let literal = false
  for (const word of words) {
    if (awaiting) awaiting = undefined
    else if (!literal && word === '--') literal = true
    else if (!literal && isFlag(word)) {
      const found = readFlag(command, word)
      given.push(...found.options)
      awaiting = found.awaiting
    } else if (command.commands.length > 0) {
      const next = subcommandsOf(command).find((one) => one.name() === word || one.aliases().includes(word))
      if (!next) return undefined
      command = next
      path.push(next.name())
    } else operands.push(word)
  }
  return { command, path, operands, given, awaiting, literal }
}

/** The flags that a command takes and shows, `--help` last. */
export const flagsOf = (command: Command): Option[] => helpOf(command).visibleOptions(command)

/** The commands below a command that are shown, `help` among them. */
export const commandsOf = (command: Command): Command[] => helpOf(command).visibleCommands(command)

/** The flag of this name, long or short. */
export const findFlag = (command: Command, name: string): Option | undefined =>
  flagsOf(command).find(({ long, short }) => name === long || name === short)

const isFlag = (word: string): boolean => word.length > 1 && word.startsWith('-')

const subcommandsOf = (command: Command): Command[] => [...command.commands, ...commandsOf(command)]

const helpOf = (command: Command): Help => command.createHelp()

/** The flags in one word (`-qv` has two), and the last of them where its value is the next word. */
const readFlag = (command: Command, word: string): { options: Option[]; awaiting: Option | undefined } => {
  if (word.startsWith('--')) {
    const [name = '', value] = word.split('=', 2)
    const option = findFlag(command, name)
    return { options: option ? [option] : [], awaiting: option?.required && value === undefined ? option : undefined }
  }
  const options: Option[] = []
  for (const [index, letter] of Array.from(word.slice(1)).entries()) {
    const option = findFlag(command, `-${letter}`)
    if (!option) break
    options.push(option)
    if (option.required || option.optional)
      return { options, awaiting: option.required && index === word.length - 2 ? option : undefined }
  }
  return { options, awaiting: undefined }
}
