import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { lacks } from '../../helpers/programs.ts'
import { openBash, type Terminal } from '../../helpers/terminal.ts'
import { openTester, type Tester } from './tester.ts'

// Two people execute one run at the same time, each at a terminal.

let ana: Tester
let ben: Terminal
afterEach(async () => {
  await ben.close()
  await ana.close()
})

/** Opens a terminal for ana, who uses a service, and one for ben, who uses the store of that service. */
const openBoth = async (tests: number): Promise<void> => {
  ana = await openTester(tests)
  ben = await openBash()
  await ben.see(/ready>$/)
  const store = join(ana.terminal.folder, 'team.db')
  await ben.prepare(`export USER=ben TESTCTL_URL=file:${store}`)
}

describe.skipIf(lacks('tmux', 'bash'))('two testers in one run', () => {
  test('with --mine or --assigned-to each goes through their own tests, and neither is asked anything', async () => {
    await openBoth(6)
    await ana.elsewhere('testctl tests assign WEB-T1 WEB-T2 WEB-T3 --to ana')
    await ana.elsewhere('testctl tests assign WEB-T4 WEB-T5 WEB-T6 --to ben')
    // This service does not say who the key belongs to, so ana cannot use --mine.
    await ana.execute('--assigned-to ana')
    await ben.type('testctl runs execute WEB-R1 --mine; echo code $?', 'Enter')
    await ben.see(/^WEB-T4 {2}[^]+q quit$/m)
    await Promise.all([ana.terminal.type('ppp'), ben.type('ppp')])
    await Promise.all([ana.terminal.see(/^The end of the list|^Every/m), ben.see(/^The end of the list|^Every/m)])
    await Promise.all([ana.terminal.type('q'), ben.type('q')])
    for (const one of [ana.terminal, ben]) expect(await one.see(/code 0\nready>$/)).toMatch(/You set 3 tests: 3 passed/)
    expect(await ana.held()).toEqual([...Array<string>(3).fill('passed ana'), ...Array<string>(3).fill('passed ben')])
  })

  test('on the same tests: who comes second passes over what the first has open, and is asked before theirs is replaced', async () => {
    await openBoth(3)
    await ana.execute()
    await expect.poll(ana.held).toContain('inProgress ana')
    await ben.type('testctl runs execute WEB-R1; echo code $?', 'Enter')
    // ana has the first test open.
    await ben.see(/^WEB-T2 {2}[^]+q quit$/m)
    await ben.type('g1', 'Enter')
    await ben.see(/^WEB-T1 {2}.+in progress, assigned to ana$/m)
    await ben.type('f', 'Enter')
    await ben.see(/^Failed: WEB-T1 Case 1$/m)
    await expect.poll(ana.held).toContain('failed ana')
    await ana.terminal.type('p')
    await ana.terminal.see(/^ben set WEB-T1 Case 1 to failed; you set passed\. ben's stays; c to choose\.$/m)
    await ana.terminal.type('c')
    await ana.terminal.see(/^t keep theirs {2}m set mine$/m)
    await ana.terminal.type('m')
    await ana.terminal.see(/^Your result replaces ben's: WEB-T1 Case 1 is passed$/m)
    await Promise.all([ana.terminal.type('q'), ben.type('q')])
    for (const one of [ana.terminal, ben]) await one.see(/code 0\nready>$/)
    expect(await ana.held()).toEqual(['passed ana', 'untested', 'untested'])
  })

  test('after Ctrl-C one is asked the next time about what another set meanwhile', async () => {
    await openBoth(2)
    await ana.execute()
    await expect.poll(ana.held).toContain('inProgress ana')
    await ben.type('testctl tests set WEB-T1 failed', 'Enter')
    await expect.poll(ana.held).toContain('failed ana')
    await ana.terminal.type('p')
    await ana.terminal.see(/^ben set WEB-T1 Case 1 to failed; you set passed\./m)
    await ana.terminal.type('', 'C-c')
    const seen = await ana.terminal.see(/code 130\nready>$/)
    expect(seen).toMatch(
      /^error: interrupted; 1 result not set\n {2}try: .*\n {2}- WEB-T1: ben set it to failed; you set passed/m,
    )
    await ana.terminal.clear()
    await ana.execute()
    await ana.terminal.type('q')
    await ana.terminal.see(/^t keep theirs {2}m set mine$/m)
    await ana.terminal.type('t')
    await ana.terminal.see(/code 0\nready>$/)
    expect(await ana.held()).toEqual(['failed ana', 'untested'])
  })
})
