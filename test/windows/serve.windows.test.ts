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

/** A line for the shell of this machine that runs testctl on Windows, and says how it ended. */
const lineOf = (typed: readonly string[]): string => {
  const { file, words, env } = windows.command([program, ...typed])
  const all = ['env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`), file, ...words]
  return `(cd ${windows.folder} && ${all.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')}); echo "ended with $?"`
}

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

windowsTest('in a terminal letters are whole, and Ctrl-C ends a service', async () => {
  const terminal = await openShell()
  await terminal.type('clear; ' + lineOf(['demo', '--file', 'tty.db']), 'Enter')
  await terminal.see(/Checkout > ships for free above 50 € +\S* ?passed/)
  await terminal.see(/ended with 0/)
  await terminal.type('clear; ' + lineOf(['serve', '--port', '0']), 'Enter')
  await terminal.see(/Listening at http/)
  await terminal.type('', 'C-c')
  await terminal.see(/ended with 0/)
})

windowsTest('Ctrl-C reaches the command that exec runs, and nothing is submitted', async () => {
  const terminal = await openShell()
  const wait = `console.log('it' + ' runs'); setTimeout(() => {}, 100_000)`
  const exec = ['exec', '--run', 'WEB-R1', '--report', 'x.xml', '--', onWindows(windowsNode), '-e', wait]
  await terminal.type('clear; ' + lineOf(exec), 'Enter')
  await terminal.see(/it runs/)
  await terminal.type('', 'C-c')
  await terminal.see(/was stopped[^]*ended with 130/)
})
