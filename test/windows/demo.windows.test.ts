import { afterAll, beforeAll, expect } from 'vitest'
import { createWindows, type Windows, windowsTest } from '../helpers/windows.ts'

let windows: Windows
beforeAll(async () => {
  windows = await createWindows()
})
afterAll(() => windows.remove())

windowsTest('the demo is made, and its next commands are those of PowerShell', async () => {
  const { stdout, stderr, exitCode } = await windows.testctl(['demo'])
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toContain('DEMO-R1 Nightly 1: 27 tests, 22 passed, 3 failed, 2 untested (skipped)')
  expect(stdout).toContain("  $env:TESTCTL_URL='file:./testctl-demo.db'; testctl tests set DEMO-T7 passed\n")
})

windowsTest('in Git Bash they are those of bash', async () => {
  const { stdout } = await windows.testctl(['demo', '--file', 'bash.db'], { env: { MSYSTEM: 'MINGW64' } })
  expect(stdout).toContain('  TESTCTL_URL=file:./bash.db testctl tests set DEMO-T7 passed\n')
})

windowsTest('its file may be named with a drive', async () => {
  const file = `${windows.path}\\by drive.db`
  const { stdout } = await windows.testctl(['demo', '--file', file])
  expect(stdout).toContain(`  $env:TESTCTL_URL='file:${file}'; testctl runs get DEMO-R1\n`)
  const named = { env: { TESTCTL_URL: `file:///${file.replaceAll('\\', '/')}` } }
  expect((await windows.testctl(['runs', 'list', '-p', 'DEMO', '-q'], named)).stdout).toBe('DEMO-R1\n')
})
