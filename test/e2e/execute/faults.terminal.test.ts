import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { lacks } from '../../helpers/programs.ts'
import { folderOf, openTester, pidOf, type Tester } from './tester.ts'

// A session that is killed, and a service that goes away.

let tester: Tester
afterEach(() => tester.close())

/** Adds the results that the journals contain as decided to `decided`, by test. */
const intended = async (one: Tester, decided: Map<string, string>): Promise<void> => {
  for (const name of (await readdir(folderOf(one))).filter((file) => file.endsWith('.ndjson')))
    for (const line of (await readFile(join(folderOf(one), name), 'utf8')).split('\n').slice(0, -1)) {
      const { op } = JSON.parse(line) as { op?: { do: string; identifier: string; result?: string } }
      if (op?.do === 'decide') decided.set(op.identifier, String(op.result))
    }
}

describe.skipIf(lacks('tmux', 'bash'))('a session', () => {
  test('that is killed at twenty random moments: in the end everything is as it was pressed, each note once', async () => {
    tester = await openTester(80, 20)
    const { terminal } = tester
    const decided = new Map<string, string>()
    let notes = 0
    for (let round = 1; round <= 20; round++) {
      await tester.execute('', /q quit$/m)
      await terminal.type(`pf${`note ${(notes += 1)}`}`, 'Enter')
      await rest(Math.random() * 250)
      process.kill(await pidOf(tester), 'SIGKILL')
      await terminal.see(/code 137\n/)
      await intended(tester, decided)
      // Every result that the screen showed as set is in a journal.
      for (const [, word = '', shown = ''] of (await terminal.history()).matchAll(/^(Passed|Failed): (WEB-T\d+) /gm))
        expect(`${shown} ${decided.get(shown)}`).toBe(`${shown} ${word.toLowerCase()}`)
      // The killed session could not restore the terminal.
      await terminal.type('', 'C-u')
      await terminal.type('stty sane; clear; echo calm', 'C-j')
      await terminal.see(/^calm\nready>$/m)
      await terminal.clear()
    }
    // The next session sends first what waits, and resets the tests that were left open.
    await tester.execute()
    await terminal.type('q')
    await terminal.see(/code 0\nready>$/)
    const held = await tester.held()
    for (const [identifier, result] of decided) expect(held[Number(identifier.slice(5)) - 1]).toMatch(`${result} ana`)
    expect(held.filter((one) => one.startsWith('inProgress'))).toEqual([])
    expect(decided.size).toBeGreaterThan(0)
    const made = held.flatMap((one) => [...one.matchAll(/note \d+/g)].map(([note]) => note))
    expect(new Set(made).size).toBe(made.length)
    expect(held.filter((one) => one.startsWith('passed') || one.startsWith('failed'))).toHaveLength(decided.size)
  })

  test('goes on while the service is away, says how many wait, and sends them later', async () => {
    tester = await openTester(6)
    const { terminal, remote } = tester
    await tester.execute()
    // Otherwise this request would be the first late one, and would be reported while nothing waits.
    await expect.poll(tester.held).toContain('inProgress ana')
    let isAway = true
    remote.before = async () => (isAway ? { status: 503, headers: {}, body: '' } : undefined)
    await terminal.type('ppp')
    await terminal.see(/, 3 waiting$/m)
    await terminal.see(/^The service has not answered for a while: 3 waiting\. You can go on\.$/m)
    await terminal.type('p')
    await terminal.see(/, 4 waiting$/m)
    isAway = false
    await terminal.see(/^The service answers again\.$/m)
    await terminal.see(/4\/6 {2}passed 4, failed 0, 2 left, yours \d$/m)
    await terminal.type('q')
    await terminal.see(/code 0\nready>$/)
    expect(await tester.held()).toEqual([...Array<string>(4).fill('passed ana'), 'untested', 'untested'])
  })

  test('that is quit while the service is away keeps what waits, and the next one sends it first', async () => {
    tester = await openTester(3)
    const { terminal, remote } = tester
    await tester.execute()
    remote.before = async () => ({ status: 503, headers: {}, body: '' })
    await terminal.type('pq')
    const seen = await terminal.see(/code 6\nready>$/)
    expect(seen).toMatch(
      /error: 1 change not sent, and kept\n {2}this sends the kept results first: testctl runs execute WEB-R1\n/,
    )
    delete remote.before
    await terminal.clear()
    await tester.execute()
    expect(await tester.held()).toEqual(['passed ana', expect.stringMatching(/^inProgress|^untested/), 'untested'])
    await terminal.type('q')
    await terminal.see(/code 0\nready>$/)
  })
})

describe.skipIf(lacks('tmux', 'bash'))(
  'Ctrl-C ends a session whose service does not answer, and what waits is kept:',
  () => {
    const kept =
      /\nerror: (interrupted; )?1 change not sent, and kept\n {2}(try|this sends the kept results first): testctl runs execute WEB-R1( --timeout 10m)?\n/

    test.each([
      ['while a test is shown', ''],
      ['while q waits for the answers', 'q'],
    ])('%s', async (_, keys) => {
      tester = await openTester(3)
      const { terminal, remote } = tester
      await tester.execute('--timeout 10m')
      await expect.poll(tester.held).toContain('inProgress ana')
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => (release = resolve))
      remote.before = () => held
      await terminal.type(`p${keys}`)
      await terminal.see(keys === 'q' ? /^Sending 1\. Ctrl-C stops waiting\.$/m : /, 1 waiting$/m)
      await terminal.type('', 'C-c')
      const seen = await terminal.see(/code 130\nready>$/)
      expect(seen).toMatch(new RegExp(`${kept.source}code 130`))
      release()
      delete remote.before
      await terminal.clear()
      await tester.execute()
      expect((await tester.held())[0]).toBe('passed ana')
    })
  },
)

describe.skipIf(lacks('tmux', 'bash'))('the screen', () => {
  test('keeps what stood above, and is drawn once for another size', async () => {
    tester = await openTester(3)
    const { terminal } = tester
    await terminal.type('echo before', 'Enter')
    await terminal.see(/^before\nready>$/m)
    await tester.execute()
    await terminal.type('p')
    await terminal.see(/^Passed: WEB-T1 Case 1$/m)
    await terminal.resize(40, 12)
    const small = await terminal.see(/^WEB-R1 {2}1\/3, 2 left$/m)
    expect(small.match(/WEB-T2 /g)).toHaveLength(1)
    await terminal.resize(100, 40)
    const large = await terminal.see(/^WEB-T2 {2}Case 2 .* ana$/m)
    expect(large.match(/WEB-T2 /g)).toHaveLength(1)
    expect(await terminal.history()).toMatch(
      /^before\nready>testctl runs execute WEB-R1 [^]*\nPassed: WEB-T1 Case 1\n[^]*WEB-R1 Nightly/m,
    )
    await terminal.type('q')
    await terminal.see(/code 0\nready>$/)
  })
})
