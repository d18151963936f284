import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const held = `WEB-R7 Nightly 7
  total       12
  passed       4
  failed       2
    WEB-T11  filters by price (ana)
    WEB-T12  adds to the cart (ben)
  inProgress   1
  untested     5
`

// On a terminal, testctl prints words, which need one more column.
const onTerminal = held.replace(/^( {2}(?!inP)\w+ +)(\d+)$/gm, '$1 $2').replace('inProgress ', 'in progress ')

test('the status of a run: how many of each result, and the tests that failed', async () => {
  expect(await world.prints('testctl runs status WEB-R7')).toBe(held)
  expect(await world.prints('testctl runs status r7 -p WEB')).toBe(held)
  expect(await world.prints('testctl runs status WEB-R7 --quiet')).toBe('WEB-T11\nWEB-T12\n')
})

test('on a terminal with a bar, in colours, or in ASCII where the locale is not UTF-8', async () => {
  const seen = await world.prints('testctl runs status WEB-R7', { terminal: 80 })
  expect(seen).toContain(`${'\u001b[32m'}✓✓✓✓✓✓✓✓✓✓✓✓✓${'\u001b[39m'}`)
  expect(seen).toContain(`${'\u001b[31m'}  failed        2${'\u001b[39m'}`)
  const ascii = await world.prints('testctl runs status WEB-R7 --color never', { terminal: 80, env: { LANG: 'C' } })
  expect(ascii).toMatch(new RegExp(`^WEB-R7 Nightly 7\\n  [+]{13}x{6}>>>-{18}  50% done\\n`))
})

test('on a terminal also who has what is open, and what changed last', async () => {
  const seen = await world.prints('testctl runs status WEB-R7 --color never', { terminal: 80 })
  expect(seen).toBe(
    onTerminal.replace('\n', `\n  ${'✓'.repeat(13)}✗✗✗✗✗✗»»»${'-'.repeat(18)}  50% done\n`) +
      `  open tests
    1 in progress  5 untested  unassigned: WEB-T13 removes from the cart
  last changes
    WEB-T13  in progress  2024-01-02  removes from the cart (ana)
    WEB-T12  failed       2024-01-02  adds to the cart (ana)
    WEB-T11  failed       2024-01-02  filters by price (ana)
    WEB-T10  passed       2024-01-02  searches (ana)
    WEB-T9   passed       2024-01-02  resets the password (ana)
`,
  )
})

test('no name makes a line of its own', async () => {
  const forged = 'ana\nFORGED  12 passed\tx'
  await world.prints(`testctl cases create -p WEB --name '${forged}'`)
  await world.prints(`testctl runs create -p WEB --name '${forged}' --cases C15`)
  const [test] = (await world.prints('testctl tests list WEB-R8 -q')).split('\n')
  await world.prints(`testctl milestones create -p WEB --name '${forged}' --runs R8`)
  for (const result of ['inProgress', 'failed']) {
    await world.prints(`testctl tests update ${test} --result ${result} --assigned-to '${forged}'`)
    for (const line of ['runs status WEB-R8', 'milestones status WEB-M3', 'cases history WEB-C15'])
      for (const typed of [{ terminal: 80 }, {}]) {
        const seen = await world.prints(`testctl ${line}`, typed)
        expect(seen).toContain('FORGED')
        expect(seen).not.toMatch(/^\s*FORGED/m)
      }
  }
})

test('with --json', async () => {
  const id = await world.idOf('WEB-R7')
  expect(await world.json('testctl runs status WEB-R7')).toEqual({
    run: { id, identifier: 'WEB-R7', name: 'Nightly 7' },
    results: { total: 12, passed: 4, failed: 2, inProgress: 1, untested: 5 },
    gate: null,
    failed: [
      { id: await world.idOf('WEB-T11'), identifier: 'WEB-T11', name: 'filters by price', assignedTo: 'ana' },
      { id: await world.idOf('WEB-T12'), identifier: 'WEB-T12', name: 'adds to the cart', assignedTo: 'ben' },
    ],
  })
})

describe('a gate that is met ends with exit 0', () => {
  test.for([
    '--max-failed 2',
    '--min-passed 33.333333',
    '--min-passed 33%',
    '--gate failed --max-failed 0 WEB-R1',
    '--gate failed,inProgress WEB-R1',
  ])('%s', async (flags) => {
    const run = flags.includes('WEB-R1') ? '' : 'WEB-R7'
    expect(await world.prints(`testctl runs status ${run} ${flags}`)).toContain('  gate        met\n')
  })
})

