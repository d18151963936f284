import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMachine, type Machine } from './e2e/machine.ts'
import { binary } from './helpers/program.ts'
import { seed } from './e2e/seed.ts'

// Tests the calls that the completion scripts make. Each call is a process.

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ XDG_CACHE_HOME: '' })
})
afterEach(() => machine.remove())

const answer = (words: readonly string[], env: Record<string, string | undefined> = {}) =>
  machine.run(['__complete', '--', ...words], { env })

const offered = async (line: string, env: Record<string, string | undefined> = {}): Promise<string[]> => {
  const { stdout, stderr, exitCode } = await answer(line.split(' ').slice(1), env)
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  return stdout.split('\n').slice(0, -1)
}

describe('the command tree', () => {
  test.each([
    ['testctl completion z', ['zsh\tPrint the completion script for zsh']],
    ['testctl tests set WEB-T1 p', ['passed']],
    ['testctl test set WEB-T1 p', ['passed']],
    ['testctl tests set --from ', [':files\t']],
    ['testctl --json --nothing -z tests set WEB-T1 p', ['passed']],
    ['testctl tests set --help --version', []],
    ['testctl nonsense ', []],
    ['testctl __complete -- te', []],
    ['testctl tests set WEB-T1 -- p', ['passed']],
  ])('%s', async (line, words) => expect(await offered(line)).toEqual(words))

  test.each(['testctl te', 'testctl help te'])('%s is offered with what it is', async (line) =>
    expect(await offered(line)).toEqual([expect.stringMatching(/^tests\tTests/)]),
  )

  test('a script that hands a line over hears where the command behind exec -- begins', async () => {
    const asked = async (...words: string[]) => (await machine.run(['__complete', ...words])).stdout
    expect(await asked('commands', '--', 'exec', '-p', 'WEB', '--', 'npm', 'te')).toBe(':command\t4\n')
    expect(await asked('commands', '--', 'exec', '--', '')).toBe(':command\t2\n')
    // Without `--` testctl reads its flags.
    expect(await asked('commands', '--', 'exec', 'npm', '')).toBe(':files\t\n')
    expect(await asked('--', 'exec', '--', '')).toBe(':files\t\n')
  })

  test('no word at all is a beginning too', async () =>
    expect((await machine.run(['__complete'])).stdout).toMatch(/^projects\t/))
})

describe('names', () => {
  beforeEach(() => seed(machine.folder))

  test('of what was listed are offered afterwards', async () => {
    expect(await offered('testctl tests get WEB-T')).toEqual([])
    await machine.type('testctl tests list WEB-R1')
    const [first, ...rest] = await offered('testctl tests get WEB-T')
    expect(first).toMatch(/^WEB-T[0-9]+\t\w/)
    expect(rest).toHaveLength(1)
    expect(await offered('testctl tests list ')).toEqual([expect.stringMatching(/^WEB-R1\t\w/)])
  })

  test('need no service when Tab is pressed', async () => {
    await machine.aside('testctl cases list -p WEB')
    await rm(join(machine.folder, 'team.db'))
    expect(await offered('testctl cases get WEB-C1')).not.toEqual([])
  })

  test('are those of the service that the line is for', async () => {
    await machine.aside('testctl cases list -p WEB')
    await machine.aside('testctl auth login --url file:./other.db --profile other')
    expect(await offered('testctl cases get WEB-', { TESTCTL_URL: 'file:./other.db' })).toEqual([])
    expect(await offered('testctl cases get --profile other WEB-')).toEqual([])
    expect(await offered('testctl cases get WEB-')).not.toEqual([])
  })

  test('are kept for nobody in CI, with --dry-run, or where they are not wanted', async () => {
    for (const env of [{ CI: 'true' }, { TESTCTL_NO_CACHE: '1' }])
      await machine.aside('testctl cases list -p WEB', { env })
    await machine.aside('testctl cases create -p WEB --name New --dry-run')
    expect(await offered('testctl cases get WEB-')).toEqual([])
    await machine.aside('testctl cases list -p WEB')
    expect(await offered('testctl cases get WEB-', { TESTCTL_NO_CACHE: '1' })).toEqual([])
    expect(await offered('testctl cases get WEB-')).not.toEqual([])
  })
})

describe('whatever is wrong, there is nothing to offer, and no error', () => {
  const broken: [string, Record<string, string | undefined>][] = [
    ['an address', { TESTCTL_URL: 'nowhere' }],
    ['a profile', { TESTCTL_PROFILE: 'none' }],
    ['a home', { HOME: undefined, TESTCTL_CONFIG_DIR: '/nowhere/at/all' }],
    ['a cache folder', { XDG_CACHE_HOME: '/dev/null' }],
  ]

  test.each(broken)('%s that is none', async (_, env) => {
    expect(await offered('testctl tests get WEB-', env)).toEqual([])
    expect(await offered('testctl tests set WEB-T1 p', env)).toEqual(['passed'])
  })

  test('settings that cannot be read', async () => {
    await writeFile(join(machine.folder, '.testctl.json'), '{ broken')
    expect(await offered('testctl tests get WEB-')).toEqual([])
    expect(await offered('testctl te')).toEqual([expect.stringContaining('tests')])
  })

  test('a folder that is not there any more', async () => {
    const { stdout, stderr } = await machine.shell(
      `mkdir gone && cd gone && rmdir ../gone && testctl __complete -- te && testctl __complete -- tests get ''`,
    )
    expect([stdout.split('\t')[0], stderr]).toEqual(['tests', ''])
  })

  test('an output that is closed', async () => {
    const { stderr } = await machine.shell(`testctl __complete -- '' >&- ; echo $? >&2`)
    expect(stderr).toBe('0\n')
  })
})

test('an answer loads nothing but its own file: no package, and none of the files of the commands', async () => {
  const watch = join(machine.folder, 'watch.cjs')
  await writeFile(
    watch,
    `const fs = require('node:fs'); const read = fs.readFileSync; const seen = []
     fs.readFileSync = (path, ...rest) => { seen.push(String(path)); return read(path, ...rest) }
     process.on('exit', () => console.error(JSON.stringify([seen.filter((one) => one.includes('/dist/')), Object.keys(require.cache)])))`,
  )
  const words = ['-r', watch, binary, '__complete', '--', 'tests', 'get', '']
  const { stderr } = await execa(process.execPath, words, { env: machine.env, extendEnv: false, cwd: machine.folder })
  const [files, modules] = JSON.parse(stderr) as [string[], string[]]
  expect(files.map((file) => file.split('/').at(-1))).toEqual(['complete.cjs', 'tree.json'])
  expect(modules.filter((module) => module.includes('node_modules'))).toEqual([])
})
