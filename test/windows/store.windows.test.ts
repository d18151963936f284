import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { createWindows, program, type Windows, windowsTest, wineIsMissing } from '../helpers/windows.ts'

let windows: Windows
beforeAll(async () => {
  windows = await createWindows()
  if (wineIsMissing) return
  const project = ['--name', 'Web', '--identifier', 'WEB', '--icon', 'globe', '--color', '#3366ff']
  await windows.testctl(['projects', 'create', ...project])
})
afterAll(() => windows.remove())

const run = async (words: readonly string[], env: Record<string, string> = {}): Promise<string> => {
  const { stdout, stderr, exitCode } = await windows.testctl(words, { env })
  expect({ words, stderr, exitCode }).toEqual({ words, stderr: '', exitCode: 0 })
  return stdout
}

windowsTest('a store is backed up, checked, and restored', async () => {
  await run(['store', 'backup', 'backup.db'])
  expect(JSON.parse(await run(['store', 'check', '--store', 'file:backup.db', '--json']))).toMatchObject({
    findings: [],
  })
  await run(['projects', 'delete', 'WEB', '--confirm', 'WEB'])
  await run(['store', 'restore', 'backup.db', '--yes'])
  expect(await run(['projects', 'list', '-q'])).toBe('WEB\n')
})

windowsTest('a backup takes the place of another, and a store is copied', async () => {
  await run(['store', 'backup', '.\\again.db'])
  await run(['store', 'backup', `${windows.path}\\again.db`, '--force'])
  await run(['store', 'copy', 'file:.\\team.db', `file:///${windows.path.replaceAll('\\', '/')}/copied.db`])
  expect(await run(['projects', 'list', '-q'], { TESTCTL_URL: 'file:copied.db' })).toBe('WEB\n')
})

windowsTest('a store may lie deeper than 260 characters', async () => {
  const deep = Array.from({ length: 6 }, (_, at) => `${at}${'x'.repeat(49)}`)
  await mkdir(join(windows.folder, ...deep), { recursive: true })
  const file = [windows.path, ...deep, 'team.db'].join('\\')
  await run(['store', 'copy', 'file:team.db', `file:${file}`])
  expect(await run(['projects', 'list', '-q'], { TESTCTL_URL: `file:${file}` })).toBe('WEB\n')
  await run(['store', 'backup', `${file}.backup`], { TESTCTL_URL: `file:${file}` })
})

windowsTest('a folder may have any letters and a space in its name, in upper or lower case', async () => {
  await mkdir(join(windows.folder, 'Prüfung 検査'))
  await run(['store', 'copy', 'file:team.db', 'file:Prüfung 検査\\team.db'])
  expect(await run(['projects', 'list', '-q'], { TESTCTL_URL: 'file:PRÜFUNG 検査/TEAM.DB' })).toBe('WEB\n')
})

windowsTest('a file that another program has open is not replaced, and that is said', async () => {
  await run(['store', 'backup', 'held.db'])
  // SQLite lets other programs read and write a file that it has open, but not rename or remove it.
  const script = `
    const held = new (require('node:sqlite').DatabaseSync)('held.db')
    held.prepare('select count(*) from projects').all()
    const words = [process.argv[1], 'store', 'backup', 'held.db', '--force']
    process.exitCode = require('node:child_process').spawnSync(process.execPath, words, { stdio: 'inherit' }).status`
  const { stderr, exitCode } = await windows.node(['--no-warnings', '-e', script, program])
  expect({ stderr, exitCode }).toEqual({
    stderr: 'error: held.db cannot be replaced: another program has it open\n  close it there, or name another file\n',
    exitCode: 2,
  })
})
