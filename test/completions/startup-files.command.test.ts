import { chmod, lstat, readFile, readlink, stat, symlink } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { shells } from '../../src/completions/expected-values.ts'
import { type Home, createHome, bash, zsh } from './home.ts'

let home: Home
beforeEach(async () => {
  home = await createHome()
})
afterEach(() => home.remove())

describe('startup files', () => {
  test('what bash-completion loads by itself needs none', async () => {
    await home.write('pkg/bash-completion/bash_completion', '')
    await home.write(
      '.bashrc',
      `[ -f ${home.at('pkg/bash-completion/bash_completion')} ] && . ${home.at('pkg/bash-completion/bash_completion')}\n`,
    )
    const { stdout } = await home.type('testctl completion install bash')
    expect(stdout).toBe(`Created ${home.at(bash)}\nNow open a new bash\n`)
  })

  test('a bash-completion that is not there, or not loaded, does not count', async () => {
    await home.write('.bashrc', `. ${home.at('absent/bash-completion/bash_completion')}\n# . /bash_completion\n`)
    expect((await home.type('testctl completion install bash')).stdout).toContain(`Updated ${home.at('.bashrc')}`)
  })

  test('a block of a time without bash-completion goes too', async () => {
    await home.type('testctl completion install bash')
    await home.write('pkg/bash-completion/bash_completion', '')
    await home.write('.profile', `. ${home.at('pkg/bash-completion/bash_completion')}\n`)
    expect((await home.type('testctl completion uninstall bash')).stdout).toContain(`Removed ${home.at('.bashrc')}`)
  })

  test('a link to one stays a link, and its target keeps its mode', async () => {
    await home.write('dotfiles/zshrc', 'alias x=y\n')
    await chmod(home.at('dotfiles/zshrc'), 0o640)
    await symlink('dotfiles/zshrc', home.at('.zshrc'))
    await home.type('testctl completion install zsh')
    expect(await readlink(home.at('.zshrc'))).toBe('dotfiles/zshrc')
    expect(await readFile(home.at('dotfiles/zshrc'), 'utf8')).toMatch(/^alias x=y\n\n# >>> testctl completion >>>\n/)
    expect((await stat(home.at('dotfiles/zshrc'))).mode & 0o777).toBe(0o640)
    await home.type('testctl completion uninstall zsh')
    expect((await lstat(home.at('.zshrc'))).isSymbolicLink()).toBe(true)
    expect(await readFile(home.at('dotfiles/zshrc'), 'utf8')).toBe('alias x=y\n')
  })

  test('a link to a device stays what it is', async () => {
    await symlink('/dev/null', home.at('.zshrc'))
    const { stderr, exitCode } = await home.type('testctl completion install zsh')
    expect(stderr).toContain(`cannot write ${home.at('.zshrc')}: it is not a file`)
    expect(exitCode).toBe(2)
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
    expect(Object.keys(await home.files())).toEqual([])
  })

  test('bytes that are no UTF-8 stay as they are', async () => {
    const bytes = Buffer.from([0x61, 0xe9, 0xff, 0x00, 0x0a])
    await home.write('.zshrc', bytes)
    await home.type('testctl completion install zsh')
    expect((await readFile(home.at('.zshrc'))).subarray(0, bytes.length)).toEqual(bytes)
    await home.type('testctl completion uninstall zsh')
    expect(await readFile(home.at('.zshrc'))).toEqual(bytes)
  })

  test('a profile in UTF-16 is left to its owner, with the line to add', async () => {
    await home.write('.config/powershell/profile.ps1', Buffer.from('\ufeffSet-Alias x y\r\n', 'utf16le'))
    const { stderr, exitCode } = await home.type('testctl completion install powershell')
    expect(stderr).toContain('is written in UTF-16')
    expect(stderr).toContain('Test-Path -LiteralPath')
    expect(exitCode).toBe(2)
  })

  test('a home where nothing can be written ends with exit code 2 and the path', async () => {
    await home.write('file', '')
    for (const shell of shells) {
      const env = { HOME: home.at('file') }
      const { stderr, exitCode } = await home.type(`testctl completion install ${shell}`, { env })
      expect(stderr).toMatch(
        /^error: cannot write .*file\/.*: a file is in the place of its folder\n {2}put the script elsewhere/,
      )
      expect(exitCode).toBe(2)
    }
  })

  test('the answer in JSON', async () => {
    const { stdout } = await home.type('testctl completion install zsh --json')
    expect(JSON.parse(stdout)).toEqual({
      shell: 'zsh',
      files: [
        { path: home.at(zsh), change: 'created' },
        { path: home.at('.zshrc'), change: 'created' },
      ],
    })
    expect((await home.type('testctl completion install zsh --quiet')).stdout).toBe('')
  })
})
