import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { openConsole } from '../helpers/windows-console.ts'
import { createWindows, program, type Windows, windowsTest } from '../helpers/windows.ts'

let windows: Windows
const ends: (() => unknown)[] = []
beforeEach(async () => {
  windows = await createWindows()
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await windows.remove()
})

windowsTest('a service on Windows answers clients there and elsewhere', async () => {
  const { file, words, env } = windows.command([program, 'serve', '--port', '0', '--json'])
  const output = join(windows.folder, 'output')
  const errors = join(windows.folder, 'errors')
  const child = spawn(file, words, {
    cwd: windows.folder,
    env,
    stdio: ['ignore', openSync(output, 'w'), openSync(errors, 'w')],
  })
  ends.push(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  const { url, key } = await vi.waitFor(
    () => JSON.parse(readFileSync(output, 'utf8')) as Record<string, string>,
    60_000,
  )
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const client = { env: { TESTCTL_URL: url!, TESTCTL_API_KEY: key! } }
  const project = ['--name', 'Web', '--identifier', 'WEB', '--icon', 'globe', '--color', '#3366ff']
  expect(await windows.testctl(['projects', 'create', ...project], client)).toMatchObject({
    stdout: 'WEB\n',
    stderr: '',
  })
  const answer = await fetch(`${url}/v1/projects`, { headers: { 'x-api-key': key! } })
  expect(await answer.json()).toMatchObject({ projects: [{ identifier: 'WEB' }] })
})

windowsTest('in a terminal letters are whole', async () => {
  const terminal = await openConsole(windows)
  ends.push(terminal.close)
  await terminal.run('demo', '--file', 'tty.db')
  await terminal.see(/Checkout > ships for free above 50 € +\S* ?passed[^]*runs get DEMO-R1/)
  expect(await terminal.exitCode()).toBe('0')
})

windowsTest('Ctrl-C ends a service', async () => {
  const terminal = await openConsole(windows)
  ends.push(terminal.close)
  await terminal.run('serve', '--port', '0')
  await terminal.see(/Listening at http/)
  await terminal.type('', 'C-c')
  expect(await terminal.exitCode()).toBe('0')
})

windowsTest('a run is executed with one key a test, and Ctrl-C leaves what was set', async () => {
  await windows.testctl(['demo', '--file', 'team.db'])
  const terminal = await openConsole(windows)
  ends.push(terminal.close)
  await terminal.run('runs', 'execute', 'DEMO-R1', '--only', 'failed')
  await terminal.see(/DEMO-T7 [^]*p passed/)
  await terminal.type('p')
  await terminal.see(/DEMO-T21 [^]*p passed/)
  await terminal.type('', 'C-c')
  expect(await terminal.exitCode()).toBe('130')
  const { stdout } = await windows.testctl(['tests', 'list', 'DEMO-R1', '--result', 'failed', '-q'])
  expect(stdout).toBe('DEMO-T21\nDEMO-T27\n')
})
