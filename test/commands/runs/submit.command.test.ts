import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../helpers/ground.ts'
import { createWorld, type World } from '../../helpers/world.ts'

let world: World
const makeWorld = worldsAfter(createWorld, async (world) => {
  await world.type("testctl projects create --name Web --identifier WEB --icon globe --color '#3366ff'")
  for (const name of ['logs in', 'logs out', 'searches'])
    await world.type(`testctl cases create -p WEB --name '${name}' --preconditions ''`)
  await world.type('testctl runs create -p WEB --name Nightly --all-cases')
  await writeFile(join(world.folder, 'report.xml'), report)
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const report = `<testsuites><testsuite name="Login">
  <testcase name="logs in"/>
  <testcase name="[WEB-C2] leaves"><failure message="no"/></testcase>
  <testcase name="searches"><skipped/></testcase>
  <testcase name="pays"/>
</testsuite></testsuites>`
const whole = report.replace(/.*"pays".*\n/, '')

const results = async (run: string) => (await world.type(`testctl tests list ${run} --columns name,result`)).stdout

test('a report is submitted to a run, and what is for no test of it is named', async () => {
  const { stdout, stderr, exitCode } = await world.type('testctl runs submit report.xml --run WEB-R1')
  expect(stdout.replace(/undo \d\S+/, 'undo JOURNAL')).toBe(`WEB-R1 Nightly
  read       4  in 1 report: 2 passed, 1 failed, 1 skipped
  matched    3  for 3 tests
  set        2  1 passed, 1 failed
  unchanged  0
  skipped    1  left as they were
  unmatched  1  no matching test in the run
    Login › pays (report.xml:5): nothing in the run has this name
  comments   1  written
  undo       testctl runs undo JOURNAL
`)
  expect(stderr).toMatch(/^error: 1 of 4 results matches no test in the run\n {2}--create-cases /)
  expect(exitCode).toBe(7)
  expect(await results('WEB-R1')).toBe('logs in\tpassed\nlogs out\tfailed\nsearches\tuntested\n')
})

test('what is piped in is called stdin, and - in JSON', async () => {
  const { stdout } = await world.type('testctl runs submit - --run WEB-R1', { stdin: report })
  expect(stdout).toContain('Login › pays (stdin:5): ')
  const { stdout: json } = await world.type('testctl runs submit - --run WEB-R1 --json', { stdin: report })
  expect(JSON.parse(json)).toMatchObject({ reports: [{ file: '-' }] })
})

test('what is missing is created when told to, and a second time nothing is', async () => {
  const line = 'testctl runs submit report.xml --run WEB-R1 --create-cases'
  expect(await world.type(line)).toMatchObject({ exitCode: 0, stderr: '' })
  expect(await results('WEB-R1')).toBe('logs in\tpassed\nlogs out\tfailed\nsearches\tuntested\nLogin › pays\tpassed\n')
  const again = await world.type(`${line} --json`)
  expect(JSON.parse(again.stdout)).toMatchObject({
    run: { identifier: 'WEB-R1', created: false },
    reports: [{ file: 'report.xml', format: 'JUnit XML', cases: 4 }],
    results: { read: 4, matched: 4, unmatched: 0 },
    tests: { matched: 4, set: 0, unchanged: 3, skipped: 1 },
    created: { cases: 0, tests: 0 },
  })
})

test('into a new run, of a milestone', async () => {
  await world.type('testctl milestones create -p WEB --name Release')
  const { stdout, exitCode } = await world.type('testctl runs submit - -p WEB --name "CI 1" --milestone M1 --quiet', {
    stdin: whole,
  })
  expect({ stdout, exitCode }).toEqual({ stdout: 'WEB-R2\n', exitCode: 0 })
  expect(await results('WEB-R2')).toBe('logs in\tpassed\nlogs out\tfailed\nsearches\tuntested\n')
  const run = JSON.parse((await world.type('testctl runs get WEB-R2 --json')).stdout) as { milestoneId: string }
  expect(run.milestoneId).toMatch(/./)
})

test('a run can be named by its id, and by its short form', async () => {
  const { id } = JSON.parse((await world.type('testctl runs get WEB-R1 --json')).stdout) as { id: string }
  await writeFile(join(world.folder, 'report.xml'), whole)
  expect((await world.type('testctl runs submit report.xml --run R1 -p WEB')).exitCode).toBe(0)
  expect((await world.type(`testctl runs submit report.xml --run ${id} -p WEB`)).exitCode).toBe(0)
  const unknown = await world.type(`testctl runs submit report.xml --run ${id}`)
  expect(unknown).toMatchObject({ exitCode: 7, stderr: expect.stringContaining('name the run as WEB-R7') })
  await world.type('testctl projects create --name Api --identifier API --icon x --color x')
  const wrong = await world.type(`testctl runs submit report.xml --run ${id} -p API`)
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is not one of the project API') })
})

test('on a terminal the first twenty that are unmatched are named', async () => {
  const many = Array.from({ length: 25 }, (_, at) => `<testcase name="new ${at}"/>`).join('')
  const typed = { stdin: `<testsuite>${many}</testsuite>` }
  const { stdout } = await world.type('testctl runs submit - --run WEB-R1', { ...typed, terminal: 120 })
  expect(stdout.match(/ new \d+ /g)).toHaveLength(20)
  expect(stdout).toContain('… and 5 more; --json names them all')
  const json = await world.type('testctl runs submit - --run WEB-R1 --json', typed)
  expect((JSON.parse(json.stdout) as { unmatched: unknown[] }).unmatched).toHaveLength(25)
})

describe('a dry run says what would be sent and changes nothing', () => {
  test('into a run', async () => {
    const { stdout, exitCode } = await world.type(
      'testctl runs submit report.xml --run WEB-R1 --create-cases --dry-run',
    )
    expect(exitCode).toBe(0)
    expect(stdout.split('\n').slice(0, 7)).toEqual([
      'WEB-R1 Nightly — a dry run: nothing was changed',
      '  2 untested → passed, 1 untested → failed, 1 skipped and left as they are',
      '  read       4  in 1 report: 2 passed, 1 failed, 1 skipped',
      '  matched    4  for 4 tests',
      '  to set     3',
      '    WEB-T1 logs in: untested → passed',
      '    WEB-T2 logs out: untested → failed',
    ])
    expect(await results('WEB-R1')).toBe('logs in\tuntested\nlogs out\tuntested\nsearches\tuntested\n')
  })

  test('into a new run', async () => {
    const { stdout, exitCode } = await world.type(
      'testctl runs submit report.xml -p WEB --name CI --create-cases --dry-run --json',
    )
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      rehearsal: true,
      created: { cases: 1, tests: 4 },
      plan: {
        transitions: [
          { from: 'untested', to: 'passed', count: 2 },
          { to: 'failed', count: 1 },
        ],
      },
      changes: [
        { name: 'logs in', from: 'untested', to: 'passed' },
        { to: 'failed' },
        { name: 'Login › pays', to: 'passed' },
      ],
    })
    expect((await world.type('testctl runs list -p WEB --quiet')).stdout).toBe('WEB-R1\n')
  })

  test('and what would be unmatched', async () => {
    const { stdout, stderr, exitCode } = await world.type('testctl runs submit report.xml --run WEB-R1 --dry-run')
    expect(stdout).toContain('    Login › pays (report.xml:5): nothing in the run has this name')
    expect([exitCode, stderr]).toEqual([7, expect.stringContaining('1 of 4 results matches no test in the run')])
  })
})

