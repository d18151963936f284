import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InterruptedError } from '../../src/errors.ts'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

const key = 'secret-key'
let world: SeededWorld
let remote: Remote
beforeEach(async () => {
  world = await createSeededWorld()
  remote = await startRemote(key, `file:${world.folder}/team.db`)
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

/** Types a line at the end of a socket, and before each look at the run but the first somebody else does something. */
const watchWhile = (
  line: string,
  changes: readonly (string | (() => unknown))[],
  typed: { terminal?: number; env?: Record<string, string>; stop?: AbortSignal } = {},
) => {
  const queue = [...changes]
  let asked = 0
  remote.before = async ({ path }) => {
    // Before the first look it is asked for to learn its id.
    if (!path.startsWith('/v1/test-runs/test-run/') || ++asked <= 2) return
    const change = queue.shift()
    if (typeof change === 'string') await world.prints(change)
    else await change?.()
  }
  const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key, ...typed.env }
  return world.type(`${line} --interval 20ms`, { ...typed, env })
}

const both = [
  'testctl tests set WEB-T1 inProgress',
  'testctl tests set WEB-T1 failed',
  'testctl tests set WEB-T2 passed',
]

describe('where stdout is no terminal', () => {
  test('each change is a line, with when, which test, from what to what, its name, and who did it', async () => {
    const { stdout, stderr, exitCode } = await watchWhile('testctl runs watch WEB-R1', both)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(stdout.replace(/^20\d\d-\d\d-\d\dT[\d:.]+Z\t/gm, '')).toBe(
      'WEB-T1\tuntested\tinProgress\tlogs in\tana\n' +
        'WEB-T1\tinProgress\tfailed\tlogs in\tana\n' +
        'WEB-T2\tuntested\tpassed\tlogs out\tana\n',
    )
  })

  test('--columns chooses among them', async () => {
    const { stdout } = await watchWhile('testctl runs watch WEB-R1 --columns to,identifier', both)
    expect(stdout).toBe('inProgress\tWEB-T1\nfailed\tWEB-T1\npassed\tWEB-T2\n')
  })

  test('--csv and --template say the same in their way', async () => {
    const csv = await watchWhile('testctl runs watch WEB-R1 --csv --columns to,identifier', both)
    expect(csv.stdout).toBe('to,identifier\r\ninProgress,WEB-T1\r\nfailed,WEB-T1\r\npassed,WEB-T2\r\n')
    await world.prints('testctl tests set WEB-T1 WEB-T2 untested')
    const filled = await watchWhile("testctl runs watch WEB-R1 --template '{identifier} is {to}'", both)
    expect(filled.stdout).toBe('WEB-T1 is inProgress\nWEB-T1 is failed\nWEB-T2 is passed\n')
  })

  test('--ndjson gives each change, and at last what runs status gives', async () => {
    const { stdout } = await watchWhile('testctl runs watch WEB-R1 --ndjson', both)
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines[0]).toEqual({
      type: 'change',
      time: expect.stringMatching(/^20.*Z$/),
      id: await world.idOf('WEB-T1'),
      identifier: 'WEB-T1',
      name: 'logs in',
      caseId: await world.idOf('WEB-C1'),
      from: 'untested',
      to: 'inProgress',
      by: 'ana',
    })
    expect(lines.map(({ type }) => type)).toEqual(['change', 'change', 'change', 'end'])
    expect(lines.at(-1)).toEqual({ type: 'end', ...(await world.json('testctl runs status WEB-R1')) })
  })

  test('--json is one object in the end, with the changes', async () => {
    const { stdout } = await watchWhile('testctl runs watch WEB-R1 --json', both)
    const { changes, ...state } = JSON.parse(stdout) as { changes: { to: string }[] }
    expect(state).toEqual(await world.json('testctl runs status WEB-R1'))
    expect(changes.map(({ to }) => to)).toEqual(['inProgress', 'failed', 'passed'])
  })

  test('--quiet names the tests that have failed, each when it fails', async () => {
    await world.prints('testctl tests set WEB-T2 failed')
    const changes = ['testctl tests set WEB-T1 failed']
    expect((await watchWhile('testctl runs watch WEB-R1 --quiet', changes)).stdout).toBe('WEB-T2\nWEB-T1\n')
  })

  test('a test that comes has no result before, and one that goes has none now', async () => {
    const { stdout } = await watchWhile('testctl runs watch WEB-R1', [
      'testctl runs update WEB-R1 --add-case C3',
      'testctl runs update WEB-R1 --remove-case C3',
      'testctl tests set WEB-T1 WEB-T2 passed',
    ])
    expect(
      stdout
        .replace(/^\S+\t/gm, '')
        .split('\n')
        .slice(0, 2),
    ).toEqual(['WEB-T19\t\tuntested\tresets the password\tana', 'WEB-T19\tuntested\t\tresets the password\t'])
  })

  test('a run that is done has nothing to tell', async () => {
    await world.prints('testctl tests set WEB-T1 WEB-T2 passed')
    expect(await world.prints('testctl runs watch WEB-R1')).toBe('')
  })
})

