import { afterEach, describe, expect, test } from 'vitest'
import { lacks } from '../../helpers/programs.ts'
import { openTester, type Tester } from './tester.ts'

// A run that is executed in a real terminal, by real keys.

let tester: Tester
afterEach(() => tester.close())

const all = (count: number, held: string): string[] => Array.from({ length: count }, () => held)

describe.skipIf(lacks('tmux', 'bash'))('keys in a terminal', () => {
  test.each([0, 200])('sixty p typed at once set sixty tests, with answers after %d ms', async (latency) => {
    tester = await openTester(60, latency)
    const { terminal } = tester
    await tester.execute()
    await terminal.type('p'.repeat(60))
    await terminal.see(/Every test has a result\.$/m)
    await terminal.type('q')
    const seen = await terminal.see(/code 0\nready>$/)
    expect(seen).toMatch(
      /passed {7}60\n[^]*You set 60 tests: 60 passed, 0 failed\.\nNext: testctl runs status WEB-R1\n/,
    )
    expect(await tester.held()).toEqual(all(60, 'passed ana'))
  })

  test('a note on a failure, a skipped test, one taken back: what is set is what was pressed', async () => {
    tester = await openTester(5, 20)
    const { terminal } = tester
    await tester.execute()
    await terminal.type('p f')
    await terminal.see(/^What failed\? Step 2: Type a wrong password: _$/m)
    await terminal.type('no form is shown', 'Enter')
    await terminal.see(/^Failed: WEB-T2 Case 2$/m)
    await terminal.type('spp')
    await terminal.see(/^The end of the list; 1 test left in the run\.$/m)
    await terminal.type('u')
    await terminal.see(/^Taken back: WEB-T5 Case 5 is untested again$/m)
    await terminal.type('q')
    const seen = await terminal.see(/code 0\nready>$/)
    expect(seen).toMatch(/You set 3 tests: 2 passed, 1 failed\.\nNext: testctl runs execute WEB-R1\n/)
    expect(await tester.held()).toEqual([
      'passed ana',
      'failed ana Step 2: Type a wrong password: no form is shown',
      'untested',
      'passed ana',
      'untested',
    ])
  })

  test('what is pasted sets nothing, and keeps its lines where a note is asked for', async () => {
    tester = await openTester(3)
    const { terminal } = tester
    await tester.execute()
    await terminal.type('\u001b[200~pppppq\u001b[201~')
    await terminal.see(/^Pasted text does nothing here\. Press n to write a note\.$/m)
    await terminal.type('n\u001b[200~two\nlines\u001b[201~', 'Enter')
    // On a busy machine, the service may seem to be away for a moment.
    await terminal.see(/^(The note is a comment now|The service answers again)\.$/m)
    await terminal.type('q')
    await terminal.see(/code 0\nready>$/)
    expect(await tester.held()).toEqual(['untested  two\nlines', 'untested', 'untested'])
  })

  test('somebody else set it meanwhile: theirs stays, and is asked about before the end', async () => {
    tester = await openTester(2)
    const { terminal } = tester
    await tester.execute()
    await expect.poll(tester.held).toContain('inProgress ana')
    await tester.elsewhere('testctl tests set WEB-T1 failed')
    await terminal.type('p')
    await terminal.see(/^ben set WEB-T1 Case 1 to failed; you set passed\. ben's stays; c to choose\.$/m)
    await terminal.type('q')
    await terminal.see(/^t keep theirs {2}m set mine$/m)
    await terminal.type('t')
    await terminal.see(/code 0\nready>$/)
    expect(await tester.held()).toEqual(['failed ana', 'untested'])
  })
})
