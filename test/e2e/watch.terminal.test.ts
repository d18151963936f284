import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../helpers/programs.ts'
import { openTerminal, prompt, type Terminal } from '../helpers/terminal.ts'
import { startRemote } from '../helpers/remote.ts'
import { sharedCache } from '../helpers/program.ts'
import { aside } from '../helpers/world.ts'
import { seed } from './seed.ts'

// A run that is watched in a real terminal while another user works on it.

let terminal: Terminal
beforeEach(async () => {
  terminal = await openTerminal([
    'env',
    `PS1=${prompt}`,
    'TESTCTL_URL=file:./team.db',
    'TERM=xterm-256color',
    'bash',
    '--norc',
  ])
  await seed(terminal.folder)
  await terminal.see(new RegExp(`^${prompt}`))
  await terminal.clear()
})
afterEach(() => terminal.close())

/** Types a line as another user, ben. */
const elsewhere = (line: string) =>
  aside(line, {
    cwd: terminal.folder,
    env: { HOME: terminal.folder, XDG_CACHE_HOME: sharedCache(), USER: 'ben', TESTCTL_URL: 'file:./team.db' },
  })

const watch = async (flags = '') => {
  await terminal.type(`testctl runs watch WEB-R1 --interval 200ms ${flags}; echo code $?`, 'Enter')
  return terminal.see(/untested {5}2$[^]*unassigned$/m)
}

describe.skipIf(lacks('tmux', 'bash'))('a board on a terminal', () => {
  test('changes in place: what was typed before stays above it, and it stands once', async () => {
    expect(await watch()).toMatch(/^ready>testctl runs watch .*\nWEB-R1 Nightly 1\n {2}-{40} {2}0% done\n/)
    await elsewhere('testctl tests set WEB-T1 failed')
    const seen = await terminal.see(/WEB-T1 {2}untested → failed {2}just now {2}logs in \(ben\)$/)
    expect(seen).toMatch(/^ready>testctl runs watch .*\nWEB-R1 Nightly 1\n {2}✗{20}-{20} {2}50% done\n/)
    expect(seen.match(/WEB-R1 Nightly 1/g)?.length).toBe(1)
    await elsewhere('testctl tests set WEB-T2 passed')
    const last = await terminal.see(/code 0\nready>$/)
    expect(last.match(/WEB-R1 Nightly 1/g)?.length).toBe(1)
    expect(last).toContain('100% done')
  })

  test('fits every size that the terminal gets while it runs', async () => {
    await watch('--min-passed 50')
    await terminal.resize(30, 20)
    expect(await terminal.see(/^WEB-R1 Nightly 1\n {2}-{19} {2}0% done$/m)).toMatch(/gate {9}not met: 0 of…$/m)
    await terminal.resize(30, 5)
    await terminal.see(/^WEB-R1 0 passed, 0 failed, 0…\ngate not met: 0 of 2 tests pa…$/m)
    await terminal.resize(1, 5)
    await terminal.see(/^…\n…$/)
    await terminal.resize(30, 1)
    await terminal.see(/^WEB-R1 0 passed, 0 failed, 0…$/)
    await terminal.resize(100, 30)
    await terminal.see(/0% done\n[^]*not met: 0 of 2 tests passed, at least 50% must\n[^]*unassigned$/)
  })

  test('is drawn anew, and once, when it goes on after Ctrl-Z', async () => {
    await watch()
    await terminal.type('', 'C-z')
    await terminal.see(/Stopped[^]*ready>$/)
    await terminal.clear()
    await terminal.type('fg', 'Enter')
    expect(await terminal.see(/unassigned$/)).toMatch(/^(ready>)?fg\ntestctl runs watch .*\nWEB-R1 Nightly 1\n/)
    await elsewhere('testctl tests set WEB-T1 failed')
    const seen = await terminal.see(/just now {2}logs in \(ben\)$/)
    expect(seen.match(/WEB-R1 Nightly 1/g)?.length).toBe(1)
  })

  test('on Ctrl-C it stays as it is, and so does the terminal', async () => {
    await watch()
    await terminal.type('', 'C-c')
    const seen = await terminal.see(/code 130\nready>$/)
    expect(seen).toMatch(/\n {4}2 untested {2}unassigned\n(\^C\n?)?code 130\n/)
    await terminal.type(`echo ${'x'.repeat(150)}`, 'Enter')
    // Lines are wrapped as before.
    await terminal.see(/^x{110}\nx{40}$/m)
  })

  test('when it is killed, too', async () => {
    await terminal.type('testctl runs watch WEB-R1 &', 'Enter')
    await terminal.see(/unassigned$/m)
    await terminal.type('kill -TERM %1; wait %1; echo code $?', 'Enter')
    const seen = await terminal.see(/code 143\n[^]*ready>$/)
    expect(seen).toMatch(/\n {4}2 untested {2}unassigned\n[^]*error: terminated\n/)
  })

  test('ends where its run is deleted', async () => {
    await watch()
    await elsewhere('testctl runs delete WEB-R1 --yes')
    await terminal.see(/unassigned\nerror: there is no test run WEB-R1: it may have been deleted\n[^]*code 3\nready>$/)
  })

  test('says since when the service does not answer, and goes on when it does', async () => {
    const remote = await startRemote('key', `file:${join(terminal.folder, 'team.db')}`)
    await terminal.prepare(`export TESTCTL_URL=${remote.url} TESTCTL_API_KEY=key TESTCTL_TIMEOUT=5s`)
    await watch()
    remote.before = () => Promise.reject(new Error('planted'))
    await terminal.see(/^WEB-R1 Nightly 1\n {2}no answer for \d+ s: \w/m)
    delete remote.before
    await elsewhere('testctl tests set WEB-T1 WEB-T2 passed')
    const seen = await terminal.see(/code 0\nready>$/)
    expect(seen).not.toContain('no answer for')
    await remote.close()
  })
})
