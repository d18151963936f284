import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
})
afterEach(() => world.remove())

test.each([
  ['runs -q', 'which verb?', 'testctl runs --help'],
  ['runs --json', 'which verb?', 'testctl runs --help'],
  ['projects --csv', 'which verb?', 'testctl projects --help'],
  ['--json', 'which command?', 'testctl --help'],
  ['--jq .', 'which command?', 'testctl --help'],
  ['help --json', 'only topics have other forms', 'testctl help exit-codes --json'],
  ['--version --jq .version', 'the version has no form for --jq', 'testctl --version --json'],
])('a form without a verb is refused: testctl %s', async (line, message, next) => {
  const { exitCode, stderr } = await world.fails(`testctl ${line}`)
  expect(exitCode).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).toContain(next)
})

test.each(['runs', 'runs --json --help', 'runs -q -h', '', '--help --json', 'help', 'help runs', '--version --json'])(
  'a page that is asked for is printed: testctl %s',
  async (line) => {
    expect((await world.type(`testctl ${line}`)).exitCode).toBe(0)
  },
)

test.each(["''", "'%(name)s'", "'{{.identifier}}'"])('a template without a field is refused: %s', async (template) => {
  const { exitCode, stderr } = await world.fails(`testctl runs list --template ${template}`)
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: 'error: --template names no field\n  a field is {identifier}; --json shows all of them\n',
  })
})

test('a template of text alone is a line for each', async () => {
  expect(await world.prints("testctl milestones list --template '<{{}}>'")).toBe('<{}>\n<{}>\n')
})

describe('what was deleted has fields of its own', () => {
  test.each([
    ['cases delete C2 --yes --csv --columns identifier,ok', 'identifier,ok\r\nWEB-C2,true\r\n'],
    ["cases delete C2 C3 --yes --template '{identifier} {ok}'", 'WEB-C2 true\nWEB-C3 true\n'],
    ['runs delete R2 --yes --columns identifier,ok', 'WEB-R2\ttrue\n'],
    ['runs delete R2 --yes', 'WEB-R2\n'],
    ['runs delete R2 R3 --yes -q', 'WEB-R2\nWEB-R3\n'],
    ["projects delete OLD --confirm OLD --template '{identifier} {ok}'", 'OLD true\n'],
  ])('testctl %s', async (line, expected) => {
    expect(await world.prints(`testctl ${line}`)).toBe(expected)
  })

  test('and CSV has all of them', async () => {
    const answer = await world.prints('testctl cases delete C2 --yes --csv')
    expect(answer).toMatch(/^identifier,id,ok,requestId,duration\r\nWEB-C2,[0-9a-f-]+,true,/)
  })

  test('none of what it was is accepted, and then nothing is deleted', async () => {
    const { exitCode, stderr } = await world.fails("testctl cases delete C2 --yes --template '{name}'")
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no field "name"') })
    expect(await world.prints('testctl cases get C2 -q')).toBe('WEB-C2\n')
  })
})

test('a comment alone is answered with the whole test', async () => {
  const stdin = '{"test":"WEB-T1","comment":"x"}'
  const [row] = await world.json<unknown[]>('testctl tests set --from -', { stdin })
  expect(row).toMatchObject({ identifier: 'WEB-T1', displayId: 1, result: 'untested', name: expect.any(String) })
  const many = Array.from({ length: 18 }, (_, at) => `{"test":"WEB-T${at + 1}","comment":"x"}`).join('\n')
  const rows = await world.json<Record<string, unknown>[]>('testctl tests set --from -', { stdin: many })
  for (const one of rows) expect(one).toHaveProperty('displayId')
})

test('without a gate its fields are there, and empty', async () => {
  expect(await world.prints("testctl runs status R1 --template '[{gate.met}]'")).toBe('[]\n')
  const header = async (line: string) => (await world.prints(line)).split('\r\n')[0]
  const plain = await header('testctl runs status R1 --csv')
  expect(plain).toContain('gate.met,gate.reasons')
  expect(await header('testctl runs status R1 --csv --max-failed 99')).toBe(plain)
})

test('a long word of stdin is cut in the error', async () => {
  for (const stdin of ['x'.repeat(200_000), `WEB-T1 ${'y '.repeat(100_000)} WEB-T2`, `${'"'.repeat(200_000)} z`]) {
    const { stderr } = await world.type('testctl tests set - failed', { stdin })
    expect(stderr.length).toBeLessThan(20_000)
  }
})

test('a line that xargs has filled is not repeated with each of its identifiers', async () => {
  const ids = Array.from({ length: 2000 }, (_, at) => `WEB-T${at + 1}`).join(' ')
  const last = await world.type(`testctl tests set passed ${ids}`)
  expect(last.stderr).toBe(
    'error: the result comes last\n  the IDs can come from stdin: … | testctl tests set - passed\n',
  )
  const habit = await world.type(`testctl tests set ${ids} --status passed`)
  expect(habit.stderr).toBe(
    "error: unknown option '--status'\n  such as: testctl tests set WEB-T1 … WEB-T2000 passed\n",
  )
  expect([last.exitCode, habit.exitCode]).toEqual([2, 2])
  const few = await world.type('testctl tests set passed T1 T2')
  expect(few.stderr).toBe('error: the result comes last\n  try: testctl tests set T1 T2 passed\n')
})
