import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scripts } from '../../src/completions/scripts.ts'
import { createWorld, root, type World } from '../helpers/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.remove())

test.each(['bash', 'zsh', 'fish'] as const)('testctl completion %s prints the script', async (shell) =>
  expect(await world.type(`testctl completion ${shell}`)).toEqual({ stdout: scripts[shell], stderr: '', exitCode: 0 }),
)

test('an unknown shell is refused, and the known ones are named', async () => {
  const { stderr, exitCode } = await world.type('testctl completion tcsh')
  expect(stderr).toContain('there is no shell "tcsh"')
  expect(stderr).toContain('shells: bash, zsh, fish')
  expect(exitCode).toBe(2)
})

test('no shell is refused with what to type', async () => {
  const { stderr, exitCode } = await world.type('testctl completion')
  expect(stderr).toContain('testctl completion bash|zsh|fish')
  expect(exitCode).toBe(2)
})

test('the help says how each shell loads it', async () => {
  const { stdout } = await world.type('testctl completion --help')
  for (const line of [
    'source <(testctl completion bash)',
    'testctl completion zsh > "${fpath[1]}/_testctl"',
    'testctl completion fish | source',
  ])
    expect(stdout).toContain(line)
})

test.each([
  ['completion z', 'zsh\n'],
  ['tests set WEB-T1 p', 'passed\n'],
  ['test set WEB-T1 p', 'passed\n'],
  ["tests set --from ''", ':files\t\n'],
  ['--json --nothing -z tests set WEB-T1 p', 'passed\n'],
  ['tests set --help --version', ''],
  ["nonsense ''", ''],
  ['__complete -- te', ''],
  ['tests set WEB-T1 -- p', 'passed\n'],
])('testctl __complete -- %s', async (words, stdout) =>
  expect(await world.type(`testctl __complete -- ${words}`)).toEqual({ stdout, stderr: '', exitCode: 0 }),
)

test.each(['te', 'help te'])('testctl __complete -- %s says what it offers', async (words) =>
  expect((await world.type(`testctl __complete -- ${words}`)).stdout).toMatch(/^tests\tTests.*\n$/),
)

test('settings that are broken do not stand in the way', async () => {
  await writeFile(join(world.folder, '.testctl.json'), '{ broken')
  const env = { TESTCTL_URL: 'nowhere', TESTCTL_CONFIG_DIR: '/nowhere/at/all', TESTCTL_PROFILE: 'none' }
  const seen = await world.type('testctl __complete -- tests set WEB-T1 p', { env })
  expect(seen).toEqual({ stdout: 'passed\n', stderr: '', exitCode: 0 })
})

test('an answer loads nothing but the command tree: what --version loads', async () => {
  const watch = join(world.folder, 'watch.cjs')
  await writeFile(watch, `process.on('exit', () => console.error(JSON.stringify(Object.keys(require.cache))))`)
  const run = (...words: string[]) => execa(process.execPath, ['-r', watch, join(root, 'bin/testctl.js'), ...words])
  const [version, answer] = await Promise.all([run('--version'), run('__complete', '--', 'tests', 's')])
  expect(answer.stdout).toContain('set\t')
  expect(JSON.parse(answer.stderr)).toEqual(JSON.parse(version.stderr))
})