describe('on a terminal', () => {
  test('a board says what the run holds, who has what is open, and what changed last', async () => {
    const { stdout, exitCode } = await watchWhile('testctl runs watch WEB-R1 --max-failed 1', both, { terminal: 80 })
    expect(exitCode).toBe(0)
    const [first = '', ...frames] = framesOf(stdout)
    expect(first).toBe(
      'WEB-R1 Nightly 1\n' +
        `  ${'-'.repeat(40)}  0% done\n` +
        '  total       2\n  passed      0\n  failed      0\n  inProgress  0\n  untested    2\n' +
        '  gate        met\n' +
        '  open tests\n' +
        '    2 untested  nobody\n',
    )
    expect(frames.at(-1)).toBe(
      'WEB-R1 Nightly 1\n' +
        `  ${'✓'.repeat(20)}${'✗'.repeat(20)}  100% done\n` +
        '  total       2\n  passed      1\n  failed      1\n    WEB-T1  logs in\n  inProgress  0\n  untested    0\n' +
        '  gate        met\n' +
        '  last changes\n' +
        '    WEB-T2  untested → passed      just now  logs out (ana)\n' +
        '    WEB-T1  inProgress → failed    just now  logs in (ana)\n' +
        '    WEB-T1  untested → inProgress  just now  logs in (ana)\n',
    )
  })

  test('one that can redraw nothing gets a line a change, and the state in the end', async () => {
    const typed = { terminal: 80, env: { TERM: 'dumb' } }
    const { stdout } = await watchWhile('testctl runs watch WEB-R1', both, typed)
    expect(stdout).toMatch(/^20\S+Z WEB-T1 untested → inProgress logs in \(ana\)\n20/)
    expect(stdout).toMatch(/\n20\S+Z WEB-T2 untested → passed logs out \(ana\)\nWEB-R1 Nightly 1\n/)
    expect(stdout).not.toContain('\u001b')
  })

  test('there too no name makes a line of its own', async () => {
    await world.prints("testctl cases create -p WEB --name 'evil\nFORGED'")
    await world.prints('testctl runs create -p WEB --name Evil --cases C15')
    const [test] = (await world.prints('testctl tests list WEB-R8 -q')).split('\n')
    const typed = { terminal: 80, env: { TERM: 'dumb' } }
    const { stdout } = await watchWhile('testctl runs watch WEB-R8', [`testctl tests set ${test} passed`], typed)
    expect(stdout).toContain('untested → passed evil\\nFORGED (ana)\n')
    expect(stdout).not.toMatch(/^FORGED/m)
  })

  test('NO_COLOR leaves colours out, and another locale signs that it lacks', async () => {
    const typed = { terminal: 80, env: { NO_COLOR: '1', LANG: 'C' } }
    const { stdout } = await watchWhile('testctl runs watch WEB-R1', both, typed)
    expect(stdout).not.toMatch(/\u001b\[\d*m/)
    expect(stdout).toMatch(/^[ -~\n\r\u001b]*$/)
    expect(framesOf(stdout).at(-1)).toContain('untested -> passed')
  })

  test('names cannot act on it', async () => {
    await world.prints("testctl cases update WEB-C1 --name 'evil\u001b[2J\u202ename'")
    await world.prints("testctl runs create -p WEB --name 'R\u001b]0;x\u0007\u009b' --cases C1")
    await world.prints("testctl tests assign WEB-T19 --to 'b\u001b[31men'")
    const { stdout } = await watchWhile('testctl runs watch WEB-R8', ['testctl tests set WEB-T19 failed'], {
      terminal: 80,
    })
    expect(framesOf(stdout)[0]).toContain('WEB-R8 R\\u001b]0;x\\u0007\\u009b\n')
    expect(framesOf(stdout)[0]).toContain('b\\u001b[31men')
    expect(framesOf(stdout).at(-1)).toContain('evil\\u001b[2J\\u202ename (ana)')
    expect(stripVTControlCharacters(stdout)).toMatch(/^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]*$/)
  })
})