describe('what cannot be used ends with exit 2 and a next step, and nothing is sent', () => {
  const rows: [string, string, RegExp][] = [
    ['neither a run nor a name', 'report.xml -p WEB', /^error: into which run\?\n {2}give --run WEB-R7/],
    ['both', 'report.xml --run WEB-R1 --name X', /exclude each other/],
    ['a name that is empty', "report.xml -p WEB --name ''", /needs a name/],
    ['a milestone for a run that is there', 'report.xml --run WEB-R1 --milestone M1', /--milestone is for a new run/],
    ['a test instead of a run', 'report.xml --run WEB-T1', /WEB-T1 is a test, not a test run/],
    ['no report', '--run WEB-R1', /which report\?/],
    ['a report that is not there', 'none.xml --run WEB-R1', /there is no file none\.xml/],
    [
      'a report that is cut off, after a whole one',
      'report.xml - --run WEB-R1',
      /stdin is not well-formed XML: line 2, column \d+/,
    ],
  ]
  test.for(rows)('%s', async ([, typed, message]) => {
    const stdin = report.slice(0, 60)
    const { stdout, stderr, exitCode } = await world.type(`testctl runs submit ${typed}`, { stdin })
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/\n {2}\S/)
    expect(await results('WEB-R1')).not.toMatch(/passed|failed/)
  })

  test('a run that is not there', async () => {
    expect(await world.type('testctl runs submit report.xml --run WEB-R9')).toMatchObject({ exitCode: 3, stdout: '' })
  })
})

test('no name that --explain shows begins a line that a CI system takes for a command', async () => {
  const name = 'a&#10;::error::pwned'
  const named = `<testsuite name="s"><testcase name="${name}"/><testcase name="[WEB-C1] ${name}"/></testsuite>`
  await writeFile(join(world.folder, 'named.xml'), named)
  for (const flags of ['--run WEB-R1', '-p WEB --name N --create-cases']) {
    const { stdout } = await world.type(`testctl runs submit named.xml ${flags} --explain`)
    expect(stdout).toContain('s › a ::error::pwned (named.xml:1): passed\n')
    expect(stdout).not.toMatch(/^\s*::/m)
  }
})

test('with --json the error is the last line of stderr, after warnings and annotations', async () => {
  const typed = 'testctl runs submit report.xml --run WEB-R1 --create-cases --gate failed --json --annotations github'
  const { stdout, stderr, exitCode } = await world.type(typed)
  expect(exitCode).toBe(8)
  expect(JSON.parse(stdout)).toMatchObject({ run: { identifier: 'WEB-R1' } })
  const lines = stderr.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^::error /)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ error: { code: 'gate', exitCode: 8 } })
  const { stdout: topic } = await world.type('testctl help exit-codes')
  expect(topic.replace(/\s+/g, ' ')).toContain('it is the last line of stderr')
})
