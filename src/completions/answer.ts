import { type Candidates, beginsWith, type Candidate, type CompletionScope, type Know, nothing } from './candidates.ts'
import type { Argument, Branch, Flag } from './command-tree.ts'
import type { Expected } from './expected-values.ts'
import { findFlag, locateCursor, type Position } from './cursor.ts'
import { topicNames, topics } from '../docs/topics/names.ts'
import { offerValues } from './offer-values.ts'

/** Returns what Tab offers after these words; the last one is being typed, and may be empty. */
export const complete = async (root: Branch, words: readonly string[], know: Know): Promise<Candidates> => {
  const typed = words.at(-1) ?? ''
  const position = locateCursor(root, words.slice(0, -1))
  if (!position) return nothing
  const { awaiting, command, literal, operands, path } = position
  const offer = (expected: Expected | undefined, value = { typed, before: '' }) =>
    offerValues(expected, value, know(choicesOf(position)))
  if (awaiting) return offer(awaiting.expected)
  if (!literal && typed.startsWith('-')) {
    const [, name, value = ''] = /^(--[^=]+)=(.*)$/s.exec(typed) ?? []
    if (name === undefined) return { candidates: flagsAt(position).filter(beginsWith(typed)) }
    return offer(findFlag(command, name)?.expected, { typed: value, before: `${name}=` })
  }
  const commands = operands.length > 0 ? [] : command.commands.map(describe).filter(beginsWith(typed))
  if (command.commands.length > 0 && command.arguments.length === 0) return { candidates: commands }
  const argument = argumentAt(command, operands.length)
  if (!argument || isClosed(argument, operands)) return { candidates: typed === '' ? longFlagsAt(position) : [] }
  if (path[0] === 'help') {
    const named = locateCursor(root, operands)?.command.commands ?? []
    const commands = named.filter(({ name }) => name !== 'help').map(describe)
    return { candidates: [...commands, ...(operands.length === 0 ? topicPages : [])].filter(beginsWith(typed)) }
  }
  const expected = expectedAt(argument, operands)
  const { candidates, ...rest } = await offer(expected)
  return {
    ...rest,
    candidates: [...commands, ...candidates],
    // Only after `--`, because testctl reads the words before it. DECISIONS 478
    ...(isCommandLine(expected) && literal && { commandAfter: words.length - 1 - operands.length }),
  }
}

const isCommandLine = (expected: Expected | undefined): boolean =>
  expected !== undefined && 'file' in expected && expected.file === 'command line'

const topicPages = topicNames.map((value): Candidate => ({ value, description: topics[value] }))

const describe = ({ name, description }: Branch): Candidate => ({ value: name, description })

const argumentAt = ({ arguments: all }: Branch, index: number): Argument | undefined => {
  const last = all.at(-1)
  return all[index] ?? (last?.isVariadic ? last : undefined)
}

/** Returns what an argument can be after those before it. A word that ends the arguments is offered after at least one of them. */
const expectedAt = ({ expected, after }: Argument, before: readonly string[]): Expected | undefined => {
  const settled = after?.[before.at(-1) ?? ''] ?? expected
  if (!settled || !('end' in settled) || before.length > 0) return settled
  const { end: _, ...rest } = settled
  return rest
}

/** Whether the arguments are complete, though the tree takes more: a result ends those of `tests set`. */
const isClosed = ({ expected }: Argument, before: readonly string[]): boolean =>
  expected !== undefined &&
  'end' in expected &&
  before.length > 1 &&
  expected.end?.includes(before.at(-1) ?? '') === true

/** Returns the flags that can still be given: those of the command first, then the global ones; long, then short. */
const flagsAt = ({ command, given }: Position): Candidate[] =>
  command.flags
    .filter((flag) => flag.isRepeatable || !given.some((one) => isSame(one.flag, flag)))
    .flatMap(({ long, short, description }) =>
      [long, short].flatMap((value) => (value === undefined ? [] : { value, description })),
    )

// When no argument is left, only flags can follow; one spelling of each is enough.
const longFlagsAt = (position: Position): Candidate[] =>
  position.literal ? [] : flagsAt(position).filter(({ value }) => value.startsWith('--'))

const isSame = (one: Flag, other: Flag): boolean => one.long === other.long && one.heading === other.heading

/** Returns the flags so far that say where to look; as with commander, the last of several counts. */
const choicesOf = ({ given }: Position): CompletionScope => {
  const valueOf = (long: string) => given.findLast(({ flag }) => flag.long === long)?.value
  const [project, profile] = [valueOf('--project'), valueOf('--profile')]
  return { ...(project !== undefined && { project }), ...(profile !== undefined && { profile }) }
}
