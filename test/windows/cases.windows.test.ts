import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { createWindows, type Windows, windowsTest, wineIsMissing } from '../helpers/windows.ts'

let windows: Windows
beforeAll(async () => {
  windows = await createWindows()
  if (wineIsMissing) return
  const project = ['--name', 'Web', '--identifier', 'WEB', '--icon', 'globe', '--color', '#3366ff']
  await windows.testctl(['projects', 'create', ...project])
  for (const name of ['Login – works', 'CON', 'a:b<c>|d?'])
    await windows.testctl(['cases', 'create', '-p', 'WEB', '--name', name, '--step', 'Submit => It opens'])
  await windows.testctl(['cases', 'export', 'cases\\', '-p', 'WEB'])
})
afterAll(() => windows.remove())

const importAll = () => windows.testctl(['cases', 'import', 'cases\\', '-p', 'WEB'])

windowsTest('a folder of cases has names that Windows can open, and its import changes nothing', async () => {
  const files = (await readdir(join(windows.folder, 'cases'))).filter((name) => name.endsWith('.md'))
  expect(files.toSorted()).toEqual(['WEB-C1-login-works.md', 'WEB-C2-con.md', 'WEB-C3-a-b-c-d.md'])
  expect(await importAll()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 unchanged') })
})

windowsTest(
  'a file that Notepad saved, with CRLF and a mark at its beginning, changes what was edited in it',
  async () => {
    const text = await windows.read('cases/WEB-C1-login-works.md')
    await windows.write(
      'cases/WEB-C1-login-works.md',
      `\ufeff${text.replace('It opens', 'Öffnet').replaceAll('\n', '\r\n')}`,
    )
    expect(await importAll()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 unchanged') })
    const { stdout } = await windows.testctl(['cases', 'get', 'WEB-C1', '--jq', '.steps'])
    expect(JSON.parse(stdout)).toEqual([{ action: 'Submit', expectation: 'Öffnet' }])
  },
)

windowsTest('an editor that is a batch file, named by its path in quotes, edits a case', async () => {
  const lines = ['---', 'case: WEB-C2', '---', '# Renamed'].map(
    (line, at) => `@${at === 0 ? '>' : '>>'}%1 echo ${line}`,
  )
  await windows.write('editor.cmd', `${lines.join('\r\n')}\r\n`)
  const env = { EDITOR: `"${windows.path}\\editor.cmd"` }
  const { stderr, exitCode } = await windows.testctl(['cases', 'edit', 'WEB-C2'], { env })
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect((await windows.testctl(['cases', 'get', 'WEB-C2', '--jq', '.name'])).stdout).toBe('Renamed\n')
})

windowsTest('a report of a run is written as a page, and the argument for a second run is printed', async () => {
  await windows.testctl(['runs', 'create', '-p', 'WEB', '--name', 'Nightly', '--all-cases'])
  await windows.testctl(['tests', 'set', 'WEB-T1', 'failed', '--comment', 'Fällt durch'])
  const written = await windows.testctl(['runs', 'report', 'WEB-R1', '--html', 'out\\report.html'])
  expect(written).toMatchObject({ exitCode: 0, stderr: '' })
  expect(await windows.read('out/report.html')).toContain('Fällt durch')
  const { stdout } = await windows.testctl(['runs', 'filter', 'WEB-R1', '--for', 'vitest'])
  expect(stdout).toContain('Login\\s–\\sworks')
})
