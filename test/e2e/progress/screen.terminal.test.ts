import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../../helpers/programs.ts'
import { openBash, prompt, type Terminal } from '../../helpers/terminal.ts'
import { type Waiting, openWaiting, key, later, slow } from './waiting.ts'

let there: Waiting
beforeEach(async () => {
  there = await openWaiting()
})
afterEach(() => there.close())

describe.skipIf(lacks('tmux', 'bash'))('in a terminal', () => {
  let terminal: Terminal
  beforeEach(async () => {
    terminal = await openBash()
    await terminal.see(new RegExp(`^${prompt}`))
    await terminal.type(`export TESTCTL_URL=${there.remote.url} TESTCTL_API_KEY=${key}`, 'Enter')
    await terminal.clear()
  })
  afterEach(() => terminal.close())

  test('the line is seen, changes in place, and leaves no trace', async () => {
    there.remote.before = () => later(2600)
    await terminal.type('testctl projects list > list.tsv; wc -l list.tsv', 'Enter')
    await terminal.see(/list\.tsv\nreading projects, 1 s$/)
    await terminal.see(/list\.tsv\nreading projects, 2 s$/)
    const seen = await terminal.see(/\d list\.tsv\nready>$/)
    expect(seen.split('\n')).toHaveLength(3)
  })

  test('a question is not disturbed, however slow the service is', async () => {
    there.remote.before = slow
    await terminal.type('testctl tests delete WEB-T1', 'Enter')
    await terminal.see(/\nwaiting for 127\.0\.0\.1:\d+, 1 s$/)
    const asked = await terminal.see(/\nDelete the test WEB-T1 .*\? \[y\/N\]$/)
    await later(1500)
    expect(await terminal.see(/$/)).toBe(asked)
    await terminal.type('y', 'Enter')
    await terminal.see(/\[y\/N\] y\nwaiting for 127\.0\.0\.1:\d+, 1 s$/)
    const seen = await terminal.see(/Deleted the test WEB-T1/)
    expect(seen).not.toContain('waiting')
  })

  test('a board is not drawn over while its next look takes long', async () => {
    await terminal.type('testctl runs watch WEB-R1 --interval 200ms', 'Enter')
    const board = await terminal.see(/untested {5}2$[^]*unassigned$/m)
    there.remote.before = () => later(2500)
    await later(2200)
    expect(await terminal.see(/unassigned$/m)).toBe(board)
    await terminal.type('', 'C-c')
    await terminal.see(/unassigned\nready>$/)
  })

  test('Ctrl-C takes the line away before the error', async () => {
    there.remote.before = () => later(20_000)
    await terminal.type('testctl projects list', 'Enter')
    await terminal.see(/waiting for 127\.0\.0\.1:\d+, 1 s$/)
    await terminal.type('', 'C-c')
    const seen = await terminal.see(/interrupted[^]*ready>$/)
    expect(seen).not.toContain('waiting')
  })

  test('after a second Ctrl-C, which waits for nothing, the prompt stands on a line of its own', async () => {
    there.remote.before = ({ method }) => (method === 'GET' ? undefined : later(20_000))
    await terminal.type('testctl comments create WEB-T1 --content hm', 'Enter')
    await terminal.see(/waiting for 127\.0\.0\.1:\d+, 1 s$/)
    await terminal.type('', 'C-c')
    await later(1000)
    await terminal.type('', 'C-c')
    await terminal.see(/\nready>$/)
  })
})
