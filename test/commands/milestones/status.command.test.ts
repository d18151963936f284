import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
const makeWorld = worldsAfter(createSeededWorld, async (world) => {
  // WEB-M2 has a run in progress, a finished run, and a run without tests.
  await world.prints('testctl milestones update WEB-M2 --runs R7,R3,R4')
  await world.prints('testctl tests set WEB-T6 passed')
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

test('a pipe gets a line for each run', async () => {
  expect(await world.prints('testctl milestones status WEB-M2')).toBe(
    'WEB-R3\t1\t1\t0\t0\t0\tNightly 3\nWEB-R4\t0\t0\t0\t0\t0\tNightly 4\nWEB-R7\t12\t4\t2\t1\t5\tNightly 7\n',
  )
  expect(await world.prints('testctl milestones status m2 -p WEB --columns passed,identifier')).toBe(
    '1\tWEB-R3\n0\tWEB-R4\n4\tWEB-R7\n',
  )
  expect(await world.prints('testctl milestones status WEB-M2 --csv --columns identifier,failed')).toBe(
    'identifier,failed\r\nWEB-R3,0\r\nWEB-R4,0\r\nWEB-R7,2\r\n',
  )
})

test('--quiet names the tests that failed', async () => {
  expect(await world.prints('testctl milestones status WEB-M2 --quiet')).toBe('WEB-T11\nWEB-T12\n')
})

test('a terminal shows whether it is ready, what each run holds, and what is left to do', async () => {
  const seen = await world.prints('testctl milestones status WEB-M2 --color never', { terminal: 80 })
  expect(seen).toBe(`WEB-M2 Release 2.0
  not ready: 2 tests failed, 6 tests are open, 1 run has no tests
  ${'✓'.repeat(16)}✗✗✗✗✗✗»»»${'-'.repeat(15)}  53% done
  total        13
  passed        5
  failed        2
    WEB-T11  filters by price (ana)
    WEB-T12  adds to the cart (ben)
  in progress   1
  untested      5
  runs
    WEB-R3  ✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓  100% done  1/1 passed   Nightly 3
    WEB-R4                      0% done  0/0 passed   Nightly 4
    WEB-R7  ✓✓✓✓✓✗✗»--------   50% done  4/12 passed  Nightly 7
  open tests
    1 in progress  5 untested  unassigned: WEB-T13 removes from the cart
  until it is ready
    fix the 2 failed tests: WEB-R7 (2)
    finish the 6 tests that are open: WEB-R7 (6)
    add cases to WEB-R4, or take it out
`)
})

test('with --json', async () => {
  const { runs, ...answer } = await world.json<{ runs: object[] }>('testctl milestones status WEB-M2')
  expect(answer).toEqual({
    milestone: { id: await world.idOf('WEB-M2'), identifier: 'WEB-M2', name: 'Release 2.0' },
    ready: false,
    reasons: ['2 tests failed', '6 tests are open', '1 run has no tests'],
    results: { total: 13, passed: 5, failed: 2, inProgress: 1, untested: 5 },
    gate: null,
    open: [{ assignedTo: '', inProgress: 1, untested: 5 }],
    failed: [
      {
        id: await world.idOf('WEB-T11'),
        identifier: 'WEB-T11',
        name: 'filters by price',
        assignedTo: 'ana',
        run: 'WEB-R7',
      },
      {
        id: await world.idOf('WEB-T12'),
        identifier: 'WEB-T12',
        name: 'adds to the cart',
        assignedTo: 'ben',
        run: 'WEB-R7',
      },
    ],
  })
  expect(runs[2]).toEqual({
    id: await world.idOf('WEB-R7'),
    identifier: 'WEB-R7',
    name: 'Nightly 7',
    results: { total: 12, passed: 4, failed: 2, inProgress: 1, untested: 5 },
  })
})

test('one request for the milestone, and one for each run in which a test has not passed', async () => {
  expect((await world.requests('testctl milestones status WEB-M2')).toSorted()).toEqual([
    'GET /v1/milestones/milestone/WEB-M2?relations=test_runs',
    'GET /v1/tests/ID?offset=0&limit=1000',
  ])
})

test('one whose tests have all passed is ready', async () => {
  await world.prints('testctl milestones update WEB-M2 --runs R3')
  const seen = await world.prints('testctl milestones status WEB-M2 --gate failed,untested', { terminal: 80 })
  expect(seen).toMatch(/^WEB-M2 Release 2.0\n {2}\S*ready: its test has passed/)
  expect(seen).not.toContain('until it is ready')
  expect(await world.json('testctl milestones status WEB-M2')).toMatchObject({ ready: true, reasons: [], failed: [] })
})

test('one without runs is not ready', async () => {
  await world.prints("testctl milestones update WEB-M2 --runs ''")
  expect(await world.prints('testctl milestones status WEB-M2')).toBe('')
  const seen = await world.prints('testctl milestones status WEB-M2 --color never', { terminal: 80 })
  expect(seen).toMatch(/^WEB-M2 Release 2.0\n {2}not ready: it has no test runs\n/)
  expect(await world.json('testctl milestones status WEB-M2')).toMatchObject({ ready: false, runs: [] })
})

describe('a gate holds for all tests of its runs together', () => {
  test.for(['--max-failed 2', '--min-passed 38', '--gate failed --max-failed 0 WEB-M1'])('%s is met', async (flags) => {
    const milestone = flags.includes('WEB-M1') ? '' : 'WEB-M2'
    const { gate } = await world.json(`testctl milestones status ${milestone} ${flags}`)
    expect(gate).toEqual({ met: true, reasons: [] })
  })

  test.for([
    ['--max-failed 1', '2 tests failed, at most 1 may', 'tests list WEB-R7 --result failed'],
    ['--min-passed 39', '5 of 13 tests passed, at least 39% must', 'tests list WEB-R7 --result failed'],
    ['--gate untested,inProgress', '5 tests untested; 1 test in progress', 'tests list WEB-R7 --result failed'],
  ])('%s is not, which is exit 8', async ([flags, reasons, next]) => {
    const { stderr, exitCode } = await world.type(`testctl milestones status WEB-M2 ${flags}`)
    expect(exitCode).toBe(8)
    expect(stderr).toBe(`error: the gate of WEB-M2 is not met: ${reasons}\n  try: testctl ${next}\n`)
  })

  test('one without tests meets none', async () => {
    await world.prints('testctl milestones update WEB-M2 --runs R4')
    const { stderr, exitCode } = await world.type('testctl milestones status WEB-M2 --max-failed 100')
    expect({ stderr, exitCode }).toEqual({
      exitCode: 8,
      stderr: expect.stringContaining('the milestone has no tests: nothing was tested\n'),
    })
  })
})

test('one that is named by its id is looked for in its project', async () => {
  const id = await world.idOf('WEB-M2')
  expect(await world.prints(`testctl milestones status ${id} -p WEB`)).toBe(
    await world.prints('testctl milestones status WEB-M2'),
  )
  expect(await world.fails(`testctl milestones status ${id}`)).toMatchObject({ exitCode: 2 })
})

test.for([
  ['WEB-M99', 3, 'there is no milestone WEB-M99'],
  ['WEB-R7', 2, 'WEB-R7 is a test run, not a milestone'],
  ['WEB-M2 --gate done', 2, 'there is no result "done"'],
] as const)('%s is refused', async ([line, exitCode, error]) => {
  const seen = await world.fails(`testctl milestones status ${line}`)
  expect(seen).toEqual({ exitCode, stderr: expect.stringContaining(`error: ${error}\n`) })
})

test('names cannot act on a terminal', async () => {
  await world.prints("testctl milestones update WEB-M2 --name 'M\u001b[2J\nx'")
  await world.prints("testctl runs update WEB-R7 --name 'R\u001b]0;x\u0007'")
  await world.prints("testctl tests assign WEB-T13 --to 'b\u202een'")
  const seen = await world.prints('testctl milestones status WEB-M2 --color never', { terminal: 80 })
  expect(seen).toMatch(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]*$/)
  expect(seen).toContain('R\\u001b]0;x\\u0007')
})
