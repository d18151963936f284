import { PassThrough } from 'node:stream'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../src/composition/context.ts'
import { createProgram } from '../../src/program.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld()
})
afterAll(() => world.remove())

const program = createProgram(
  { io: { argv: [], stdout: new PassThrough(), env: {} }, flags: () => ({}) } as unknown as Context,
  { whole: true },
)

const pathsBelow = (command: Command, path: string[] = []): string[][] => [
  path,
  ...command.commands.flatMap((one) => pathsBelow(one, [...path, one.name()])),
]
const paths = pathsBelow(program)

describe('a help page fits into 80 columns and is as it was', () => {
  test.each(paths.map((path) => [path.join(' ')]))('testctl %s --help', async (path) => {
    const page = await world.prints(`testctl ${path} --help`)
    const texts = page.split('\n').filter((line) => !line.startsWith('  testctl '))
    expect(texts.filter((line) => line.length > 80)).toEqual([])
    expect(page).not.toMatch(/\n\n$|undefined/)
    await expect(page).toMatchFileSnapshot(`help/${path.replaceAll(' ', '-') || 'testctl'}.golden.txt`)
  })
})

test.each([
  ['bogus --help', 'bogus', 'commands: projects, '],
  ['--help bogus', 'bogus', 'commands: projects, '],
  ['tests bogus --help', 'bogus', 'commands: list, '],
  ['completion bogus --help', 'bogus', 'commands: install, '],
  ['api bogus --help', 'bogus', 'options: --field, '],
  ['help api bogus', 'bogus', 'try: testctl api --help'],
  ['tests sett -h', 'sett', 'did you mean set?'],
  ['submit --help', 'submit', 'try: testctl runs submit --help'],
])('a command that there is not has no page: testctl %s', async (line, word, hint) => {
  const { exitCode, stderr } = await world.fails(`testctl ${line}`)
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining(`error: unknown command '${word}'\n  ${hint}`),
  })
})

test.each([
  ['milestones update WEB-M1', 'give at least one of --name --runs'],
  ['runs update WEB-R1', 'give at least one of --name --milestone --no-milestone --add-case --remove-case'],
  ['tests create WEB-R7 --case WEB-C1', 'try: testctl tests list WEB-R7'],
  ['cases lint --annotations github', 'try: testctl cases lint --annotate'],
])('an error names what can be done: testctl %s', async (line, hint) => {
  expect((await world.fails(`testctl ${line}`)).stderr.split('\n')[1]).toBe(`  ${hint}`)
})

describe('the same page, asked for in other ways', () => {
  test.each([
    ['testctl', 'testctl --help'],
    ['testctl help', 'testctl --help'],
    ['testctl -h', 'testctl --help'],
    ['testctl -h runs', 'testctl runs --help'],
    ['testctl --help run submit', 'testctl runs submit --help'],
    ['testctl tests', 'testctl tests --help'],
    ['testctl test', 'testctl tests --help'],
    ['testctl help tests', 'testctl tests --help'],
    ['testctl help test add', 'testctl tests create --help'],
    ['testctl help tests set', 'testctl tests set --help'],
    ['testctl tests -h set', 'testctl tests set --help'],
    ['testctl -h cases create --name Pays', 'testctl cases create --help'],
    ['testctl --help exec -- npm test -h', 'testctl exec --help'],
    ['testctl help auth profile use', 'testctl auth profile use --help'],
    ['testctl auth profile', 'testctl auth profile --help'],
    ['testctl runs list --json --help', 'testctl runs list --help'],
  ])('%s', async (line, page) => {
    expect(await world.prints(line)).toBe(await world.prints(page))
  })
})

test('a help flag is never the value of the flag at the end of the line', async () => {
  const { exitCode, stderr } = await world.fails('testctl -h cases create -p SHOP --name')
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("'--name <name>' argument missing"),
  })
})

test('a wide terminal gets wide pages', async () => {
  const page = await world.prints('testctl --help', { terminal: 120 })
  expect(page).toContain('Tests (cases in a run): list, get, create, update, set, assign, delete\n')
})

test('testctl help exit-codes', async () => {
  const codes = await world.prints('testctl help exit-codes')
  expect(codes).toContain('  0    done\n')
  expect(codes.match(/^ {2}\d+/gm)?.map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 129, 130, 141, 143])
  expect(await world.prints('testctl help exit-codes --csv')).toMatch(/^code,meaning\r\n0,done\r\n/)
})

