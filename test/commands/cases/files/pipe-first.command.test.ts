import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// Cases that are piped in for the first time: their `updatedAt`, as `cases list` prints it, tells their version. DECISIONS 282

type Listed = { id: string; identifier: string; updatedAt: string; name: string }

let world: SeededWorld
const makeWorld = worldsOfFewCases()
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())
const pipe = (text: string, flags = '') =>
  world.type(`testctl cases import - -p WEB${flags}`, { cwd: world.folder, stdin: text })
const list = async () =>
  (await world.prints('testctl cases list -p WEB --ndjson'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Listed)
const linesOf = (cases: readonly object[]) => cases.map((one) => `${JSON.stringify(one)}\n`).join('')
const nameOf = async (identifier: string) => (await world.json<Listed>(`testctl cases get ${identifier}`)).name

test('many cases are changed at once, without a flag', async () => {
  const listed = await list()
  const { stdout, exitCode } = await pipe(linesOf(listed.map((one) => ({ ...one, name: `${one.name}!` }))))
  expect({ stdout, exitCode }).toEqual({ stdout: '~ 3 changed (name 3)  = 0 unchanged\n', exitCode: 0 })
  expect((await list()).map(({ name }) => name)).toEqual(listed.map(({ name }) => `${name}!`))
})

test('what somebody has changed since they were listed is a conflict, and stays', async () => {
  const listed = await list()
  await world.prints('testctl cases update WEB-C2 --name theirs')
  const { stdout, stderr, exitCode } = await pipe(linesOf(listed.map((one) => ({ ...one, name: `${one.name}!` }))))
  expect({ stdout, exitCode }).toEqual({
    stdout: expect.stringContaining('~ 2 changed (name 2)  ! 1 conflict  = 0 unchanged\n'),
    exitCode: 7,
  })
  expect(stderr).toContain('--ours all takes the piped cases')
  expect(await nameOf('WEB-C2')).toBe('theirs')
})

test('a name beside identifier and updatedAt renames a case', async () => {
  const [{ identifier, updatedAt } = { identifier: '', updatedAt: '' }] = await list()
  expect(await pipe(linesOf([{ identifier, updatedAt, name: 'again' }]))).toMatchObject({ exitCode: 0 })
  expect(await nameOf(identifier)).toBe('again')
})

test('a text that was listed and is set back to what it was before is sent', async () => {
  const [first] = await list()
  await pipe(linesOf([first!]))
  await world.prints(`testctl cases update ${first!.identifier} --name theirs`)
  const [now] = await list()
  await pipe(linesOf([{ ...now!, name: first!.name }]))
  expect(await nameOf(first!.identifier)).toBe(first!.name)
})

test('without updatedAt nothing is known the first time: the error names the flag, which works', async () => {
  const text = linesOf([{ identifier: 'WEB-C1', name: 'again' }])
  expect(await pipe(text)).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('error: 1 conflict left\n  --ours all takes the piped cases'),
  })
  expect(await pipe(text, ' --ours all')).toMatchObject({ exitCode: 0 })
  expect(await nameOf('WEB-C1')).toBe('again')
})

test('what jq prints of them is taken, each over several lines and with its keys sorted', async () => {
  const listed = await list()
  const sorted = (one: object) => Object.fromEntries(Object.entries(one).toSorted())
  const pretty = listed.map((one) => `${JSON.stringify(sorted({ ...one, name: `${one.name}!` }), null, 2)}\n`).join('')
  expect(await pipe(pretty)).toEqual({ stdout: '~ 3 changed (name 3)  = 0 unchanged\n', stderr: '', exitCode: 0 })
  expect(await pipe(JSON.stringify((await list()).map(sorted), null, 2))).toMatchObject({ stdout: '= 3 unchanged\n' })
  const picked = (await list()).map(({ id, identifier, name }) => JSON.stringify({ id, identifier, name })).join('\n')
  expect(await pipe(picked)).toMatchObject({ stdout: '= 3 unchanged\n' })
  const one = await world.prints('testctl cases get WEB-C2 --json')
  expect(await pipe(one.replace(/"name": ".*"/, '"name": "again"'))).toMatchObject({ exitCode: 0 })
  expect(await nameOf('WEB-C2')).toBe('again')
})

test.each(['---\ncase: WEB-C1\n---\n\n# a\n', '# a\n\n## Steps\n\n1. go\n'])(
  'a case in Markdown is not taken for the CSV of another system: %j',
  async (text) => {
    expect(await pipe(text)).toEqual({
      stdout: '',
      stderr:
        'error: stdin is a case in Markdown, which is read from a file\n' +
        '  name the file or its folder: its identifier is written into it\n',
      exitCode: 2,
    })
  },
)

test('a CSV with such a heading in a cell is still one', async () => {
  expect(await pipe('Title,Precondition\nA,"## Steps\n"\n')).toMatchObject({ exitCode: 0 })
})
