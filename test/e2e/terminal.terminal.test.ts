import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../helpers/programs.ts'
import { openBash, prompt, type Terminal } from '../helpers/terminal.ts'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createMachine } from './machine.ts'
import { seed, seedLargeRun } from './seed.ts'

// Output, keys and questions in a real terminal.

const key = 'canary-0123456789'
let terminal: Terminal
let remote: Remote | undefined
const inTerminal = () => {
  beforeEach(async () => {
    terminal = await openBash()
    await seed(terminal.folder)
    await terminal.see(new RegExp(`^${prompt}`))
  })
  afterEach(async () => {
    await terminal.close()
    await remote?.close()
    remote = undefined
  })
}

/** Types a line, and waits for the expected output with the prompt after it. */
const enter = async (line: string, expected: RegExp): Promise<string> => {
  await terminal.clear()
  await terminal.type(line, 'Enter')
  return terminal.see(new RegExp(`${expected.source}[^]*\\n${prompt}$`))
}

describe.skipIf(lacks('tmux', 'bash', 'stty'))('on a terminal', () => {
  inTerminal()

  test('a list is a table with headings, of the first 50 and how many more there are, in colour', async () => {
    await seedLargeRun(terminal.folder, 342)
    await terminal.clear()
    await terminal.type('testctl tests list WEB-R8 > /dev/null; testctl tests list WEB-R8 | head -1', 'Enter')
    await terminal.see(/WEB-T\d+\s+Case 1\s/)
    const seen = await enter('testctl tests list WEB-R8', /50 of 342 shown; --all for the rest/)
    expect(seen).toMatch(/WEB-T\d+ +Case 50 .*untested/)
    const small = await enter('testctl tests list WEB-R7', /WEB-T18/)
    expect(small).toMatch(/^\S*testctl tests list WEB-R7\nIDENTIFIER +NAME +RESULT/im)
    expect(await terminal.colors()).toContain('\u001b[32m✓ passed')
  })

  test('a delete asks, says what goes with it, and does it for a yes alone', async () => {
    await terminal.type('testctl tests delete WEB-T1', 'Enter')
    await terminal.see(/Delete the test WEB-T1 "logs in" with its result and 2 comments\? \[y\/N\]$/)
    await terminal.type('n', 'Enter')
    await terminal.see(/error: the test WEB-T1 was not deleted/)
    await terminal.clear()
    await terminal.type('testctl tests delete WEB-T1', 'Enter')
    await terminal.see(/\[y\/N\]$/)
    await terminal.type('y', 'Enter')
    await terminal.see(/Deleted the test WEB-T1/)
    await enter('testctl tests get WEB-T1', /there is no test WEB-T1/)
  })

  test('Ctrl-C at a question deletes nothing', async () => {
    await terminal.type('testctl tests delete WEB-T1', 'Enter')
    await terminal.see(/\[y\/N\]$/)
    await terminal.type('', 'C-c')
    await terminal.see(/interrupted/)
    await enter('echo code $?', /code 130/)
    await enter('testctl tests get WEB-T1 --json | grep displayId', /"displayId": 1/)
  })

  test('a project is deleted when its identifier was typed', async () => {
    await terminal.type('testctl projects delete OLD', 'Enter')
    await terminal.see(/Delete the project OLD with 0 cases.*Type OLD to go on:$/)
    await terminal.type('OLD', 'Enter')
    await terminal.see(/Deleted project OLD/)
  })

  test('a key that is typed is not shown, and the terminal is as it was', async () => {
    remote = await startRemote(key)
    const before = await enter('stty -a', /echo/)
    await terminal.clear()
    await terminal.type(`testctl auth login --url ${remote.url}`, 'Enter')
    await terminal.see(/Key for http.* \(hidden\):$/)
    await terminal.type(`x${key}`)
    await terminal.type('', 'C-u')
    await terminal.type(key, 'Enter')
    const seen = await terminal.see(/Logged in to/)
    expect(seen).not.toContain('canary')
    expect(await enter('stty -a', /echo/)).toBe(before)
    await terminal.clear()
    await terminal.type(`testctl auth login --url ${remote.url}`, 'Enter')
    await terminal.see(/\(hidden\):$/)
    await terminal.type('can', 'C-c')
    await terminal.see(/interrupted/)
    expect(await enter('stty -a', /echo/)).toBe(before)
    expect((await enter('cat .bash_history .config/testctl/config.json', /apiKey/)).match(/canary/g)).toHaveLength(1)
  })

  test('a list that takes long shows how much of it was read, and leaves no trace of that', async () => {
    remote = await startRemote(key, `file:${join(terminal.folder, 'team.db')}`)
    remote.before = () => new Promise((wake) => setTimeout(wake, 400))
    const service = `TESTCTL_URL=${remote.url} TESTCTL_API_KEY=${key}`
    await terminal.type(`${service} testctl tests list WEB-R7 --page-size 1 > list.tsv; wc -l list.tsv`, 'Enter')
    await terminal.see(/reading tests .*\d+ of \d+, /)
    const seen = await terminal.see(/\d+ list\.tsv$/m)
    expect(seen).not.toContain('reading tests')
  })

  test('a batch that takes long shows how far it is, and leaves no trace of that', async () => {
    remote = await startRemote(key, `file:${join(terminal.folder, 'team.db')}`)
    remote.before = ({ method }) => (method === 'GET' ? undefined : new Promise((wake) => setTimeout(wake, 400)))
    const service = `TESTCTL_URL=${remote.url} TESTCTL_API_KEY=${key}`
    await terminal.type(
      `${service} testctl tests set WEB-T7 WEB-T8 WEB-T9 WEB-T10 WEB-T11 WEB-T12 passed --concurrency 1`,
      'Enter',
    )
    await terminal.see(/setting results .*\b[2-5] of 6, .* left$/)
    const seen = await terminal.see(/Set 6 tests to passed/)
    expect(seen).not.toContain('setting results')
  })
})

