import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../helpers/world.ts'

let world: World
beforeEach(async () => {
  // No service is configured, and no command may need one.
  world = await createWorld({ TESTCTL_URL: '' })
  await mkdir(join(world.folder, 'out/inner'), { recursive: true })
  for (const [file, content] of Object.entries(files)) await writeFile(join(world.folder, file), content)
})
afterEach(() => world.remove())

const files: Record<string, string> = {
  'good.xml': `<testsuites><testsuite name="Login" tests="4">
<testcase name="logs in" classname="auth.Login" file="login.ts" time="0.5"><flakyFailure message="slow"/></testcase>
<testcase name="logs out"><error message="no"/></testcase>
<testcase name="waits"><skipped/></testcase>
<testcase name="stays"/></testsuite></testsuites>`,
  'broken.xml': '<testsuite><testcase name="a"/>\n<testcase',
  'dropping.xml': '<testsuite name="s">\n<error message="no power"/><testcase name="a"/></testsuite>',
  'out/inner/run.trx': '<TestRun><Results><UnitTestResult testName="adds" outcome="Passed"/></Results></TestRun>',
  'empty.xml': '',
}

test('every report gets a line: what it was taken for, and what is in it', async () => {
  expect(await world.type("testctl reports read good.xml 'out/**/*.trx'")).toEqual({
    stdout: 'good.xml\tJUnit XML\t4\t1\t1\t1\t1\t1\t0\nout/inner/run.trx\tTRX\t1\t1\t0\t0\t0\t0\t0\n',
    stderr: '',
    exitCode: 0,
  })
})

test('people get a table', async () => {
  const { stdout } = await world.type('testctl report read good.xml', { terminal: 80 })
  expect(stdout.replace(/\u001b\[\d+m/g, '')).toBe(
    `FILE      FORMAT     CASES  PASSED  FAILED  SKIPPED  FLAKY  DROPPED
good.xml  JUnit XML  4      1       1       1        1      0
`,
  )
})

test('JSON has it all, with what was dropped and why', async () => {
  const { stdout, stderr, exitCode } = await world.type('testctl reports read good.xml dropping.xml - --json', {
    stdin: files['broken.xml']!,
  })
  const dropped = [{ reason: 'failed outside of its tests: no power', line: 2, name: 's' }]
  expect(JSON.parse(stdout)).toEqual([
    {
      file: 'good.xml',
      format: 'JUnit XML',
      cases: 4,
      passed: 1,
      failed: 1,
      errors: 1,
      skipped: 1,
      flaky: 1,
      dropped: [],
    },
    {
      file: 'dropping.xml',
      format: 'JUnit XML',
      cases: 1,
      passed: 1,
      failed: 0,
      errors: 0,
      skipped: 0,
      flaky: 0,
      dropped,
    },
    { file: '-', error: expect.stringContaining('stdin is not well-formed XML: line 2') },
  ])
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/^\{"error":\{.*not well-formed/)])
  expect(exitCode).toBe(2)
})

test('what is dropped is named, and ends with exit code 7', async () => {
  expect(await world.type('testctl reports read dropping.xml')).toEqual({
    stdout: 'dropping.xml\tJUnit XML\t1\t1\t0\t0\t0\t0\t1\n',
    stderr: `warning: s (dropping.xml:2): failed outside of its tests: no power
error: dropped 1 entry without a result
  look into the report, or the log of the test run
`,
    exitCode: 7,
  })
})

test('of very much that is dropped, the first are named', async () => {
  const stdin = `<testsuite name="s"><testcase name="a"/>${'<error/>'.repeat(30)}</testsuite>`
  const { stderr } = await world.type('testctl reports read -', { stdin })
  expect(stderr.match(/^warning: s /gm)).toHaveLength(20)
  expect(stderr).toContain('warning: and 10 more, which --json names\n')
})

