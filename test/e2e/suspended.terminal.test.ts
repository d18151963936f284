import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../helpers/programs.ts'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { openBash, prompt, type Terminal } from '../helpers/terminal.ts'
import { seed } from './seed.ts'

// Ctrl-Z at a question, and fg.

const key = 'canary-0123456789'
let terminal: Terminal
let remote: Remote | undefined
beforeEach(async () => {
  terminal = await openBash()
  await seed(terminal.folder)
  await terminal.see(new RegExp(`^${prompt}`))
  await terminal.clear()
})
afterEach(async () => {
  await terminal.close()
  await remote?.close()
  remote = undefined
})

/** Stops what runs, and clears the screen. */
const stop = async (): Promise<void> => {
  await terminal.type('', 'C-z')
  await terminal.see(new RegExp(`Stopped[^]*\\n${prompt}$`))
  await terminal.clear()
}

describe.skipIf(lacks('tmux', 'bash', 'stty'))('after Ctrl-Z and fg', () => {
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
