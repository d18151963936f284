import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test.each([
  ['testctl tests list WEB-R1 -q', 'WEB-T1\nWEB-T2\n'],
  [
    'testctl test ls R1 -p WEB --columns identifier,name,result',
    'WEB-T1\tlogs in\tuntested\nWEB-T2\tlogs out\tuntested\n',
  ],
  ['testctl tests list WEB-R4', ''],
  ['testctl tests get WEB-T12 --columns name,result,assignedTo', 'adds to the cart\tfailed\tben\n'],
  ['testctl test view WEB-T12 -q', 'WEB-T12\n'],
  ['testctl test show T12 -p WEB -q', 'WEB-T12\n'],
  ['testctl tests create WEB-R1 --case C4', 'WEB-T19\n'],
  ['testctl test add WEB-R1 --case WEB-C4', 'WEB-T19\n'],
  ['testctl test new web-r1 --case c4', 'WEB-T19\n'],
  ['testctl tests update WEB-T12 --result passed', 'WEB-T12\n'],
  ["testctl test edit WEB-T12 --assigned-to ''", 'WEB-T12\n'],
  ['testctl tests set WEB-T12 passed', 'WEB-T12\n'],
  ['testctl tests set WEB-T12 T3 WEB-T1 passed -p WEB', 'WEB-T12\nWEB-T3\nWEB-T1\n'],
  ['testctl tests set WEB-T3 WEB-T1 WEB-T3 passed', 'WEB-T3\nWEB-T1\n'],
  ['testctl tests assign WEB-T1 WEB-T2 --to ana', 'WEB-T1\nWEB-T2\n'],
  ['testctl tests delete WEB-T2 --yes', 'WEB-T2\n'],
  ['testctl test rm WEB-T2 -y', 'WEB-T2\n'],
])('%s', async (line, expected) => expect(await world.prints(line)).toBe(expected))

test.each([
  ['tests set WEB-T12 passed', '✓ WEB-T12 adds to the cart: failed → passed\n'],
  ['tests set WEB-T12 failed', '✓ WEB-T12 adds to the cart: already failed\n'],
  [
    'tests set WEB-T12 WEB-T13 inProgress',
    '✓ WEB-T12 adds to the cart: failed → in progress\n✓ WEB-T13 removes from the cart: already in progress\nSet 2 tests to in progress\n',
  ],
  ['tests assign WEB-T12 --to ana', '✓ WEB-T12 adds to the cart: assigned to ana instead of ben\n'],
  [
    "tests assign WEB-T12 WEB-T13 --to ''",
    '✓ WEB-T12 adds to the cart: assigned to nobody instead of ben\n✓ WEB-T13 removes from the cart: already assigned to nobody\nAssigned 2 tests to nobody\n',
  ],
  ['tests update WEB-T12 --result passed', '✓ WEB-T12 adds to the cart: failed → passed\n'],
  [
    'tests update WEB-T12 --assigned-to ana --result passed',
    '✓ WEB-T12 adds to the cart: failed → passed, assigned to ana instead of ben\n',
  ],
  ['tests create WEB-R1 --case C4', '✓ Added test WEB-T19: searches\n'],
  ['tests delete WEB-T12 --yes', '✓ Deleted the test WEB-T12: adds to the cart\n'],
])('on a terminal: testctl %s', async (line, expected) => {
  expect(await world.prints(`testctl ${line}`, { terminal: 80, env: { NO_COLOR: '1' } })).toBe(expected)
})

describe('what fails is named, the others are done', () => {
  test('some', async () => {
    expect(await world.type('testctl tests set WEB-T1 WEB-T99 WEB-T2 passed')).toEqual({
      exitCode: 7,
      stdout: 'WEB-T1\nWEB-T2\n',
      stderr: expect.stringMatching(
        /^error: 2 of 3 tests changed, 1 failed\n {2}.*\n {2}- WEB-T99: there is no test WEB-T99\n$/,
      ),
    })
  })

  test('all', async () => {
    const failed = await world.fails('testctl tests set WEB-T98 WEB-T99 passed')
    expect(failed.exitCode).toBe(3)
    expect(failed.stderr).toMatch(/^error: 0 of 2 tests changed, 2 failed\n/)
    expect(failed.stderr).toContain('  - WEB-T98: there is no test WEB-T98\n  - WEB-T99: there is no test WEB-T99\n')
  })

  test('the only one', async () => {
    expect(await world.fails('testctl tests set WEB-T99 passed')).toEqual({
      exitCode: 3,
      stderr:
        'error: there is no test WEB-T99\n  tests are listed by run: testctl runs list -p WEB, then testctl tests list WEB-R7\n',
    })
  })

  test('as JSON', async () => {
    const { stdout, stderr, exitCode } = await world.type('testctl tests set WEB-T1 WEB-T99 passed --json')
    expect(JSON.parse(stdout)).toMatchObject([{ identifier: 'WEB-T1', result: 'passed' }])
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'partial', exitCode: 7, issues: [{ path: 'WEB-T99', message: 'there is no test WEB-T99' }] },
    })
    expect(exitCode).toBe(7)
  })

  test.each([
    [
      'tests set WEB-T1 pased',
      'there is no result "pased"\n  did you mean passed? results: untested, inProgress, passed, failed\n',
    ],
    ['tests set T1 passed T2', 'the result comes last\n  try: testctl tests set T1 T2 passed\n'],
    [
      'tests set T1 passed --comment looks fine now',
      `"fine" is neither an identifier nor an id of a test\n  try: testctl tests set T1 passed --comment 'looks fine now' -v\n`,
    ],
    ['tests set WEB-T1 skipped', 'there is no result "skipped"\n  did you mean untested? '],
    ['tests set WEB-T1', 'which tests, and which result?\n  try: testctl tests set WEB-T1 passed\n'],
    ['tests set', 'which tests, and which result?'],
    ['tests set WEB-T1 passed --from x.ndjson', '--from names the tests itself'],
    ['tests set WEB-T1 passed --concurrency 0', '--concurrency takes a whole number from 1, not "0"'],
    ['tests set WEB-T1 WEB-R1 passed', 'WEB-R1 is a test run, not a test'],
    ['tests update WEB-T1', 'there is nothing to change\n  give at least one of --result --assigned-to\n'],
    ['tests update WEB-T1 --result done', 'there is no result "done"'],
    ['tests assign WEB-T1', "required option '--to <name>' not specified"],
  ])('nothing is sent: testctl %s', async (line, what) => {
    const { exitCode, stderr } = await world.fails(`testctl ${line} -v`)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(`error: ${what}`) })
    expect(stderr).not.toMatch(/^> /m)
  })

  test('a case that is in the run already', async () => {
    expect(await world.fails('testctl tests create WEB-R1 --case C1')).toMatchObject({ exitCode: 5 })
  })
})
