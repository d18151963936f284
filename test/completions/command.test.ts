import { afterAll, beforeAll, expect, test } from 'vitest'
import { scripts } from '../../src/completions/scripts.ts'
import { createWorld, type World } from '../helpers/world.ts'

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
