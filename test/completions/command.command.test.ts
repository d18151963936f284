import { afterAll, beforeAll, expect, test } from 'vitest'
import { shells } from '../../src/completions/expected-values.ts'
import { scripts } from '../../src/completions/shells/index.ts'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.remove())

test.each(shells)('testctl completion %s prints the script', async (shell) =>
  expect(await world.type(`testctl completion ${shell}`)).toEqual({ stdout: scripts[shell], stderr: '', exitCode: 0 }),
)

test('an unknown shell is refused, and the known ones are named', async () => {
  const { stderr, exitCode } = await world.type('testctl completion tcsh')
  expect(stderr).toContain('there is no shell "tcsh"')
  expect(stderr).toContain('shells: bash, zsh, fish, powershell')
  expect(exitCode).toBe(2)
})

test('no shell shows what can be typed', async () => {
  const { stdout, exitCode } = await world.type('testctl completion')
  for (const word of ['install', 'uninstall', ...shells]) expect(stdout).toMatch(new RegExp(`^  ${word}\\b`, 'm'))
  expect(exitCode).toBe(0)
})

test('pwsh is another name of PowerShell', async () =>
  expect((await world.type('testctl completion pwsh')).stdout).toBe(scripts.powershell))

test.each([
  ['bash', 'source <(testctl completion bash)'],
  ['zsh', 'source <(testctl completion zsh)'],
  ['fish', 'testctl completion fish | source'],
  ['powershell', 'testctl completion powershell | Out-String | Invoke-Expression'],
])('the help of %s says how the shell that runs loads it', async (shell, line) =>
  expect((await world.type(`testctl completion ${shell} --help`)).stdout).toContain(line),
)
