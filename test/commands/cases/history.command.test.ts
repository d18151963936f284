import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'
import { makeRuns } from './many-runs.ts'

let world: SeededWorld
const makeWorld = worldsAfter(createSeededWorld, async (world) => {
  // The case WEB-C1 is in WEB-R1 (WEB-T1), WEB-R2 (WEB-T3) and WEB-R7 (WEB-T7, which passed).
  await world.prints('testctl tests set WEB-T1 passed')
  await world.prints('testctl tests set WEB-T3 failed')
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const withoutTimes = (text: string): string => text.replace(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

test('a pipe gets a line for each test, of the newest run first', async () => {
  expect(withoutTimes(await world.prints('testctl cases history WEB-C1'))).toBe(
    'WEB-R7\tWEB-T7\tpassed\tTIME\tana\tNightly 7\n' +
      'WEB-R2\tWEB-T3\tfailed\tTIME\tana\tNightly 2\n' +
      'WEB-R1\tWEB-T1\tpassed\tTIME\tana\tNightly 1\n',
  )
  expect(await world.prints('testctl cases history c1 -p WEB --columns result,run')).toBe(
    'passed\tWEB-R7\nfailed\tWEB-R2\npassed\tWEB-R1\n',
  )
  expect(await world.prints('testctl cases history WEB-C1 --csv --columns run,result')).toBe(
    'run,result\r\nWEB-R7,passed\r\nWEB-R2,failed\r\nWEB-R1,passed\r\n',
  )
  expect(await world.prints('testctl cases history WEB-C1 --quiet')).toBe('WEB-T7\nWEB-T3\nWEB-T1\n')
})

test('a terminal shows it at a glance: a sign a test, the newest last, and what that comes to', async () => {
  await world.prints("testctl comments create WEB-T3 --content 'No answer after 5 s\nat login.ts:3'")
  const seen = await world.prints('testctl cases history WEB-C1 --color never', { terminal: 80 })
  expect(seen).toBe(`WEB-C1 logs in
  ✓✗✓
  2 of 3 finished tests passed (66.7%)
  flakiness 100%
  passes since WEB-R7, 2024-01-02
  failed last in WEB-R2, just now
  because No answer after 5 s
  tests, newest first
    WEB-R7  WEB-T7  ✓ passed  2024-01-02  Nightly 7 (ana)
    WEB-R2  WEB-T3  ✗ failed  just now    Nightly 2 (ana)
    WEB-R1  WEB-T1  ✓ passed  just now    Nightly 1 (ana)
`)
  expect(await world.prints('testctl cases history WEB-C1', { terminal: 80 })).toContain(
    '  \u001b[32m✓\u001b[39m\u001b[31m✗\u001b[39m\u001b[32m✓\u001b[39m\n',
  )
})

test('the bar is folded to the width of the terminal, and is ASCII where the locale is not UTF-8', async () => {
  const typed = { terminal: 4, env: { LANG: 'C' } }
  expect(await world.prints('testctl cases history WEB-C1 --color never', typed)).toMatch(
    /^WEB-C1 logs~\n {2}\+x\n {2}\+\n/,
  )
  const narrow = await world.prints('testctl cases history WEB-C1 --color never', { terminal: 1 })
  expect(narrow).toMatch(/^WEB-C1 logs…\n {2}✓\n {2}✗\n {2}✓\n/)
})

test('why it failed is what the last submission told, where one did', async () => {
  const comment = 'Login › pays — failed (report.xml:5)\n\nExpected 1, got 2\nat pay.ts:9\n\n[reported by testctl]'
  await world.prints(`testctl comments create WEB-T3 --content '${comment}'`)
  await world.prints("testctl comments create WEB-T3 --content 'I have seen that before'")
  const { lastFailure } = await world.json<{ lastFailure: object }>('testctl cases history WEB-C1')
  expect(lastFailure).toMatchObject({ test: { identifier: 'WEB-T3' }, message: 'Expected 1, got 2' })
})

test('with --json', async () => {
  const { history, streak, lastFailure, ...answer } =
    await world.json<Record<string, unknown>>('testctl cases history WEB-C1')
  expect(answer).toEqual({
    case: { id: await world.idOf('WEB-C1'), identifier: 'WEB-C1', name: 'logs in' },
    runs: { read: 7, all: 7 },
    results: { total: 3, passed: 2, failed: 1, inProgress: 0, untested: 0 },
    passRate: 2 / 3,
    flakiness: 1,
  })
  const newest = {
    run: { id: await world.idOf('WEB-R7'), identifier: 'WEB-R7', name: 'Nightly 7' },
    test: { id: await world.idOf('WEB-T7'), identifier: 'WEB-T7' },
    result: 'passed',
    time: '2024-01-02T03:04:05.678Z',
    by: 'ana',
    assignedTo: '',
  }
  expect((history as unknown[])[0]).toEqual(newest)
  expect(streak).toEqual({ result: 'passed', length: 1, since: newest })
  expect(lastFailure).toMatchObject({ result: 'failed', run: { identifier: 'WEB-R2' }, message: null })
  const lines = (await world.prints('testctl cases history WEB-C1 --ndjson')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(history)
})

test('a case that was never finished has no shares', async () => {
  await world.prints('testctl tests set WEB-T18 inProgress')
  const seen = await world.prints('testctl cases history WEB-C12 --color never', { terminal: 80 })
  expect(seen).toMatch(/^WEB-C12 returns a parcel\n {2}»\n {2}never finished\n {2}tests, newest first\n/)
  expect(await world.json('testctl cases history WEB-C12')).toMatchObject({
    passRate: null,
    flakiness: null,
    streak: null,
    lastFailure: null,
  })
})

test('one without tests has no history', async () => {
  expect(await world.prints('testctl cases history WEB-C14')).toBe('')
  expect(await world.prints('testctl cases history WEB-C14', { terminal: 80 })).toBe(
    'WEB-C14 reads reviews\n  in none of the runs\n',
  )
})

test('three requests, however many runs there are, and one for why it failed', async () => {
  const asked = [
    'GET /v1/cases/case/WEB-C1?relations=project',
    'GET /v1/test-runs/ID?offset=0&limit=1000',
    'GET /v1/test-runs/ID?offset=0&limit=7&relations=tests',
  ]
  const sorted = async (line: string) => (await world.requests(line)).map((one) => one.replace(/\?.*/, sortedQuery))
  expect(await sorted('testctl cases history WEB-C1')).toEqual(asked.map((one) => one.replace(/\?.*/, sortedQuery)))
  expect((await world.requests('testctl cases history WEB-C1 --json')).at(-1)).toBe(
    'GET /v1/tests/test/WEB-T3?relations=comments',
  )
})

const sortedQuery = (query: string): string => `?${query.slice(1).split('&').toSorted().join('&')}`

describe('how many runs are looked through', () => {
  test('is the newest ones with --limit', async () => {
    expect(await world.prints('testctl cases history WEB-C1 --limit 1 -q')).toBe('WEB-T7\n')
    expect(await world.prints('testctl cases history WEB-C1 --limit 6 -q')).toBe('WEB-T7\nWEB-T3\n')
  })

  test('is 50 on a terminal, which says so', async () => {
    await makeRuns(world, { project: 'WEB', names: Array.from({ length: 46 }, (_, at) => `Nightly ${at + 8}`) })
    const line = 'testctl cases history WEB-C1 --color never'
    const { stdout, stderr } = await world.type(line, { terminal: 80 })
    expect(stdout).toContain('\n  ✓\n')
    expect(stderr).toBe('the newest 50 of 53 runs; --all for every one\n')
    expect(await world.prints(`${line} --all`, { terminal: 80 })).toContain('\n  ✓✗✓\n')
    expect(await world.prints('testctl cases history WEB-C1 -q')).toBe('WEB-T7\nWEB-T3\nWEB-T1\n')
  })
})

describe('a case that was deleted', () => {
  test('is known by its id through its tests', async () => {
    const id = await world.idOf('WEB-C1')
    await world.prints('testctl cases delete WEB-C1 --yes')
    const seen = await world.prints(`testctl cases history ${id} -p WEB --color never`, { terminal: 80 })
    expect(seen).toMatch(new RegExp(`^${id} logs in\\n {2}✓✗✓\\n`))
    expect(await world.fails('testctl cases history WEB-C1')).toMatchObject({ exitCode: 3 })
  })

  test.for([
    ['no-such-id -p WEB', 3, 'there is no case no-such-id in the project WEB'],
    ['WEB-T1', 2, 'WEB-T1 is a test, not a case'],
    ['WEB-C1 --limit 0', 2, '--limit takes a whole number from 1, not "0"'],
    ['some-id', 2, 'which project?'],
  ] as const)('%s is none', async ([line, exitCode, error]) => {
    const seen = await world.fails(`testctl cases history ${line}`)
    expect(seen).toEqual({ exitCode, stderr: expect.stringContaining(`error: ${error}`) })
  })
})

test('names and comments cannot act on a terminal', async () => {
  await world.prints("testctl cases update WEB-C1 --name 'C\u001b[2J\nx'")
  await world.prints("testctl runs update WEB-R7 --name 'R\u001b]0;x\u0007\u202e'")
  await world.prints("testctl comments create WEB-T3 --content 'no\u001b[31m\u009b\rred'")
  const seen = await world.prints('testctl cases history WEB-C1 --color never', { terminal: 80 })
  expect(seen).toMatch(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]*$/)
  expect(seen.split('\n')[0]).toBe('WEB-C1 C\\u001b[2J x')
})