describe('a gate that is not met ends with exit 8, after the answer', () => {
  test.for([
    ['WEB-R7 --gate failed,untested', '2 tests failed; 5 tests untested', 'failed'],
    ['WEB-R7 --fail-on failed,untested', '2 tests failed; 5 tests untested', 'failed'],
    ['WEB-R7 --gate failed --gate inProgress', '2 tests failed; 1 test in progress', 'failed'],
    ['WEB-R7 --gate FAILED,in-progress', '2 tests failed; 1 test in progress', 'failed'],
    ['WEB-R7 --max-failed 1', '2 tests failed, at most 1 may', 'failed'],
    ['WEB-R7 --min-passed 33.333334', '4 of 12 tests passed, at least 33.333334% must', 'failed'],
    ['WEB-R1 --min-passed 0.1', '0 of 2 tests passed, at least 0.1% must', 'untested'],
    ['WEB-R1 --min-passed 100', '0 of 2 tests passed, at least 100% must', 'untested'],
    ['WEB-R4 --max-failed 100', 'the run has no tests: nothing was tested', ''],
  ])('%s', async ([line = '', reasons, result]) => {
    const [run] = line.split(' ')
    const { stdout, stderr, exitCode } = await world.type(`testctl runs status ${line}`)
    expect(exitCode).toBe(8)
    expect(stdout).toContain(`  gate        not met: ${reasons}\n`)
    const next = `testctl tests list ${run}${result && ` --result ${result}`}`
    expect(stderr).toBe(`error: the gate of ${run} is not met: ${reasons}\n  try: ${next}\n`)
  })

  test('with --json the answer has the reasons, and the error is a line of its own', async () => {
    const { stdout, stderr, exitCode } = await world.type('testctl runs status WEB-R7 --gate failed --json')
    expect(JSON.parse(stdout)).toMatchObject({ gate: { met: false, reasons: ['2 tests failed'] } })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'gate', exitCode: 8 } })
    expect(exitCode).toBe(8)
  })
})

describe('what cannot be meant is refused before anything is sent', () => {
  test.for([
    ['--gate faild', 'there is no result "faild"', 'did you mean failed? results: failed, untested, inProgress'],
    ['--gate passed', '--gate lists results that no test may have, so passed cannot be one of them', 'all must pass: '],
    ["--gate ''", '--gate names no result', 'such as --gate failed,untested'],
    ['--max-failed -1', '--max-failed takes a whole number from 0, not "-1"', ''],
    ['--max-failed 5%', '--max-failed takes a whole number from 0, not "5%"', ''],
    ['--min-passed 101', '--min-passed takes a percentage from 0 to 100, not "101"', ''],
    ['--min-passed 100.000001', '--min-passed takes a percentage from 0 to 100, not "100.000001"', ''],
    ['--min-passed all', '--min-passed takes a percentage from 0 to 100, not "all"', ''],
    ["--min-passed ''", '--min-passed takes a percentage from 0 to 100, not ""', ''],
    ["--summary ''", '--summary takes the name of a file', ''],
    ['--junit-out -', '--junit-out takes the name of a file', ''],
    ['--junit-out a --summary ./a', '--junit-out and --summary name the same file ./a', 'name two files'],
  ])('%s', async ([flags, error, next]) => {
    const line = `testctl runs status WEB-R7 ${flags}`
    const { exitCode, stderr } = await world.fails(line)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(`error: ${error}\n  ${next}`) })
    expect(await world.requests(line)).toEqual([])
  })
})

describe('a run that is named by its id', () => {
  test('is seen through its tests, which have no identifiers then', async () => {
    const id = await world.idOf('WEB-R7')
    const tests = [await world.idOf('WEB-T11'), await world.idOf('WEB-T12')]
    expect(await world.prints(`testctl runs status ${id} --quiet`)).toBe(`${tests.join('\n')}\n`)
    expect(await world.prints(`testctl runs status ${id}`)).toMatch(new RegExp(`^${id}\n  total       12\n`))
  })

  test('is known as well as by its identifier where its project is', async () => {
    expect(await world.prints(`testctl runs status ${await world.idOf('WEB-R7')} -p WEB`)).toBe(held)
  })

  test('is not taken for one of another project', async () => {
    const id = await world.idOf('WEB-R7')
    const { exitCode, stderr } = await world.fails(`testctl runs status ${id} -p OLD`)
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: `error: there is no test run ${id} in the project OLD\n  try: testctl runs list -p OLD\n`,
    })
  })
})

test.for([
  ['WEB-R99', 3, 'there is no test run WEB-R99'],
  ['no-such-id', 3, 'there is no test run no-such-id'],
  ['WEB-T7', 2, 'WEB-T7 is a test, not a test run'],
] as const)('%s is no run', async ([run, exitCode, error]) => {
  const seen = await world.fails(`testctl runs status ${run}`)
  expect(seen).toEqual({ exitCode, stderr: expect.stringContaining(`error: ${error}\n`) })
})

test('a run of many tests: a terminal names twenty that failed, everything else all', async () => {
  const cases = Array.from({ length: 30 }, (_, at) => `<testcase name="case ${at}"/>`)
  const stdin = `<testsuite>${cases.join('')}</testsuite>`
  await world.prints('testctl runs submit - -p WEB --name Small --create-cases', { stdin })
  await world.type('testctl runs create -p WEB --name Large --all-cases')
  const tests = (await world.prints('testctl tests list WEB-R9 -q')).trim().split('\n')
  await world.type(`testctl tests set ${tests.join(' ')} failed`)
  const terminal = await world.prints('testctl runs status WEB-R9 --color never', { terminal: 80 })
  expect(terminal.replace(/  last changes[^]*/, '').match(/^ {4}WEB-T/gm)?.length).toBe(20)
  expect(terminal).toContain('    … and 24 more tests; --json names them all\n')
  expect((await world.prints('testctl runs status WEB-R9')).match(/^ {4}WEB-T/gm)?.length).toBe(44)
  expect((await world.json<{ failed: unknown[] }>('testctl runs status WEB-R9')).failed.length).toBe(44)
})
