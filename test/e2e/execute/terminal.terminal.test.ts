import { afterEach, describe, expect, test } from 'vitest'
import { lacks } from '../../helpers/programs.ts'
import { openTester, type Tester } from './tester.ts'

// What becomes of the terminal.

let tester: Tester
afterEach(() => tester.close())

/** Lines are wrapped, keys are shown and Enter ends a line, as before. */
const isAsBefore = async () => {
  const { terminal } = tester
  await terminal.type('stty -a | grep -o -e "-*icanon" -e "-*echo "; echo done', 'Enter')
  await terminal.see(/^icanon\necho\ndone\nready>$/m)
}

describe.skipIf(lacks('tmux', 'bash'))('the terminal', () => {
  test('is as it was after Ctrl-C, and the same command goes on', async () => {
    tester = await openTester(3)
    const { terminal } = tester
    await tester.execute()
    await terminal.type('p', 'C-c')
    const seen = await terminal.see(/code 130\nready>$/)
    expect(seen).toContain('error: interrupted; all that was set is sent\n  try: testctl runs execute WEB-R1')
    await isAsBefore()
    expect(await tester.held()).toEqual(['passed ana', 'untested', 'untested'])
    await terminal.clear()
    expect(await tester.execute()).toMatch(/^WEB-T2 {2}Case 2/m)
    await terminal.type('q')
    await terminal.see(/code 0\nready>$/)
  })

  test.each(['TERM', 'HUP'])('is as it was after SIG%s', async (signal) => {
    tester = await openTester(3)
    const { terminal } = tester
    await terminal.type('set -m; testctl runs execute WEB-R1; echo code $?', 'Enter')
    await terminal.see(/q quit$/m)
    await tester.elsewhere('projects', 'list')
    const pid = await pidOf(tester)
    process.kill(pid, `SIG${signal}`)
    await terminal.see(signal === 'TERM' ? /code 143\nready>$/ : /code 129\nready>$/)
    await isAsBefore()
  })

  test('is the shell’s after Ctrl-Z, and the test is shown again after fg', async () => {
    tester = await openTester(3)
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

  test('a note is written in an editor, which has the terminal meanwhile', async () => {
    tester = await openTester(2)
    const { terminal } = tester
    await terminal.type(
      `printf '#!/bin/sh\\nread -p "your note: " n; echo "$n" > "$1"' > ed; chmod +x ed; clear`,
      'Enter',
    )
    await terminal.see(/^ready>$/)
    await terminal.type('EDITOR=./ed testctl runs execute WEB-R1; echo code $?', 'Enter')
    await terminal.see(/q quit$/m)
    await terminal.type('N')
    await terminal.see(/^your note:$/m)
    await terminal.type('from an editor', 'Enter')
    await terminal.see(/^The note is a comment now\.$/m)
    await terminal.type('pq')
    await terminal.see(/code 0\nready>$/)
    expect(await tester.held()).toEqual(['passed ana from an editor', 'untested'])
  })
})

const pidOf = async ({ terminal }: Tester): Promise<number> => {
  const { readFile, readdir } = await import('node:fs/promises')
  const folder = `${terminal.folder}/.local/state/testctl/executions`
  const [lock = ''] = (await readdir(folder)).filter((name) => name.endsWith('.lock'))
  return Number(await readFile(`${folder}/${lock}`, 'utf8'))
}
