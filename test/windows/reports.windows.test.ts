import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { createWindows, type Windows, windowsNode, windowsTest, onWindows, wineIsMissing } from '../helpers/windows.ts'

const demo = readFile(resolve(import.meta.dirname, '../../src/demo/junit.xml'), 'utf8')

let windows: Windows
beforeAll(async () => {
  windows = await createWindows()
  if (wineIsMissing) return
  const project = ['--name', 'Web', '--identifier', 'WEB', '--icon', 'globe', '--color', '#3366ff']
  await windows.testctl(['projects', 'create', ...project])
  await mkdir(join(windows.folder, 'rep/sub'), { recursive: true })
  await windows.write('rep/crlf.xml', (await demo).replaceAll('\n', '\r\n'))
  await windows.write('rep/sub/UTF16.XML', Buffer.from(`\ufeff${await demo}`, 'utf16le'))
  await windows.write('report.cmd', '@echo off\r\ncopy /y rep\\crlf.xml %1 >nul\r\nexit /b 3\r\n')
})
afterAll(() => windows.remove())

windowsTest(
  'a pattern with backslashes names the reports, whatever ends their lines and holds their letters',
  async () => {
    const counted = async (pattern: string) => {
      const { stdout, stderr, exitCode } = await windows.testctl([
        'reports',
        'read',
        pattern,
        '--jq',
        'map({cases, passed, failed})',
      ])
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
      return JSON.parse(stdout)
    }
    expect(await counted('rep\\*.xml')).toEqual(await counted(`${windows.path}\\rep\\**\\utf*.xml`))
  },
)

windowsTest('reports are submitted, and the run shows them', async () => {
  const target = ['-p', 'WEB', '--name', 'Nightly', '--unmatched', 'create']
  const words = ['runs', 'submit', 'rep\\*.xml', ...target, '--junit-out', 'out\\deep\\all.xml']
  expect(await windows.testctl(words)).toMatchObject({ stderr: '', exitCode: 0 })
  expect((await windows.testctl(['runs', 'get', 'WEB-R1', '--jq', '.results.passed'])).stdout).toBe('22\n')
  expect(await windows.read('out/deep/all.xml')).toContain('<testsuites')
})

const exec = (report: string, ...command: string[]) =>
  windows.testctl(['exec', '-p', 'WEB', '--name', 'CI', '--unmatched', 'create', '--report', report, '--', ...command])

windowsTest('exec runs a batch file by its name alone, submits its report, and ends as it did', async () => {
  const { stderr, exitCode } = await exec('out*.xml', 'report', 'out1.xml')
  expect(exitCode).toBe(3)
  expect(stderr).toContain('22 passed')
  expect((await exec('out*.xml', '.\\report.cmd', 'out2.xml')).exitCode).toBe(3)
})

windowsTest('exec runs a program, and hands its exit code on', async () => {
  const code = `require('fs').copyFileSync('rep/crlf.xml', 'out3.xml')`
  const { exitCode, stderr } = await exec('out3.xml', onWindows(windowsNode), '-e', code)
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('22 passed') })
})

windowsTest('a command that is not there ends with 127, as on every platform', async () => {
  expect((await exec('none.xml', 'no-such-command')).exitCode).toBe(127)
  expect((await exec('none.xml', 'cmd', '/c', 'no-such-command')).exitCode).toBe(127)
})
