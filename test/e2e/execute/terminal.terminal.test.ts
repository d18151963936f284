import { afterEach, describe, expect, test } from 'vitest'
import { lacks } from '../../helpers/programs.ts'
import { openTester, pidOf, type Tester } from './tester.ts'

// The state of the terminal during and after an execution.

let tester: Tester
afterEach(() => tester.close())

/** Checks that every setting of the terminal is what it was when it was opened. */
const isAsBefore = async () => {
  const { terminal } = tester
  await terminal.type('stty -g > now; diff before now && echo same', 'Enter')
  await terminal.see(/^same\nready>$/m)
}

const open = async (tests: number) => {
  tester = await openTester(tests)
  await tester.terminal.prepare('stty -g > before')
}

describe.skipIf(lacks('tmux', 'bash'))('the terminal', () => {
  test('is as it was after Ctrl-C, and the same command goes on', async () => {
    await open(3)
    const { terminal } = tester
    await tester.execute()
    await terminal.type('p')
    await expect.poll(tester.held).toContain('passed ana')
    await terminal.type('', 'C-c')
    const seen = await terminal.see(/code 130\nready>$/)
    expect(seen).toContain('error: interrupted; all results are sent\n  try: testctl runs execute WEB-R1')
    await isAsBefore()
    expect(await tester.held()).toEqual(['passed ana', 'untested', 'untested'])
    await terminal.clear()
    expect(await tester.execute()).toMatch(/^WEB-T2 {2}Case 2/m)
    await terminal.type('q')
    await terminal.see(/code 0\nready>$/)
  })

  test('of 40 columns has the state of the run at the end, each part in a line', async () => {
    await open(3)
    const { terminal } = tester
    await terminal.resize(40, 24)
    await tester.execute()
    await terminal.type('q')
    const seen = await terminal.see(/code 0\nready>$/)
    expect(seen).toMatch(/^ {2}-+ {2}0% done\n {2}total {8}3$/m)
  })

  test.each(['TERM', 'HUP'])('is as it was after SIG%s', async (signal) => {
    await open(3)
    const { terminal } = tester
    await terminal.type('set -m; testctl runs execute WEB-R1; echo code $?', 'Enter')
    await terminal.see(/q quit$/m)
    await expect.poll(tester.held).toContain('inProgress ana')
    const pid = await pidOf(tester)
    process.kill(pid, `SIG${signal}`)
    await terminal.see(signal === 'TERM' ? /code 143\nready>$/ : /code 129\nready>$/)
    await isAsBefore()
  })

  test('is as it was after an error in the middle', async () => {
    await open(3)
    const { terminal, remote } = tester
    await tester.execute()
    await expect.poll(tester.held).toContain('inProgress ana')
    remote.before = async () => ({ status: 401, headers: {}, body: '' })
    await terminal.type('p')
    await terminal.see(/^error: [^]+code 4\nready>$/m)
    await isAsBefore()
  })

  test('is the shell’s after Ctrl-Z, and the test is shown again after fg', async () => {
    await open(3)
    const { terminal } = tester
    await terminal.type('testctl runs execute WEB-R1', 'Enter')
    await terminal.see(/q quit$/m)
    await terminal.type('', 'C-z')
    await terminal.see(/Stopped {2,}testctl runs execute WEB-R1\nready>$/)
    await isAsBefore()
    await terminal.type('fg', 'Enter')
    await terminal.see(/^ready>fg\ntestctl runs execute WEB-R1\nWEB-R1 Nightly[^]*q quit$/m)
    await terminal.type('pq')
    await terminal.see(/You set 1 test: 1 passed, 0 failed\.[^]*ready>$/)
  })

  test('in plain words, the line that was begun stands there again after fg', async () => {
    await open(2)
    const { terminal } = tester
    await terminal.type('testctl runs execute WEB-R1 --plain', 'Enter')
    await terminal.see(/all keys\.$/m)
    await terminal.type('nhalf a no')
    await terminal.see(/half a no_?$/)
    await terminal.type('', 'C-z')
    await terminal.see(/Stopped[^]+\nready>$/)
    await terminal.clear()
    await terminal.type('fg', 'Enter')
    await terminal.see(/^Test 1 of 2: Case 1\. .*\n.*half a no_?$/m)
    await terminal.type('te', 'Enter')
    await terminal.see(/^The note is a comment now\.$/m)
    await terminal.type('q')
    await terminal.see(/ready>$/)
    expect(await tester.held()).toEqual(['untested  half a note', 'untested'])
  })

  test('an editor with a window of its own that does not wait is named, and its file', async () => {
    await open(1)
    const { terminal } = tester
    await terminal.prepare(`printf '#!/bin/sh\\nsleep 1 &' > code; chmod +x code; export EDITOR=./code`)
    await tester.execute()
    await terminal.type('N')
    await terminal.see(
      /^No note was made: the editor \.\/code did not wait until the file was closed; set EDITOR='\.\/code/m,
    )
    await terminal.type('q')
    const seen = await terminal.see(/code 0\nready>$/)
    expect(seen).toMatch(/^warning: a note on WEB-T1 was not sent; it is kept in [^]*\/drafts\//m)
  })

  test('a note of 100,000 characters is written in an editor, which has the terminal meanwhile', async () => {
    tester = await openTester(2)
    const { terminal } = tester
    await terminal.prepare(
      `printf '#!/bin/sh\\nread -p "your note: " n; yes "$n" | head -c 100000 > "$1"' > ed; chmod +x ed`,
    )
    await terminal.type('EDITOR=./ed testctl runs execute WEB-R1; echo code $?', 'Enter')
    await terminal.see(/q quit$/m)
    await terminal.type('N')
    await terminal.see(/^your note:$/m)
    await terminal.type('editor', 'Enter')
    // If the machine stands still for seconds, the last message is that the service answers again.
    await terminal.see(/^(The note is a comment now|The service answers again)\.$/m)
    await terminal.type('pq')
    await terminal.see(/code 0\nready>$/)
    const [first = '', second] = await tester.held()
    expect([first.length, second]).toEqual(['passed ana '.length + 100_000, 'untested'])
    expect(first).toMatch(/^passed ana editor\neditor\n/)
  })
})
