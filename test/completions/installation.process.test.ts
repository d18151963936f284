import { chmod, lstat, mkdir, readFile, readdir, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { shells } from '../../src/completions/expected.ts'
import { addBlock, removeBlock } from '../../src/completions/installation/block.ts'
import { placeOf } from '../../src/completions/installation/place.ts'
import { scripts } from '../../src/completions/scripts.ts'
import { binary } from '../e2e/machine.ts'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
let at: (path: string) => string
beforeEach(async () => {
  world = await createWorld()
  at = (path) => join(world.folder, path)
})
afterEach(() => world.remove())

const bash = '.local/share/bash-completion/completions/testctl'
const zsh = '.local/share/testctl/zsh/_testctl'

const write = async (path: string, content: string | Buffer): Promise<void> => {
  await mkdir(dirname(at(path)), { recursive: true })
  await writeFile(at(path), content)
}

// The superuser may do anything, so that a superuser's test lets somebody else try.
const somebodyElse = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** Every file below the home, and what is in it. */
const home = async (): Promise<Record<string, string>> => {
  const entries = await readdir(world.folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'latin1')] as const)),
  )
}

describe.each([
  ['bash', bash, '.bashrc'],
  ['zsh', zsh, '.zshrc'],
  ['fish', '.config/fish/completions/testctl.fish', undefined],
  ['powershell', '.config/powershell/testctl.completion.ps1', '.config/powershell/profile.ps1'],
] as const)('%s', (shell, script, startup) => {
  test('install puts the script where the shell looks, and says so', async () => {
    const { stdout, stderr, exitCode } = await world.type(`testctl completion install ${shell}`)
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      `Created ${at(script)}`,
      startup ? `Created ${at(startup)}` : `Now open a new ${shell}`,
    ])
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(await readFile(at(script), 'utf8')).toBe(scripts[shell])
  })

  test('twice is once', async () => {
    await world.type(`testctl completion install ${shell}`)
    const once = await home()
    const { stdout } = await world.type(`testctl completion install ${shell}`)
    expect(stdout).toBe(
      [script, startup]
        .filter((path) => path !== undefined)
        .map((path) => `Already there: ${at(path)}\n`)
        .join(''),
    )
    expect(await home()).toEqual(once)
  })

  test('uninstall takes away what install has put there', async () => {
    if (startup) await write(startup, 'alias x=y')
    await write('.config/fish/config.fish', 'set -g x y\n')
    const before = await home()
    await world.type(`testctl completion install ${shell}`)
    const { stdout } = await world.type(`testctl completion uninstall ${shell}`)
    expect(stdout).toBe(`${startup ? `Updated ${at(startup)}\n` : ''}Removed ${at(script)}\n`)
    expect(await home()).toEqual(before)
  })

  test('uninstall leaves no folder that it made for the shell', async () => {
    await world.type(`testctl completion install ${shell}`)
    await world.type(`testctl completion uninstall ${shell}`)
    const left = (await readdir(world.folder, { recursive: true })).filter((path) => !path.startsWith('.cache'))
    expect(['', '.config', '.local .local/share']).toContain(left.join(' '))
  })

  test('a home that cannot be written is told, also by --dry-run, before anything is made', async () => {
    await chmod(world.folder, 0o555)
    const words = [binary, 'completion', 'install', shell]
    const options = { cwd: world.folder, env: { ...world.env, TESTCTL_NO_CACHE: '1' }, reject: false, ...somebodyElse }
    for (const more of [['--dry-run'], []]) {
      const { stdout, stderr, exitCode } = await execa(process.execPath, [...words, ...more], options)
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
      expect(stderr).toMatch(/^error: cannot write .*: permission denied/)
    }
    await chmod(world.folder, 0o700)
    expect(await readdir(world.folder)).toEqual([])
  })

  test('uninstall says when there was nothing', async () => {
    if (startup) await write(startup, 'alias x=y')
    const { stdout, exitCode } = await world.type(`testctl completion uninstall ${shell}`)
    expect({ stdout, exitCode }).toEqual({ stdout: `There was no completion for ${shell}\n`, exitCode: 0 })
  })

  test('--dry-run says what would be done, and does nothing', async () => {
    const before = await home()
    const { stdout } = await world.type(`testctl completion install ${shell} --dry-run`)
    expect(stdout.split('\n')[0]).toBe(`would create ${at(script)}`)
    expect(await home()).toEqual(before)
    await world.type(`testctl completion install ${shell}`)
    const installed = await home()
    expect((await world.type(`testctl completion uninstall ${shell} --dry-run`)).stdout).toContain(
      `would remove ${at(script)}`,
    )
    expect(await home()).toEqual(installed)
  })

  test('a file of that name that is not ours stays', async () => {
    await write(script, 'echo mine\n')
    const { stderr, exitCode } = await world.type(`testctl completion install ${shell}`)
    expect(stderr).toContain(`${at(script)} is not a completion that testctl has printed`)
    expect(stderr).toContain(`mv ${at(script)}`)
    expect(exitCode).toBe(2)
    expect((await world.type(`testctl completion uninstall ${shell}`)).stdout).toContain('There was no')
    expect(await readFile(at(script), 'utf8')).toBe('echo mine\n')
    if (startup) expect(Object.keys(await home())).not.toContain(at(startup))
  })

  test('one of an older testctl is brought up to date', async () => {
    await write(script, `${scripts[shell]}# more\n`)
    expect((await world.type(`testctl completion install ${shell}`)).stdout).toContain(`Updated ${at(script)}`)
    expect(await readFile(at(script), 'utf8')).toBe(scripts[shell])
  })
})

