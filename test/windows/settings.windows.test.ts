import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { createWindows, type Windows, windowsTest } from '../helpers/windows.ts'

let windows: Windows
beforeAll(async () => {
  windows = await createWindows()
})
afterAll(() => windows.remove())

const run = async (words: readonly string[], env: Record<string, string | null> = {}): Promise<string> => {
  const { stdout, stderr, exitCode } = await windows.testctl(words, { env })
  expect({ words, stderr, exitCode }).toEqual({ words, stderr: '', exitCode: 0 })
  return stdout
}

windowsTest('settings are kept in APPDATA, those of folders in their project files', async () => {
  expect(await run(['config', 'path'])).toBe(`${windows.env['APPDATA']}\\testctl\\config.json\n`)
  await run(['config', 'set', 'project', 'WEB'])
  await run(['config', 'set', 'timeout', '20s'])
  expect(await run(['config', 'get', 'timeout'])).toBe('20s\n')
  expect(JSON.parse(await windows.read('home/AppData/Roaming/testctl/config.json'))).toBeTypeOf('object')
  await windows.write('.testctl.json', Buffer.from('\ufeff{\r\n  "project": "FILE"\r\n}\r\n', 'utf16le'))
  expect(await run(['config', 'get', 'project'])).toBe('FILE\n')
  await run(['config', 'unset', 'timeout'])
})

windowsTest('an address with a drive is stored whole, and a relative one from the folder', async () => {
  const without = { TESTCTL_URL: null }
  await run(['config', 'set', 'url', `file:${windows.path}\\a.db`], without)
  expect(await run(['config', 'get', 'url'], without)).toBe(`file:${windows.path}\\a.db\n`)
  await run(['config', 'set', 'url', 'file:b.db'], without)
  expect(await run(['config', 'get', 'url'], without)).toBe(`file:${windows.path}\\b.db\n`)
})

windowsTest('a file with a key is read as PowerShell writes it', async () => {
  await windows.write('utf8.txt', '\ufeffsecret\r\n')
  await windows.write('utf16.txt', Buffer.from('\ufeffsecret\r\n', 'utf16le'))
  for (const name of ['utf8.txt', 'utf16.txt']) {
    const env = { TESTCTL_URL: 'http://127.0.0.1:9', TESTCTL_API_KEY_FILE: `.\\${name}` }
    const { stderr, exitCode } = await windows.testctl(['runs', 'get', 'WEB-R1', '--timeout', '3s'], { env })
    expect({ name, stderr, exitCode }).toMatchObject({ exitCode: 6 })
  }
})

windowsTest('Tab is for PowerShell, whatever SHELL says, and can be taken away again', async () => {
  // npm installs a file of this name.
  await windows.write('testctl.cmd', '')
  const env = { SHELL: '/bin/bash', PATH: windows.path }
  const profile = `${windows.path}\\home\\Documents\\PowerShell`
  expect(await run(['completion', 'install'], env)).toBe(
    `Created ${profile}\\testctl.completion.ps1\nCreated ${profile}\\profile.ps1\nNow open a new powershell\n`,
  )
  expect(await run(['__complete', '--', 'runs', 'subm'], env)).toMatch(/^submit\b/)
  expect(await run(['doctor', '--json', '--jq', '.checks[] | select(.name == "completion") | .status'], env)).toBe(
    'ok\n',
  )
  await run(['completion', 'uninstall'], env)
  expect(await readdir(join(windows.folder, 'home/Documents'))).toEqual([])
  const { stderr } = await windows.testctl(['completion', 'install'], { env: { SHELL: '/bin/bash' } })
  expect(stderr).toContain('warning: Tab offers nothing while testctl is not in the PATH')
  await run(['completion', 'uninstall'], env)
})

windowsTest('doctor finds everything in order, and caches are in LOCALAPPDATA', async () => {
  const { stdout, exitCode } = await windows.testctl(['doctor'])
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 })
  expect(stdout).toMatch(/^runtime\tok\t.*win32 x64/)
  expect(stdout).toMatch(/^sqlite\tok\tSQLite 3\./m)
  expect(await readdir(join(windows.folder, 'home/AppData/Local/testctl'))).toContain('code')
})

windowsTest('of settings that several programs write at once none is lost', async () => {
  const settings = ['limit', 'timeout', 'color', 'columns'] as const
  const values = { limit: '7', timeout: '9s', color: 'never', columns: 'name' }
  const seen = await Promise.all(settings.map((name) => windows.testctl(['config', 'set', name, values[name]])))
  expect(seen.map(({ stderr, exitCode }) => ({ stderr, exitCode }))).toEqual(
    settings.map(() => ({ stderr: '', exitCode: 0 })),
  )
  for (const name of settings) expect(await run(['config', 'get', name])).toBe(`${values[name]}\n`)
})
