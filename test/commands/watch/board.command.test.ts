import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Watched, openWatched, both, framesOf } from './watched.ts'

let watched: Watched
beforeEach(async () => {
  watched = await openWatched()
})
afterEach(() => watched.close())

describe('on a terminal', () => {
  test('a board says what the run holds, who has what is open, and what changed last', async () => {
    const { stdout, exitCode } = await watched.watchWhile('testctl runs watch WEB-R1 --max-failed 1', both, {
      terminal: 80,
    })
    expect(exitCode).toBe(0)
    const [first = '', ...frames] = framesOf(stdout)
    expect(first).toBe(
      'WEB-R1 Nightly 1\n' +
        `  ${'-'.repeat(40)}  0% done\n` +
        '  total        2\n  passed       0\n  failed       0\n  in progress  0\n  untested     2\n' +
        '  gate         met\n' +
        '  open tests\n' +
        '    2 untested  unassigned\n',
    )
    expect(frames.at(-1)).toBe(
      'WEB-R1 Nightly 1\n' +
        `  ${'✓'.repeat(20)}${'✗'.repeat(20)}  100% done\n` +
        '  total        2\n  passed       1\n  failed       1\n    WEB-T1  logs in\n  in progress  0\n  untested     0\n' +
        '  gate         met\n' +
        '  last changes\n' +
        '    WEB-T2  untested → passed       just now  logs out (ana)\n' +
        '    WEB-T1  in progress → failed    just now  logs in (ana)\n' +
        '    WEB-T1  untested → in progress  just now  logs in (ana)\n',
    )
  })

  test.each([{ TERM: 'dumb' }, { ACCESSIBLE: '1', NO_COLOR: '1' }])(
    'where nothing is redrawn each change is a line: %j',
    async (env) => {
      const typed = { terminal: 80, env }
      const { stdout } = await watched.watchWhile('testctl runs watch WEB-R1', both, typed)
      expect(stdout).toMatch(/^20\S+Z WEB-T1 untested → in progress logs in \(ana\)\n20/)
      expect(stdout).toMatch(
        /\n20\S+Z WEB-T2 untested → passed logs out \(ana\)\nRun WEB-R1 Nightly 1: 2 tests\. 1 passed, 1 failed, /,
      )
      expect(stdout).not.toMatch(/✓|✗|%/)
      expect(stdout).not.toContain('\u001b')
    },
  )

  test('there too no name makes a line of its own', async () => {
    await watched.world.prints("testctl cases create -p WEB --name 'evil\nFORGED'")
    await watched.world.prints('testctl runs create -p WEB --name Evil --cases C15')
    const [test] = (await watched.world.prints('testctl tests list WEB-R8 -q')).split('\n')
    const typed = { terminal: 80, env: { TERM: 'dumb' } }
    const { stdout } = await watched.watchWhile(
      'testctl runs watch WEB-R8',
      [`testctl tests set ${test} passed`],
      typed,
    )
    expect(stdout).toContain('untested → passed evil\\nFORGED (ana)\n')
    expect(stdout).not.toMatch(/^FORGED/m)
  })

  test('NO_COLOR leaves colours out, and another locale signs that it lacks', async () => {
    const typed = { terminal: 80, env: { NO_COLOR: '1', LANG: 'C' } }
    const { stdout } = await watched.watchWhile('testctl runs watch WEB-R1', both, typed)
    expect(stdout).not.toMatch(/\u001b\[\d*m/)
    expect(stdout).toMatch(/^[ -~\n\r\u001b]*$/)
    expect(framesOf(stdout).at(-1)).toContain('untested -> passed')
  })

  test('names cannot act on it', async () => {
    await watched.world.prints("testctl cases update WEB-C1 --name 'evil\u001b[2J\u202ename'")
    await watched.world.prints("testctl runs create -p WEB --name 'R\u001b]0;x\u0007\u009b' --cases C1")
    await watched.world.prints("testctl tests assign WEB-T19 --to 'b\u001b[31men'")
    const { stdout } = await watched.watchWhile('testctl runs watch WEB-R8', ['testctl tests set WEB-T19 failed'], {
      terminal: 80,
    })
    expect(framesOf(stdout)[0]).toContain('WEB-R8 R\\u001b]0;x\\u0007\\u009b\n')
    expect(framesOf(stdout)[0]).toContain('b\\u001b[31men')
    expect(framesOf(stdout).at(-1)).toContain('evil\\u001b[2J\\u202ename (ana)')
    expect(stripVTControlCharacters(stdout)).toMatch(/^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]*$/)
  })
})

test('a service that cannot be reached for a while is said on the board, and borne', async () => {
  const gone = () => Promise.reject(new Error('planted'))
  // Each look makes three attempts.
  const changes = [gone, gone, gone, gone, gone, gone, () => setTimeout(400), 'testctl tests set WEB-T1 WEB-T2 passed']
  const { stdout, stderr, exitCode } = await watched.watchWhile('testctl runs watch WEB-R1', changes, { terminal: 80 })
  expect(exitCode).toBe(0)
  const frames = framesOf(stdout)
  expect(frames.some((frame) => /^WEB-R1 Nightly 1\n {2}no answer for \d+ s: /.test(frame))).toBe(true)
  expect(frames.at(-1)).not.toContain('no answer')
  expect(frames.at(-1)).toContain('100% done')
  expect(stderr).toBe(
    `warning: 2 looks at the run failed, the last: ${/failed, the last: (.*)\n$/.exec(stderr)?.[1]}\n`,
  )
})