describe('what cannot be read is said, and the others are read', () => {
  test('one', async () => {
    const { stdout, stderr, exitCode } = await world.type('testctl reports read empty.xml good.xml')
    expect(stdout).toBe('empty.xml\tcannot be read\t\t\t\t\t\t\t\ngood.xml\tJUnit XML\t4\t1\t1\t1\t1\t1\t0\n')
    expect(stderr).toBe('error: empty.xml is empty\n  did the test run get to its end?\n')
    expect(exitCode).toBe(2)
  })

  test('several, and one that is not there', async () => {
    const { stdout, stderr, exitCode } = await world.type('testctl reports read none.xml broken.xml good.xml')
    expect(stdout.split('\n')).toHaveLength(4)
    expect(stderr).toMatch(
      /^warning: there is no file none\.xml\nwarning: broken\.xml is not well-formed.*\nerror: 2 of 3 reports cannot be read\n {2}\S/,
    )
    expect(exitCode).toBe(2)
  })

  test.for([
    ["'out/*.xml'", /no file matches out\/\*\.xml/],
    ['out', /out is a folder, not a report/],
    ['good.xml --format trx', /good\.xml is not TRX: it begins with <testsuites>/],
    ['good.xml --format junitt', /there is no format "junitt"\n {2}did you mean junit\? formats: junit, /],
    ['- -', /stdin can be read only once/],
    ['', /missing required argument/],
  ] as const)('testctl reports read %s', async ([typed, message]) => {
    const { stderr, exitCode } = await world.type(`testctl reports read ${typed}`)
    expect(stderr).toMatch(message)
    expect(exitCode).toBe(2)
  })
})

describe('--results', () => {
  test('lists the results', async () => {
    expect((await world.type('testctl reports read good.xml --results')).stdout).toBe(
      [
        'logs in\tLogin\tauth.Login\tlogin.ts\tpassed\ttrue\tfalse\t0.5\tgood.xml\t2',
        'logs out\tLogin\t\t\tfailed\tfalse\ttrue\t\tgood.xml\t3',
        'waits\tLogin\t\t\tskipped\tfalse\tfalse\t\tgood.xml\t4',
        'stays\tLogin\t\t\tpassed\tfalse\tfalse\t\tgood.xml\t5\n',
      ].join('\n'),
    )
    expect((await world.type('testctl reports read good.xml --results --columns result,name')).stdout).toMatch(
      /^passed\tlogs in\nfailed\tlogs out\n/,
    )
  })

  test('in a form that is a report again', async () => {
    const { stdout } = await world.type('testctl reports read good.xml --results --ndjson')
    const { stdout: again } = await world.type('testctl reports read - --results --json', { stdin: stdout })
    const { stdout: first } = await world.type('testctl reports read good.xml --results --json')
    const without = (text: string) =>
      (JSON.parse(text) as { report: string; line: number }[]).map(({ report: _report, line: _line, ...rest }) => rest)
    expect(without(again)).toEqual(without(first))
  })

  test('what is dropped is named there as well', async () => {
    const { stdout, stderr, exitCode } = await world.type('testctl reports read dropping.xml --results --ndjson')
    expect(JSON.parse(stdout)).toMatchObject({ name: 'a' })
    expect(stderr).toContain('s (dropping.xml:2): failed outside of its tests')
    expect(exitCode).toBe(7)
  })

  test('a list that is cut short is not closed', async () => {
    const { stdout, exitCode } = await world.type('testctl reports read good.xml broken.xml --results --json')
    expect(() => JSON.parse(stdout)).toThrow()
    expect(exitCode).toBe(2)
  })
})

test('a report’s texts cannot write to the terminal', async () => {
  const stdin = '<testsuite name="s"><testcase name="a&#155;31m&#x202e;b"/><error message="&#155;2Jgone"/></testsuite>'
  for (const line of ['testctl reports read -', 'testctl reports read - --results']) {
    const { stdout, stderr } = await world.type(line, { stdin, terminal: 100 })
    expect((stdout + stderr).replace(/\u001b\[\d+m/g, '')).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/)
  }
})

test('no name of a report begins a line that a CI system takes for a command', async () => {
  const file = 'f\n::error::file.xml'
  const broken = '<testsuite name="s&#10;::error::suite"><error message="no"/>'
  await writeFile(join(world.folder, 'alone.xml'), `${broken}</testsuite>`)
  await writeFile(join(world.folder, file), `${broken}<testcase name="a&#10;::error::test"/></testsuite>`)
  await writeFile(join(world.folder, `empty-${file}`), '<testsuite/>')
  for (const typed of ['f*.xml', 'alone.xml', 'empty-*.xml', '*.xml', '*.xml --results']) {
    const { stdout, stderr } = await world.type(`testctl reports read ${typed}`)
    expect(`${stdout}${stderr}`).not.toMatch(/^\s*::/m)
  }
})

test('a test without a name is a result; what failed outside of tests is dropped', async () => {
  await writeFile(join(world.folder, 'unnamed.xml'), '<testsuite name="s"><testcase/></testsuite>')
  expect(JSON.parse((await world.type('testctl reports read unnamed.xml --json')).stdout)).toMatchObject([
    { passed: 1, dropped: [] },
  ])
  const { stdout } = await world.type('testctl reports read --help')
  expect(stdout).toContain('A test without a name is counted here')
})
