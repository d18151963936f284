import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { openTerminal, type Terminal } from '../helpers/terminal.ts'
import { createWindows, onWindows, program, type Windows, windowsNode, windowsTest } from '../helpers/windows.ts'

let windows: Windows
const ends: (() => unknown)[] = []
beforeEach(async () => {
  windows = await createWindows()
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await windows.remove()
})

const openShell = async (): Promise<Terminal> => {
  const terminal = await openTerminal(['env', 'PS1=ready>', 'TERM=xterm-256color', 'bash', '--norc'])
  ends.push(terminal.close)
  await terminal.see(/ready>/)
  return terminal
}

/**
 * A line for it that runs testctl in a console of Windows. That has a name, because Node does not start in one without;
 * wine's command interpreter, which gives it one, does not survive Ctrl-C, so that the exit code goes into a file.
 */
const lineOf = (...typed: readonly string[]): string => {
  const { file, words, env } = windows.command([program, ...typed], { TEST_ENDED: `${windows.path}\\ended` })
  const line = ['title testctl', '&', onWindows(windowsNode), ...words.slice(1)].join(' ')
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const all = ['env', '-C', windows.folder, ...variables, file, 'cmd', '/c', line]
  return `clear; ${all.map((word) => `'${word}'`).join(' ')}`
}

const exitCode = (): Promise<string> =>
  vi.waitFor(async () => {
    const code = await windows.read('ended')
    expect(code).not.toBe('')
    return code
  }, 30_000)

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
  const terminal = await openShell()
  await terminal.type(lineOf('demo', '--file', 'tty.db'), 'Enter')
  await terminal.see(/Checkout > ships for free above 50 € +\S* ?passed[^]*runs get DEMO-R1/)
  expect(await exitCode()).toBe('0')
})

windowsTest('Ctrl-C ends a service', async () => {
  const terminal = await openShell()
  await terminal.type(lineOf('serve', '--port', '0'), 'Enter')
  await terminal.see(/Listening at http/)
  await terminal.type('', 'C-c')
  expect(await exitCode()).toBe('0')
})
