import type { Command, Option } from 'commander'
import { type Answer, beginsWith, type Candidate, type Identifiers, nothing } from './candidates.ts'
import { expectedByArgument, expectedByFlag, hasAllArguments, isRepeatable } from './expected.ts'
import { commandsOf, findFlag, flagsOf, locate, type Position } from './position.ts'
import { offerValues } from './values.ts'

/** What Tab offers after these words; the last of them is the one that is being typed, and may be empty. */
export const complete = async (
  root: Command,
  words: readonly string[],
  identifiers: Identifiers = () => [],
): Promise<Answer> => {
  const typed = words.at(-1) ?? ''
  const position = locate(root, words.slice(0, -1))
  if (!position) return nothing
  const { awaiting, command, literal, path } = position
  if (awaiting) return offerValues(expectedByFlag(path, awaiting), { typed, before: '' }, identifiers)
  if (!literal && typed.startsWith('-')) {
    const [, name, value = ''] = /^(--[^=]+)=(.*)$/s.exec(typed) ?? []
    if (name === undefined) return { candidates: flagsAt(position).filter(beginsWith(typed)) }
    const option = findFlag(command, name)
    const expected = option?.required ? expectedByFlag(path, option) : undefined
    return offerValues(expected, { typed: value, before: `${name}=` }, identifiers)
  }
  if (command.commands.length > 0) return { candidates: describe(commandsOf(command)).filter(beginsWith(typed)) }
  const { operands } = position
  const argument = argumentAt(command, operands.length)
  if (!argument || hasAllArguments(path, operands)) return { candidates: typed === '' ? longFlagsAt(position) : [] }
  if (path[0] === 'help') {
    const named = locate(root, operands)?.command.commands ?? []
    return { candidates: describe(named.filter(isShown)).filter(beginsWith(typed)) }
  }
  const expected = expectedByArgument(path, { name: argument.name(), before: operands })
  return offerValues(expected, { typed, before: '' }, identifiers)
}

const describe = (commands: readonly Command[]): Candidate[] =>
  commands.map((command) => ({ value: command.name(), description: command.summary() || command.description() }))

const isShown = (command: Command): boolean => command.name() !== 'help' && !command.name().startsWith('__')

const argumentAt = ({ registeredArguments }: Command, index: number) => {
  const last = registeredArguments.at(-1)
  return registeredArguments[index] ?? (last?.variadic ? last : undefined)
}

/** The flags that can still be given: those of the command first, then the global ones; long, then short. */
const flagsAt = ({ command, given }: Position): Candidate[] =>
  flagsOf(command)
    .filter((option) => isRepeatable(option) || !given.some((one) => isSame(one, option)))
    .flatMap(({ long, short, description }) =>
      [long, short].flatMap((value) => (value === undefined ? [] : { value, description })),
    )

// Where no argument is left to be typed, what is left are flags; one spelling of each is enough to choose from.
const longFlagsAt = (position: Position): Candidate[] =>
  position.literal ? [] : flagsAt(position).filter(({ value }) => value.startsWith('--'))

// A command may have a flag of its own by the name of a global one, which stands under another heading of the help.
const isSame = (one: Option, other: Option): boolean =>
  one.name() === other.name() && one.helpGroupHeading === other.helpGroupHeading
