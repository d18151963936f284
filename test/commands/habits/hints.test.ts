import { CommanderError, type Command } from 'commander'
import { expect, test } from 'vitest'
import { exists, fill } from '../../../src/cli/habits/fill.ts'
import { understand } from '../../../src/cli/habits/index.ts'
import { options } from '../../../src/cli/habits/options.ts'
import { does, says } from '../../../src/cli/habits/words.ts'
import { root } from '../../completions/tree.ts'
import { withoutStacks } from '../../helpers/stacks.ts'
import { neighbours } from './neighbours.ts'
import { habits } from './table.ts'

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

test('every hint about an option can be typed, whatever the command', () => {
  withoutStacks()
  const whole = () => root
  const wrong: string[] = []
  // One option may mean several things, by its value.
  const names = new Set(options.flatMap(({ typed }) => typed))
  const visit = (command: Command, path: readonly string[]): void => {
    for (const one of command.commands) visit(one, [...path, one.name()])
    if (command.commands.length > 0) return
    for (const name of names)
      for (const value of ['json', '5', 'a=b', 'failed']) {
        if (command.options.some(({ long, short }) => long === name || short === name)) continue
        const argv = [...path, name, value]
        const error = new CommanderError(1, 'commander.unknownOption', `error: unknown option '${name}'`)
        const { hint = '' } = understand(error, { program: root, whole, argv }).error
        if (!hint.includes('--help') && !exists(root, hint)) wrong.push(`${argv.join(' ')}: ${hint}`)
      }
  }
  visit(root, [])
  expect(wrong).toEqual([])
})

test('of what newcomers typed nothing is answered with a page of help alone', () => {
  expect(
    [...habits, ...neighbours].filter(([, end]) => 'hint' in end && /^try: .* --help$/.test(String(end.hint))),
  ).toEqual([])
})
