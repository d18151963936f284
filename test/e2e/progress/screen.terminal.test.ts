import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../../helpers/programs.ts'
import { openBash, prompt, type Terminal } from '../../helpers/terminal.ts'
import { type Waiting, openWaiting, key, later } from './waiting.ts'

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

  /** Makes the service hold back its answers to requests of these methods, until the returned function is called. */
  const holdAnswers = (isHeld = (_method: string) => true): (() => void) => {
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    there.remote.before = ({ method }) => (isHeld(method) ? answered : undefined)
    return answer
  }

  test('the line is seen, changes in place, and leaves no trace', async () => {
    const answer = holdAnswers()
    await terminal.type('testctl projects list > list.tsv; wc -l list.tsv', 'Enter')
    const first = await terminal.see(/list\.tsv\nreading projects, \d+ s$/)
    const seconds = Number(/(\d+) s$/.exec(first)?.[1])
    await terminal.see(new RegExp(`list\\.tsv\nreading projects, (?!${seconds} )\\d+ s$`))
    answer()
    const seen = await terminal.see(/\d list\.tsv\nready>$/)
    expect(seen.split('\n')).toHaveLength(3)
  })

  test('a question is not disturbed, however slow the service is', async () => {
    const answer = holdAnswers()
    await terminal.type('testctl tests delete WEB-T1', 'Enter')
    await terminal.see(/\nwaiting for 127\.0\.0\.1:\d+, \d+ s$/)
    answer()
    const asked = await terminal.see(/\nDelete the test WEB-T1 .*\? \[y\/N\]$/)
    await later(1500)
    expect(await terminal.see(/$/)).toBe(asked)
    const answerAgain = holdAnswers()
    await terminal.type('y', 'Enter')
    await terminal.see(/\[y\/N\] y\nwaiting for 127\.0\.0\.1:\d+, \d+ s$/)
    answerAgain()
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
    holdAnswers()
    await terminal.type('testctl projects list', 'Enter')
    await terminal.see(/waiting for 127\.0\.0\.1:\d+, \d+ s$/)
    await terminal.type('', 'C-c')
    const seen = await terminal.see(/interrupted[^]*ready>$/)
    expect(seen).not.toContain('waiting')
  })

  test('after a second Ctrl-C, which waits for nothing, the prompt stands on a line of its own', async () => {
    holdAnswers((method) => method !== 'GET')
    await terminal.type('testctl comments create WEB-T1 --content hm', 'Enter')
    await terminal.see(/waiting for 127\.0\.0\.1:\d+, \d+ s$/)
    await terminal.type('', 'C-c')
    // Well below the two seconds that a change gets to finish, after which the command would end anyway.
    await later(200)
    await terminal.type('', 'C-c')
    await terminal.see(/\nready>$/)
  })
})
