import { readFile, readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scripts } from '../../src/completions/shells/index.ts'
import { type Home, createHome, bash, zsh } from './home.ts'

let home: Home
beforeEach(async () => {
  home = await createHome()
})
afterEach(() => home.remove())

describe.each([
  ['bash', bash, '.bashrc'],
  ['zsh', zsh, '.zshrc'],
  ['fish', '.config/fish/completions/testctl.fish', undefined],
  ['powershell', '.config/powershell/testctl.completion.ps1', '.config/powershell/profile.ps1'],
] as const)('%s', (shell, script, startup) => {
  test('install puts the script where the shell looks, and says so', async () => {
    const { stdout, stderr, exitCode } = await home.type(`testctl completion install ${shell}`)
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      `Created ${home.at(script)}`,
      startup ? `Created ${home.at(startup)}` : `Now open a new ${shell}`,
    ])
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(await readFile(home.at(script), 'utf8')).toBe(scripts[shell])
  })

  test('twice is once', async () => {
    await home.type(`testctl completion install ${shell}`)
    const once = await home.files()
    const { stdout } = await home.type(`testctl completion install ${shell}`)
    expect(stdout).toBe(
      [script, startup]
        .filter((path) => path !== undefined)
        .map((path) => `Already there: ${home.at(path)}\n`)
        .join(''),
    )
    expect(await home.files()).toEqual(once)
  })

  test('uninstall takes away what install has put there', async () => {
    if (startup) await home.write(startup, 'alias x=y')
    await home.write('.config/fish/config.fish', 'set -g x y\n')
    const before = await home.files()
    await home.type(`testctl completion install ${shell}`)
    const { stdout } = await home.type(`testctl completion uninstall ${shell}`)
    expect(stdout).toBe(`${startup ? `Updated ${home.at(startup)}\n` : ''}Removed ${home.at(script)}\n`)
    expect(await home.files()).toEqual(before)
  })

  test('uninstall leaves no folder that it made for the shell', async () => {
    await home.type(`testctl completion install ${shell}`)
    await home.type(`testctl completion uninstall ${shell}`)
    const left = (await readdir(home.folder, { recursive: true })).filter((path) => !path.startsWith('.cache'))
    expect(['', '.config', '.local .local/share']).toContain(left.join(' '))
  })

  test('uninstall says when there was nothing', async () => {
    if (startup) await home.write(startup, 'alias x=y')
    const { stdout, exitCode } = await home.type(`testctl completion uninstall ${shell}`)
    expect({ stdout, exitCode }).toEqual({ stdout: `There was no completion for ${shell}\n`, exitCode: 0 })
  })

  test('--dry-run says what would be done, and does nothing', async () => {
    const before = await home.files()
    const { stdout } = await home.type(`testctl completion install ${shell} --dry-run`)
    expect(stdout.split('\n')[0]).toBe(`would create ${home.at(script)}`)
    expect(await home.files()).toEqual(before)
    await home.type(`testctl completion install ${shell}`)
    const installed = await home.files()
    expect((await home.type(`testctl completion uninstall ${shell} --dry-run`)).stdout).toContain(
      `would remove ${home.at(script)}`,
    )
    expect(await home.files()).toEqual(installed)
  })

  test('a file of that name that is not ours stays', async () => {
    await home.write(script, 'echo mine\n')
    const { stderr, exitCode } = await home.type(`testctl completion install ${shell}`)
    expect(stderr).toContain(`${home.at(script)} is not a completion that testctl has printed`)
    expect(stderr).toContain(`mv ${home.at(script)}`)
    expect(exitCode).toBe(2)
    expect((await home.type(`testctl completion uninstall ${shell}`)).stdout).toContain('There was no')
    expect(await readFile(home.at(script), 'utf8')).toBe('echo mine\n')
    if (startup) expect(Object.keys(await home.files())).not.toContain(home.at(startup))
  })

  test('one of an older testctl is brought up to date', async () => {
    await home.write(script, `${scripts[shell]}# more\n`)
    expect((await home.type(`testctl completion install ${shell}`)).stdout).toContain(`Updated ${home.at(script)}`)
    expect(await readFile(home.at(script), 'utf8')).toBe(scripts[shell])
  })
})

describe('which shell', () => {
  test.each([
    ['/bin/bash', bash],
    ['/usr/local/bin/zsh', zsh],
    ['/usr/bin/pwsh', '.config/powershell/profile.ps1'],
  ])('is that of SHELL: %s', async (SHELL, file) =>
    expect((await home.type('testctl completion install', { env: { SHELL } })).stdout).toContain(home.at(file)),
  )

  test('that is unknown is refused, and the known ones are named', async () => {
    for (const [line, SHELL] of [
      ['install', '/bin/tcsh'],
      ['install tcsh', '/bin/bash'],
      ['uninstall tcsh', '/bin/bash'],
    ] as const) {
      const { stderr, exitCode } = await home.type(`testctl completion ${line}`, { env: { SHELL } })
      expect(stderr).toBe('error: there is no shell "tcsh"\n  shells: bash, zsh, fish, powershell\n')
      expect(exitCode).toBe(2)
    }
  })

  test('has to be named where SHELL is not set', async () => {
    const { stderr, exitCode } = await home.type('testctl completion install')
    expect(stderr).toContain('name one: bash, zsh, fish, powershell')
    expect(exitCode).toBe(2)
  })
})