describe('which shell', () => {
  test.each([
    ['/bin/bash', bash],
    ['/usr/local/bin/zsh', zsh],
    ['/usr/bin/pwsh', '.config/powershell/profile.ps1'],
  ])('is that of SHELL: %s', async (SHELL, file) =>
    expect((await world.type('testctl completion install', { env: { SHELL } })).stdout).toContain(at(file)),
  )

  test('that is unknown is refused, and the known ones are named', async () => {
    for (const [line, SHELL] of [
      ['install', '/bin/tcsh'],
      ['install tcsh', '/bin/bash'],
      ['uninstall tcsh', '/bin/bash'],
    ] as const) {
      const { stderr, exitCode } = await world.type(`testctl completion ${line}`, { env: { SHELL } })
      expect(stderr).toBe('error: there is no shell "tcsh"\n  shells: bash, zsh, fish, powershell\n')
      expect(exitCode).toBe(2)
    }
  })

  test('has to be named where SHELL is not set', async () => {
    const { stderr, exitCode } = await world.type('testctl completion install')
    expect(stderr).toContain('name one: bash, zsh, fish, powershell')
    expect(exitCode).toBe(2)
  })
})

describe('startup files', () => {
  test('what bash-completion loads by itself needs none', async () => {
    await write('pkg/bash-completion/bash_completion', '')
    await write(
      '.bashrc',
      `[ -f ${at('pkg/bash-completion/bash_completion')} ] && . ${at('pkg/bash-completion/bash_completion')}\n`,
    )
    const { stdout } = await world.type('testctl completion install bash')
    expect(stdout).toBe(`Created ${at(bash)}\nNow open a new bash\n`)
  })

  test('a bash-completion that is not there, or not loaded, does not count', async () => {
    await write('.bashrc', `. ${at('absent/bash-completion/bash_completion')}\n# . /bash_completion\n`)
    expect((await world.type('testctl completion install bash')).stdout).toContain(`Updated ${at('.bashrc')}`)
  })

  test('a block of a time without bash-completion goes too', async () => {
    await world.type('testctl completion install bash')
    await write('pkg/bash-completion/bash_completion', '')
    await write('.profile', `. ${at('pkg/bash-completion/bash_completion')}\n`)
    expect((await world.type('testctl completion uninstall bash')).stdout).toContain(`Removed ${at('.bashrc')}`)
  })

  test('a link to one stays a link, and its target keeps its mode', async () => {
    await write('dotfiles/zshrc', 'alias x=y\n')
    await chmod(at('dotfiles/zshrc'), 0o640)
    await symlink('dotfiles/zshrc', at('.zshrc'))
    await world.type('testctl completion install zsh')
    expect(await readlink(at('.zshrc'))).toBe('dotfiles/zshrc')
    expect(await readFile(at('dotfiles/zshrc'), 'utf8')).toMatch(/^alias x=y\n\n# >>> testctl completion >>>\n/)
    expect((await stat(at('dotfiles/zshrc'))).mode & 0o777).toBe(0o640)
    await world.type('testctl completion uninstall zsh')
    expect((await lstat(at('.zshrc'))).isSymbolicLink()).toBe(true)
    expect(await readFile(at('dotfiles/zshrc'), 'utf8')).toBe('alias x=y\n')
  })

  test('a link to a device stays what it is', async () => {
    await symlink('/dev/null', at('.zshrc'))
    const { stderr, exitCode } = await world.type('testctl completion install zsh')
    expect(stderr).toContain(`cannot write ${at('.zshrc')}: it is not a file`)
    expect(exitCode).toBe(2)
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
    expect(Object.keys(await home())).toEqual([])
  })

  test('bytes that are no UTF-8 stay as they are', async () => {
    const bytes = Buffer.from([0x61, 0xe9, 0xff, 0x00, 0x0a])
    await write('.zshrc', bytes)
    await world.type('testctl completion install zsh')
    expect((await readFile(at('.zshrc'))).subarray(0, bytes.length)).toEqual(bytes)
    await world.type('testctl completion uninstall zsh')
    expect(await readFile(at('.zshrc'))).toEqual(bytes)
  })

  test('a profile in UTF-16 is left to its owner, with the line to add', async () => {
    await write('.config/powershell/profile.ps1', Buffer.from('\ufeffSet-Alias x y\r\n', 'utf16le'))
    const { stderr, exitCode } = await world.type('testctl completion install powershell')
    expect(stderr).toContain('is written in UTF-16')
    expect(stderr).toContain('Test-Path -LiteralPath')
    expect(exitCode).toBe(2)
  })

  test('a home where nothing can be written ends with exit code 2 and the path', async () => {
    await write('file', '')
    for (const shell of shells) {
      const env = { HOME: at('file') }
      const { stderr, exitCode } = await world.type(`testctl completion install ${shell}`, { env })
      expect(stderr).toMatch(
        /^error: cannot write .*file\/.*: a file stands where its folder should be\n {2}put the script elsewhere/,
      )
      expect(exitCode).toBe(2)
    }
  })

  test('the answer in JSON', async () => {
    const { stdout } = await world.type('testctl completion install zsh --json')
    expect(JSON.parse(stdout)).toEqual({
      shell: 'zsh',
      files: [
        { path: at(zsh), change: 'created' },
        { path: at('.zshrc'), change: 'created' },
      ],
    })
    expect((await world.type('testctl completion install zsh --quiet')).stdout).toBe('')
  })
})

describe('the block in a startup file', () => {
  const lines = ['one', 'two']

  test('goes without a trace', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('# >>> testctl completion >>>', '', '\r', '# testctl made this file.'),
    )
    const texts = fc
      .array(line)
      .map((all) => all.join('\n'))
      .filter((text) => removeBlock(text) === text)
    fc.assert(
      fc.property(texts, (text) => {
        const once = addBlock(text, { lines, madeFile: false })
        expect(removeBlock(once)).toBe(text)
        expect(addBlock(once, { lines, madeFile: false })).toBe(once)
      }),
    )
  })

  test('stays where it is when its lines change', () => {
    const before = `${addBlock('a\n', { lines, madeFile: false })}b\n`
    expect(addBlock(before, { lines: ['three'], madeFile: false })).toBe(before.replace('one\ntwo', 'three'))
  })

  test('leaves lines that were written below it lines of their own', () =>
    expect(removeBlock(`${addBlock('a', { lines, madeFile: false })}b\n`)).toBe('a\nb\n'))

  test('takes with it the file that was made for it, unless somebody wrote more into it', () => {
    const made = addBlock('', { lines, madeFile: true })
    expect(removeBlock(made)).toBeUndefined()
    expect(removeBlock(`${made}b\n`)).toBe('b\n')
  })

  test('ends where it ends: a mark that lost its other half is not part of it', () => {
    const text = '# >>> testctl completion >>>\nmine\n'
    expect(removeBlock(addBlock(text, { lines, madeFile: false }))).toBe(text)
  })

  test('is found in a file whose lines end in another way now', () => {
    const before = addBlock('a\n', { lines, madeFile: false }).replaceAll('\n', '\r\n')
    expect(removeBlock(before)).toBe('a\r\n')
  })
})

