import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'
import { machinePath } from '../helpers/world.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const failing = (folder: string) =>
  `<testsuite><testcase name="logs in" file="${folder}/test/login.test.js"><failure message="no button">at ${folder}/src/login.js:3</failure></testcase></testsuite>`

test('a comment names files from the repository, and nothing of the machine', async () => {
  await mkdir(join(world.folder, '.git'))
  await mkdir(join(world.folder, 'out'))
  await writeFile(join(world.folder, 'out/report.xml'), failing(world.folder))
  await world.prints(`testctl runs submit ${world.folder}/out/report.xml --run WEB-R1`)
  const said = await world.prints("testctl comments list WEB-T1 --template '{content}'")
  expect(said).toContain('out/report.xml')
  expect(said).toContain('src/login.js:3')
  expect(said).not.toContain(world.folder)
})

test('{branch} and {commit} are those of the repository where no CI system tells', async () => {
  await mkdir(join(world.folder, '.git'))
  await writeFile(join(world.folder, '.git/HEAD'), '0123456789abcdef0123456789abcdef01234567\n')
  await writeFile(join(world.folder, 'report.tap'), '1..1\nok 1 - logs in\n')
  const lines = await world.prints("testctl runs submit report.tap -p WEB --name 'CI {commit}'")
  expect(lines).toMatch(/^WEB-R8 CI 0123456 \(created\)\n/)
  expect((await world.fails("testctl runs submit report.tap -p WEB --name '{branch}'")).stderr).toContain(
    '{branch} has no value',
  )
})

test.for([
  ['.[', /^error: jq: syntax error, unexpected [^{\n]*\n {2}quote the whole expression/],
  ['.name', /^error: jq: Cannot index array [^{\n]*\n {2}the input is an array: begin with \.\[\]/],
] as const)('what jq refuses (%s) is told in words, and with --json as JSON', async ([expression, said]) => {
  const { stderr, exitCode } = await world.type(`testctl projects list --jq ${expression}`, { env: machinePath })
  expect({ stderr, exitCode }).toEqual({
    stderr: expect.stringMatching(said),
    exitCode: 2,
  })
  const json = await world.type(`testctl projects list --json --jq ${expression}`, { env: machinePath })
  expect(JSON.parse(json.stderr)).toMatchObject({ error: { exitCode: 2 } })
})

test.for(['projects list', 'runs list -p WEB', 'tests list WEB-R1', 'cases history WEB-C1'])(
  'testctl %s with --all and --limit is refused before anything is asked',
  async (line) => {
    expect(await world.fails(`testctl ${line} --all --limit 3`)).toEqual({
      exitCode: 2,
      stderr: 'error: --all and --limit exclude each other\n  leave out one of them\n',
    })
  },
)

test('CSV begins with a byte order mark where it was asked for, once', async () => {
  const csv = await world.prints('testctl projects list --bom --columns identifier')
  expect(csv).toBe('\ufeffidentifier\r\nWEB\r\nOLD\r\n')
  expect(await world.prints('testctl projects list --csv --columns identifier')).toBe('identifier\r\nWEB\r\nOLD\r\n')
})

test('Ctrl-C at a question ends the line first', async () => {
  const { stderr, exitCode } = await world.type('testctl cases delete WEB-C1', {
    keys: '\u0003',
    terminal: 80,
    env: { NO_COLOR: '1' },
  })
  expect(exitCode).toBe(130)
  expect(stderr).toMatch(/\[y\/N\] \nerror: interrupted\n$/)
})
