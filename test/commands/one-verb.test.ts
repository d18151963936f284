import { PassThrough } from 'node:stream'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import type { Context } from '../../src/composition/context.ts'
import { examplesOf } from '../../src/cli/examples.ts'
import { createProgram } from '../../src/program.ts'

/** Builds the program as it starts for this line. Returns it with the command of the typed noun. */
const start = (line: string, { whole = false, bare = false } = {}) => {
  const argv = line.split(' ').slice(1)
  const io = { argv, stdout: new PassThrough(), env: {} }
  const program = createProgram({ io, flags: () => ({}) } as unknown as Context, { alone: true, whole, bare })
  const noun = program.commands.find((command) => [command.name(), command.alias()].includes(argv[0]!))!
  return { program, noun }
}

/** Returns the names of the verbs that are built for this line. */
const built = (line: string, options = {}): string[] =>
  start(line, options).noun.commands.map((command) => command.name())

test.each(['tests', 'runs', 'cases'])('of %s a verb is built alone for the line that names it', (noun) => {
  const verbs = built(`testctl ${noun} --help`)
  expect(verbs.length).toBeGreaterThan(5)
  for (const verb of verbs) expect(built(`testctl ${noun} ${verb}`)).toContain(verb)
  expect(built(`testctl ${noun} delete`)).toEqual(['delete'])
})

test.each([
  ['an alias', 'testctl tests add WEB-R1 --case C4'],
  ['a word that is no verb', 'testctl tests sett WEB-T12 passed'],
  ['a flag before it', 'testctl tests --quiet list'],
  ['the name of something that every object has', 'testctl tests constructor'],
])('with %s, all verbs of the noun are built', (_, line) => {
  expect(built(line)).toEqual(built('testctl tests --help'))
})

test('where the whole tree is wanted, a typed verb leaves none out', () => {
  expect(built('testctl tests set WEB-T12 passed', { whole: true })).toEqual(built('testctl tests --help'))
})

test.each([
  ['testctl tests set WEB-T12 passed --quiet', [false, false]],
  ['testctl tests --quiet set WEB-T12 passed', [true, true]],
  ['testctl tests sett WEB-T12 passed', [true, true]],
])('%s: the program and the noun know the flags of all commands where one may stand: %j', (line, known) => {
  const { program, noun } = start(line)
  expect([program, noun].map(({ options }) => options.some(({ long }) => long === '--quiet'))).toEqual(known)
})

test('a global flag is made once for all commands, and keeps nothing of one for another', async () => {
  const { program, noun } = start('testctl tests', { whole: true })
  const flagOf = ({ options }: typeof program) => options.find(({ long }) => long === '--columns')
  const verbs = [program, ...program.commands.flatMap(({ commands }) => commands)].map(flagOf)
  expect(new Set(verbs.filter((one) => one !== undefined)).size).toBe(1)
  const [first, second] = noun.commands
  first!.parseOptions(['--columns', 'name', '--columns', 'id'])
  second!.parseOptions(['--columns', 'result'])
  expect([first, second].map((one) => one!.getOptionValue('columns') as unknown)).toEqual(['name,id', 'result'])
})

/** Everything that hints need to know of each command: its names, arguments, flags (with those of its parents) and examples. */
const lookedUp = (command: Command, above: readonly string[] = []): object[] => {
  const own = command.options.map(({ flags }) => flags)
  const flags = [...new Set([...own, ...above])].toSorted()
  const takes = command.registeredArguments.map((one) => [one.name(), one.required, one.variadic])
  return [
    { name: command.name(), aliases: command.aliases(), takes, flags, examples: examplesOf(command) },
    ...command.commands.flatMap((one) => lookedUp(one, flags)),
  ]
}

test('a tree to look commands up in has the commands and flags of the whole tree', () => {
  const bare = start('testctl', { whole: true, bare: true }).program
  expect(lookedUp(bare)).toEqual(lookedUp(start('testctl', { whole: true }).program))
  expect(lookedUp(bare).length).toBeGreaterThan(90)
})

test('its nouns get their verbs when they are first looked at', () => {
  const { commands } = start('testctl', { whole: true, bare: true }).program
  const late = commands.filter((noun) => Object.getOwnPropertyDescriptor(noun, 'commands')?.get !== undefined)
  expect(late.length).toBeGreaterThan(10)
  const [first, second] = late as [Command, Command]
  expect(first.commands.length).toBeGreaterThan(0)
  expect(first.commands).toBe(first.commands)
  expect(Object.getOwnPropertyDescriptor(second, 'commands')?.get).toBeDefined()
})
