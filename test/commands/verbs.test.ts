import { PassThrough } from 'node:stream'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { does, says } from '../../src/cli/habits/words.ts'
import type { Context } from '../../src/composition/context.ts'
import { announcedBy } from '../../src/output/printed-kind.ts'
import { createProgram } from '../../src/program.ts'

// The declarations that every verb needs: its output, the summary of its noun, no clash with the words of other tools.

const io = { argv: [], stdout: new PassThrough(), env: {} }
const program = createProgram({ io, flags: () => ({}) } as unknown as Context, { whole: true })

const commandsOf = (group: Command, before = ''): [name: string, command: Command][] =>
  group.commands.flatMap((command) => {
    const name = `${before}${command.name()}`
    return command.commands.length > 0 ? commandsOf(command, `${name} `) : [[name, command] as const]
  })
const commands = commandsOf(program)

test('a command that changes something says what it prints, so that --columns is checked before', () => {
  const silent = commands.filter(([, command]) => {
    const { changes, prints } = announcedBy(command)
    return changes && prints === undefined
  })
  expect(silent.map(([name]) => name)).toEqual([])
})

describe('testctl --help', () => {
  const listed = program.commands.filter((group) => group.commands.length > 0)
  test.each(listed.map((group) => [group.name(), group] as const))('lists the verbs of %s', (_, group) => {
    const [, verbs = ''] = group.summary().split(': ')
    expect(verbs.split(', ').toSorted()).toEqual(group.commands.map((command) => command.name()).toSorted())
  })
})

test('no command is taken for a word of another tool', () => {
  const names = new Set(commands.map(([name]) => name))
  const translated = [...does.keys(), ...says.keys()].map((typed) => typed.replace(/ [A-Z]+\b/g, ''))
  expect(translated.filter((typed) => names.has(typed))).toEqual([])
})
