import { describe, expect, test } from 'vitest'
import { shells } from '../../src/completions/expected-values.ts'
import { locationOf } from '../../src/completions/installation/locations.ts'

const bash = '.local/share/bash-completion/completions/testctl'

describe('places', () => {
  const place = (shell: (typeof shells)[number], env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
    locationOf(shell, { env: { HOME: '/home/ana', USERPROFILE: 'C:\\Users\\ana', ...env }, platform })

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