describe('places', () => {
  const place = (shell: (typeof shells)[number], env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
    placeOf(shell, { env: { HOME: '/home/ana', USERPROFILE: 'C:\\Users\\ana', ...env }, platform })

  test.each([
    ['bash', { XDG_DATA_HOME: '/data' }, '/data/bash-completion/completions/testctl'],
    ['bash', { XDG_DATA_HOME: 'relative' }, `/home/ana/${bash}`],
    ['bash', { BASH_COMPLETION_USER_DIR: '/own:/other' }, '/own/completions/testctl'],
    ['zsh', { XDG_DATA_HOME: '/data' }, '/data/testctl/zsh/_testctl'],
    ['fish', { XDG_CONFIG_HOME: '/conf' }, '/conf/fish/completions/testctl.fish'],
    ['powershell', { XDG_CONFIG_HOME: '/conf' }, '/conf/powershell/testctl.completion.ps1'],
  ] as const)('%s with %j: %s', (shell, env, script) => expect(place(shell, env).script).toBe(script))

  test.each([
    ['zsh', { ZDOTDIR: '/zdot' }, 'linux', '/zdot/.zshrc'],
    ['bash', {}, 'linux', '/home/ana/.bashrc'],
    ['bash', {}, 'darwin', '/home/ana/.bash_profile'],
  ] as const)('%s with %j on %s starts with %s', (shell, env, platform, file) =>
    expect(place(shell, env, platform).startup?.file).toBe(file),
  )

  test('the lines name the home by its variable, and quote what stands below it', () => {
    const [first] = place('zsh', { XDG_DATA_HOME: `/home/ana/it's $(here)` }).startup?.lines ?? []
    expect(first).toBe(`fpath=("$HOME"'/it'\\''s $(here)/testctl/zsh' $fpath)`)
  })

  test.each([
    [
      'C:\\Users\\ana\\OneDrive\\Documents\\WindowsPowerShell\\Modules;C:\\Program Files\\WindowsPowerShell\\Modules',
      'C:\\Users\\ana\\OneDrive\\Documents\\WindowsPowerShell',
    ],
    ['C:\\Program Files\\PowerShell\\Modules;D:\\Docs\\PowerShell\\Modules', 'D:\\Docs\\PowerShell'],
    ['C:\\Windows\\system32\\WindowsPowerShell\\v1.0\\Modules', 'C:\\Users\\ana\\Documents\\PowerShell'],
  ])('the profile of a PowerShell whose modules are in %s lies in %s', (PSModulePath, folder) => {
    const { script } = place('powershell', { PSModulePath }, 'win32')
    expect(script.startsWith(folder)).toBe(true)
  })
})