/** The boards that were drawn one after the other, as they looked. */
const framesOf = (stdout: string): string[] =>
  stdout
    .split('\u001b[?7l')
    .slice(1)
    .map((frame) => stripVTControlCharacters(frame).replaceAll('\r', ''))

describe('how it ends', () => {
  test('with exit 8 where the gate is not met when the run is done', async () => {
    const seen = await watchWhile('testctl runs watch WEB-R1 --gate failed', ['testctl tests set WEB-T1 WEB-T2 failed'])
    expect(seen).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('error: the gate of WEB-R1 is not met: 2 tests failed\n'),
    })
  })

  test('with exit 8 when time is up', async () => {
    const { stderr, exitCode } = await world.type('testctl runs watch WEB-R7 --timeout 40ms --interval 10ms')
    expect(exitCode).toBe(8)
    expect(stderr).toMatch(/^error: WEB-R7 is not done: 6 tests still open after 40ms: 5 untested, 1 in progress\n/)
  })

  test('with exit 3 when the run is deleted', async () => {
    const seen = await watchWhile('testctl runs watch WEB-R1', ['testctl runs delete WEB-R1 --yes'])
    expect(seen).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^error: there is no test run WEB-R1, or not any more\n {2}try: testctl runs list -p WEB\n/,
      ),
      exitCode: 3,
    })
  })

  test('at once on Ctrl-C; the board stays', async () => {
    const controller = new AbortController()
    const typed = { stop: controller.signal, terminal: 80 }
    const interrupt = () => controller.abort(new InterruptedError('interrupted'))
    const { stdout, stderr, exitCode } = await watchWhile('testctl runs watch WEB-R1', [interrupt], typed)
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining('interrupted'), exitCode: 130 })
    expect(framesOf(stdout).length).toBe(1)
  })
})

test.for([
  ['--timeout soon', '"soon" is not a time'],
  ['--interval 0', '"0" is not a time'],
  ['--gate done', 'there is no result "done"'],
])('%s is refused before anything is sent', async ([flags, error]) => {
  const line = `testctl runs watch WEB-R7 ${flags}`
  expect(await world.fails(line)).toEqual({ exitCode: 2, stderr: expect.stringContaining(`error: ${error}\n`) })
  expect(await world.requests(line)).toEqual([])
})

test('a service that cannot be reached for a while is said on the board, and borne', async () => {
  const gone = () => Promise.reject(new Error('planted'))
  // Three attempts are a look.
  const changes = [gone, gone, gone, gone, gone, gone, () => setTimeout(400), 'testctl tests set WEB-T1 WEB-T2 passed']
  const { stdout, stderr, exitCode } = await watchWhile('testctl runs watch WEB-R1', changes, { terminal: 80 })
  expect(exitCode).toBe(0)
  const frames = framesOf(stdout)
  expect(frames.some((frame) => /^WEB-R1 Nightly 1\n {2}no answer for \d s: /.test(frame))).toBe(true)
  expect(frames.at(-1)).not.toContain('no answer')
  expect(frames.at(-1)).toContain('100% done')
  expect(stderr).toBe(
    `warning: 2 looks at the run failed, the last: ${/failed, the last: (.*)\n$/.exec(stderr)?.[1]}\n`,
  )
})
