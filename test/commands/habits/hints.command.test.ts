import { CommanderError, type Command } from 'commander'
import { expect, onTestFinished, test } from 'vitest'
import { examplesOf } from '../../../src/cli/examples.ts'
import { exists, fill } from '../../../src/cli/habits/fill.ts'
import { understand } from '../../../src/cli/habits/index.ts'
import type { OptionHabit } from '../../../src/cli/habits/option-habit.ts'
import { options } from '../../../src/cli/habits/options.ts'
import { does, says } from '../../../src/cli/habits/words.ts'
import { results } from '../../../src/contract/vocabulary.ts'
import { commandIn, pathOf } from '../../../src/cli/usage.ts'
import { root } from '../../completions/tree.ts'
import { withoutStacks } from '../../helpers/stacks.ts'
import { splitWords } from '../../helpers/world.ts'
import { neighbours } from './neighbours.ts'
import { operators } from './operators.ts'
import { habits } from './table.ts'
import { newcomers } from './newcomers.ts'
import { uploaders } from './uploaders.ts'
import { valueHabits } from './values.ts'

const isWrong = (hint: string): boolean =>
  ['cases', 'runs', 'tests'].every((noun) => !exists(root, fill(hint, { noun })))

test('every hint about a command names commands and flags that exist', () => {
  const wrong = [...says.values()].flat().filter(isWrong)
  expect(wrong).toEqual([])
  expect([...does.values()].filter((line) => !exists(root, `testctl ${line}`))).toEqual([])
  for (const hints of says.values()) expect(hints.some((hint) => !isWrong(hint))).toBe(true)
})

test('a hint that names no command, or no flag of it, is found', () => {
  for (const hint of [
    'testctl cases nonsense',
    'testctl cases list --nonsense',
    'all: testctl nonsense',
    'testctl runs',
  ])
    expect(exists(root, hint)).toBe(false)
})

/** Returns the error with which commander or the vocabulary refuses a line, without running it; undefined if it is valid. */
const refusalOf = (argv: readonly string[]): unknown => {
  const command = commandIn(root, argv)
  try {
    command.parse(argv.slice(pathOf(command).split(' ').length - 1), { from: 'user' })
  } catch (error) {
    return error
  }
  const { result, columns } = command.opts<{ result?: string | string[]; columns?: string }>()
  const given = [
    ...String(result ?? 'passed').split(','),
    ...(pathOf(command) === 'testctl tests set' ? command.args.slice(-1) : []),
  ]
  return columns?.includes('=') || !given.every(isResult) ? 'a wrong value' : undefined
}

const isResult = (word: string): boolean => (results as readonly string[]).includes(word)

/** Returns the command lines in a hint, each split into words. */
const linesIn = (hint: string): string[][] =>
  hint
    .split(/(?:[;:,|]| &&)? +(?=testctl )|[;,] | > | \| /)
    .filter((part) => part.startsWith('testctl '))
    .map((line) => splitWords(line).slice(1))

/** Returns the words of an example of a command, one without pipes, variables and --from; if it has none, only its path. */
const exampleOf = (command: Command, path: readonly string[]): string[] => {
  const plain = examplesOf(command).find(
    (line) => !/[|$]|--from/.test(line) && line.startsWith(`testctl ${path.join(' ')}`),
  )
  return splitWords(plain ?? `testctl ${path.join(' ')}`).slice(1)
}

const leaves = (command: Command, path: readonly string[] = []): { command: Command; path: readonly string[] }[] =>
  command.commands.length === 0
    ? [{ command, path }]
    : command.commands.flatMap((one) => leaves(one, [...path, one.name()]))

/** Returns the ways to type an option, with several values if it takes one. */
const wordsOf = ({ typed, takes, value }: OptionHabit): string[][] => {
  const values = ['json', 'a=b', 'failed', 'open', 'R1'].filter((one) => !value || value.test(one))
  return typed.flatMap((name) => (takes ? values.map((one) => [name, one]) : [[name]]))
}

/** Returns a version of `answer` that caches by text. */
const memo = (answer: (text: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (text: string): boolean => {
    const found = known.get(text) ?? answer(text)
    known.set(text, found)
    return found
  }
}

/** Caches the name of every option. Commander computes those of a command and of its parents again for every line that it parses. */
const withNamesMade = (all: readonly { command: Command }[]): void => {
  const options = new Set(
    all.flatMap(({ command }) => [command, command.parent, root]).flatMap((one) => one?.options ?? []),
  )
  for (const option of options) {
    const name = option.attributeName()
    option.attributeName = () => name
  }
  onTestFinished(() => {
    for (const option of options) Reflect.deleteProperty(option, 'attributeName')
  })
}

test('every hint about an option can be typed, whatever the command, the value and the place', () => {
  withoutStacks()
  const whole = () => root
  const wrong = new Set<string>()
  const all = leaves(root)
  for (const { command } of all) command.action(() => undefined)
  withNamesMade(all)
  // Of fifty thousand hints, only one in ten is new.
  const canBeTyped = memo((hint) =>
    linesIn(hint).every(
      (line) => line.includes('--help') || (exists(root, `testctl ${line.join(' ')}`) && !refusalOf(line)),
    ),
  )
  for (const { command, path } of all) {
    const example = exampleOf(command, path)
    if (refusalOf(example)) continue
    const places = new Set([path.length, example.length])
    const isMeant = ({ on }: OptionHabit) => !on || on.test(pathOf(command))
    const typed = new Map(
      options
        .filter(isMeant)
        .flatMap(wordsOf)
        .map((words) => [words.join(' '), words]),
    )
    for (const words of typed.values())
      for (const at of places) {
        const argv = example.toSpliced(at, 0, ...words)
        const error = refusalOf(argv)
        if (!(error instanceof CommanderError) || error.code !== 'commander.unknownOption') continue
        const { hint = '' } = understand(error, { program: root, whole, argv }).error
        if (!canBeTyped(hint)) wrong.add(`${argv.join(' ')}: ${hint}`)
      }
  }
  expect([...wrong]).toEqual([])
})

test('of what newcomers typed nothing is answered with a page of help alone', () => {
  expect(
    [...habits, ...neighbours, ...operators, ...valueHabits, ...uploaders, ...newcomers].filter(
      ([line, end]) => !line.endsWith('help') && 'hint' in end && /^try: .* --help$/.test(String(end.hint)),
    ),
  ).toEqual([])
})