test.each(['--version', '-V'])('testctl %s', async (flag) => {
  expect(await world.prints(`testctl ${flag}`)).toMatch(/^testctl \d+\.\d+\.\d+\n$/)
})

describe('what is not known ends with exit 2 and what was probably meant', () => {
  test.each([
    ['testctl tess list', "unknown command 'tess'", 'did you mean tests?'],
    ['testctl Tests list', "unknown command 'Tests'", 'did you mean tests?'],
    ['testctl suites', "unknown command 'suites'", 'did you mean runs?'],
    [
      'testctl nonsense',
      "unknown command 'nonsense'",
      'commands: projects, cases, runs, tests, milestones, comments, reports, auth, config, serve, keys, store, exec, demo, doctor, api, schema, completion, help; see testctl --help',
    ],
    ['testctl tests lst', "unknown command 'lst'", 'did you mean list?'],
    ['testctl test remove WEB-T1', "unknown command 'remove'", 'did you mean delete?'],
    [
      'testctl tests nonsense',
      "unknown command 'nonsense'",
      'commands: list, get, create, update, set, assign, delete; see testctl tests --help',
    ],
    ['testctl help tset', "unknown command 'tset'", 'did you mean tests?'],
    ['testctl help tests asign', "unknown command 'asign'", 'did you mean assign?'],
    ['testctl help exitcodes', "unknown command 'exitcodes'", 'did you mean exit-codes?'],
    ['testctl tests list WEB-R7 --reslt failed', "unknown option '--reslt'", 'did you mean --result?'],
    [
      'testctl tests list WEB-R7 --nonsense',
      "unknown option '--nonsense'",
      'options: --search, --sort, --limit, --all, --offset, --page-size, --relations, --result, --assigned-to; see testctl tests list --help',
    ],
    ['testctl --josn tests list WEB-R7', "unknown option '--josn'", 'did you mean --json?'],
    ['testctl runs watch', "missing required argument 'run'", 'usage: testctl runs watch <run> [flags]'],
    ['testctl cases create', 'a case needs a name', "give --name 'Login works', or write it with --editor"],
    [
      'testctl tests list WEB-R1 WEB-R2',
      "too many arguments for 'list'. Expected 1 argument but got 2.",
      'try: testctl tests list WEB-R1 && testctl tests list WEB-R2',
    ],
    [
      'testctl tests list WEB-R7 --limit',
      "option '--limit <number>' argument missing",
      'it takes a value: --limit <number>',
    ],
  ])('%s', async (line, what, next) => {
    expect(await world.fails(line)).toEqual({ exitCode: 2, stderr: `error: ${what}\n  ${next}\n` })
  })

  test.each([
    [
      'testctl tests list WEB-R7 --color pink',
      /--color takes auto, always or never, not "pink"\n {2}(options|such as): /,
    ],
    ['testctl tests list WEB-R7 --limit 0', /--limit takes a whole number from 1, not "0"/],
    ['testctl tests list WEB-R7 --limit 1.5', /--limit takes a whole number from 1, not "1.5"/],
    ['testctl tests list WEB-R7 --offset -1', /--offset takes a whole number from 0, not "-1"/],
    ['testctl tests list WEB-R7 --json --quiet', /--json and --quiet exclude each other/],
    ['testctl tests list WEB-R7 --ndjson --json', /--json and --ndjson exclude each other/],
    [
      'testctl tests list WEB-R7 --json --columns name',
      /--columns is for tables; --json has none.*choose fields with --jq/,
    ],
    ['testctl tests list WEB-R7 --timeout soon', /timeout/],
  ])('%s', async (line, message) => {
    const { exitCode, stderr } = await world.fails(line)
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(message)
  })
})

describe('with --json an error is one line of JSON, wherever the flag stands', () => {
  test.each([
    ['testctl tess --json', 'usage', 2],
    ['testctl --json tests get WEB-R1', 'usage', 2],
    ['testctl tests --json get WEB-T99', 'not_found', 3],
    ['testctl tests list WEB-R99 --ndjson', 'not_found', 3],
    ["testctl cases create -p WEB --name '' --json", 'usage', 2],
  ])('%s', async (line, code, exitCode) => {
    const failed = await world.fails(line)
    expect(failed.stderr).toMatch(/^\{.*\}\n$/)
    expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code, exitCode } })
    expect(failed.exitCode).toBe(exitCode)
  })

  test('behind -- it is no flag', async () => {
    expect((await world.fails('testctl tests set WEB-T1 -- --json')).stderr).toMatch(
      /^error: there is no result "--json"/,
    )
  })
})