test.skipIf(lacks('script', 'stty')).each([1, 20, 40, 60])(
  'a terminal of %i columns shows a table that keeps to its lines',
  async (columns) => {
    const machine = await createMachine({ TERM: 'xterm-256color' })
    await seed(machine.folder)
    const { stdout, exitCode } = await machine.shell(
      `script -qec 'stty cols ${columns}; testctl tests list WEB-R7' /dev/null < /dev/null`,
    )
    expect(exitCode).toBe(0)
    const plain = stripVTControlCharacters(stdout)
    const shown = plain.split('\r\n').filter((one) => !one.startsWith('too narrow'))
    expect(shown.some((one) => one.startsWith('WEB-T18'))).toBe(true)
    for (const one of shown) expect(one.length).toBeLessThanOrEqual(Math.max(columns, 'IDENTIFIER'.length))
    // The lines above show that the width reaches a process. The other commands need no process.
    for (const line of ['tests get WEB-T7', 'config list --show-origin', '--help']) {
      const seen = await machine.typeHere(`testctl ${line}`, { terminal: columns })
      expect(seen.exitCode).toBe(0)
      expect(seen.stdout.length).toBeGreaterThan(10)
    }
    await machine.remove()
  },
)

/** Suspends the running program, and clears the screen. */
const stop = async (): Promise<void> => {
  await terminal.type('', 'C-z')
  await terminal.see(new RegExp(`Stopped[^]*\\n${prompt}$`))
  await terminal.clear()
}

describe.skipIf(lacks('tmux', 'bash', 'stty'))('after Ctrl-Z and fg', () => {
  inTerminal()

  test('a question stands there again, and its answer counts', async () => {
    await terminal.type('testctl tests delete WEB-T1', 'Enter')
    await terminal.see(/\[y\/N\]$/)
    await stop()
    await terminal.type('fg', 'Enter')
    await terminal.see(/\nDelete the test WEB-T1 "logs in" with its result and 2 comments\? \[y\/N\]$/)
    await terminal.type('y', 'Enter')
    await terminal.see(/Deleted the test WEB-T1/)
  })

  test('a key is asked for again, which is not shown, and the shell has its own terminal meanwhile', async () => {
    remote = await startRemote(key)
    await terminal.type('stty -a > before', 'Enter')
    await terminal.clear()
    await terminal.type(`testctl auth login --url ${remote.url}`, 'Enter')
    await terminal.see(/\(hidden\):$/)
    await terminal.type('half of it')
    await stop()
    await terminal.type('stty -a | diff before - && echo same', 'Enter')
    await terminal.see(/^same$/m)
    await terminal.clear()
    await terminal.type('fg', 'Enter')
    await terminal.see(/\(hidden\):$/)
    await terminal.type(key, 'Enter')
    expect(await terminal.see(/Logged in to/)).not.toContain('canary')
  })
})
