import { describe, expect, test } from 'vitest'
import { readWhole } from './reading.ts'

const reasons = async (report: string) => (await readWhole(report)).dropped.map(({ reason }) => reason)

describe('a JUnit suite that counts an error or a failure that none of its tests has', () => {
  const suite = (attributes: string, content: string) => `<testsuites><testsuite name="s" ${attributes}>${content}</testsuite></testsuites>`
  const passed = '<testcase name="a"/>'
  const outside = 'failed outside of its tests: it counts'

  test('newman: a script that throws behind its first assertion is told, with what it wrote', async () => {
    const xml = `<testsuites name="Col" tests="1">
      <testsuite name="login" id="x" tests="1" failures="0" errors="1" time="0.098"><system-err><![CDATA[Iteration: 0
---
testScriptError: boom at 1:1
]]></system-err><testcase name="status is 200" time="0.098" classname="Login"/></testsuite></testsuites>`
    expect(await readWhole(xml)).toMatchObject({
      passed: 1,
      dropped: [{ name: 'login', line: 2, reason: `${outside} an error, and none of its tests has one: testScriptError: boom at 1:1` }],
    })
  })

  test.for<[string, string, string, string]>([
    ['newman: an iteration that failed before one that passed', 'tests="1" failures="1" errors="0"', passed, 'a failure'],
    ['Karma: a browser that was lost', 'tests="9" errors="1" failures="0"', passed, 'an error'],
    ['a test that was skipped does not explain it', 'failures="2"', '<testcase name="a"><skipped/></testcase>', '2 failures'],
    ['what was skipped is no test that is missing', 'tests="1" failures="1" skipped="0"', passed, 'a failure'],
  ])('%s', async ([, attributes, content, count]) => {
    expect(await reasons(suite(attributes, content))).toEqual([`${outside} ${count}, and none of its tests has one`])
  })

  test('is named once, as the innermost that counts it', async () => {
    const inner = `<testsuite name="in" errors="1">${passed}</testsuite>`
    expect((await readWhole(suite('errors="1"', inner))).dropped).toMatchObject([{ name: 's › in' }])
    expect((await readWhole(suite('errors="1"', inner.replace('"1"', '"0"')))).dropped).toMatchObject([{ name: 's' }])
  })

  test.for<[string, string, string]>([
    ['a failure of one of its tests', 'failures="2"', '<testcase name="a"><failure/></testcase>'],
    ['a failure in a suite in it', 'failures="1"', '<testsuite name="in"><testcase name="a"><failure/></testcase></testsuite>'],
    ['a failure that is told in an attribute', 'failures="1"', '<testcase name="a" status="failed"/>'],
    ['Surefire: an attempt that failed before a test passed', 'failures="1"', '<testcase name="a"><flakyFailure/></testcase>'],
    ['Catch2: a failure that was expected', 'failures="1"', '<testcase name="a"><skipped message="TEST_CASE tagged with !mayfail"/><failure/></testcase>'],
    ['Node.js: a todo that failed', 'failures="1"', '<testcase name="a"><skipped type="todo"/><failure/></testcase>'],
    ['CTest: a test that could not be run', 'failures="1"', '<testcase name="a" status="notrun"><skipped message="Unable to find executable"/></testcase>'],
    ['NUnit: a test without a verdict', 'tests="1" errors="1" skipped="0"', '<testcase name="a" status="Inconclusive"/>'],
    ['NUnit: tests that a filter left out', 'tests="3" errors="2" failures="0" skipped="0"', '<testcase name="a" status="Passed"/>'],
    ['NUnit: a failure of a test in a suite behind it', 'tests="2" errors="0" failures="1" skipped="0"', '<testcase name="a" status="Passed"/>'],
    ['Qt 5: a message', 'errors="1" failures="0" tests="1"', `<properties><property name="QTestVersion" value="5.15.8"/></properties>${passed}`],
  ])('is not told for %s', async ([, attributes, content]) => {
    expect(await reasons(suite(attributes, content))).toEqual([])
  })

  test('is not told beside the error that says it', async () => {
    expect(await reasons(suite('errors="1"', `${passed}<error message="no power"/>`))).toEqual(['failed outside of its tests: no power'])
  })
})

const missing = (count: string) => `results may be missing: it counts ${count}, and no result is one`

describe('JUnit XML of Node.js', () => {
  const node = (more: string, fail: number) =>
    `<testsuites><testsuite name="sub" time="0.002" disabled="0" errors="0" tests="1" failures="0" skipped="0" hostname="vm"><testcase name="in" classname="test"/></testsuite>${more}<!-- tests 2 --><!-- fail ${fail} --></testsuites>`

  test('is not called passed where a test failed by itself, and not one of the tests in it', async () => {
    expect(await reasons(node('', 1))).toEqual([missing('a failure')])
    expect(await reasons(node('', 0))).toEqual([])
    expect(await reasons(node('<testcase name="b"><failure/></testcase>', 2))).toEqual([])
  })
})

describe('CTRF whose summary counts failures', () => {
  const report = (summary: object, ...tests: object[]) => JSON.stringify({ reportFormat: 'CTRF', specVersion: '1.0.0', results: { summary, tests } })
  const passed = { name: 'a', status: 'passed' }

  test('is not called passed where no test failed', async () => {
    expect(await readWhole(report({ failed: 2 }, passed))).toMatchObject({ passed: 1, dropped: [{ name: 'the run', line: 1, reason: missing('2 failures') }] })
  })

  test('wherever the summary stands', async () => {
    const behind = JSON.stringify({ results: { tests: [passed], summary: { failed: 1 } } })
    expect(await reasons(behind)).toEqual([missing('a failure')])
  })

  test.for<[string, object, object]>([
    ['a test failed', { failed: 2 }, { status: 'failed' }],
    ['a test failed at first', { failed: 1 }, { status: 'passed', retries: 1 }],
    ['it counts none', { failed: 0 }, passed],
    ['it is no number', { failed: 'many' }, passed],
  ])('is what its tests say where %s', async ([, summary, one]) => {
    expect(await reasons(report(summary, passed, { name: 'b', ...one }))).toEqual([])
  })

  test('is not called passed where Playwright expected a failure, and the test passed each time', async () => {
    // playwright-ctrf-json-reporter calls it flaky, and counts it as failed.
    const suspect = { name: 'b', status: 'passed', flaky: true, retries: 1, retryAttempts: [{ status: 'passed' }] }
    const failed = { name: 'c', status: 'failed' }
    const hidden = { name: 'b', line: 1, reason: expect.stringContaining('passed in each of its attempts') }
    expect(await readWhole(report({ failed: 1 }, suspect))).toMatchObject({ dropped: [hidden] })
    expect(await readWhole(report({ failed: 2 }, failed, suspect))).toMatchObject({ dropped: [hidden] })
    expect(await reasons(report({ failed: 1 }, failed, suspect))).toEqual([])
    expect(await reasons(report({ failed: 1 }, { ...suspect, retryAttempts: [{ status: 'failed' }] }))).toEqual([])
  })

  test('says nothing more where a test is dropped', async () => {
    expect(await reasons(report({ failed: 1 }, passed, { name: 'b', status: 'other' }))).toEqual(['its status is other: neither passed nor failed'])
  })
})

describe('TRX whose counters count failures', () => {
  const trx = (outcome: string, counters: string) =>
    `<TestRun><Results><UnitTestResult testName="a" outcome="${outcome}"/></Results><ResultSummary outcome="Failed"><Counters ${counters}/></ResultSummary></TestRun>`

  test.for<[string, string]>([
    ['failed="2" error="0"', '2 failures'],
    ['failed="0" timeout="1"', 'a failure'],
    ['failed="1" error="1" aborted="1"', '3 failures'],
  ])('is not called passed where no result failed: %s', async ([counters, count]) => {
    expect(await readWhole(trx('Passed', counters))).toMatchObject({ passed: 1, dropped: [{ name: 'the run', line: 1, reason: missing(count) }] })
  })

  test.for<[string, string, string]>([
    ['a result failed', 'Failed', 'failed="2"'],
    ['they count none', 'Passed', 'failed="0" notExecuted="1"'],
  ])('is what its results say where %s', async ([, outcome, counters]) => {
    expect(await reasons(trx(outcome, counters))).toEqual([])
  })

  test('says nothing more where a result is dropped', async () => {
    expect(await reasons(trx('Completed', 'failed="1"').replace('<Results>', '<Results><UnitTestResult testName="b" outcome="Passed"/>'))).toHaveLength(1)
  })
})

describe('TAP whose summary counts failures', () => {
  const summary = '# tests 2\n# pass 1\n# fail 1'
  const skipped = 'not ok 2 - b # SKIP'

  test('is not called passed where none is shown: AVA does not escape the end of a title', async () => {
    const { passed, skipped: left, dropped } = await readWhole(`TAP version 13\nok 1 - a\n${skipped}\n\n1..2\n${summary}\n`)
    expect({ passed, left, dropped }).toEqual({ passed: 1, left: 1, dropped: [{ name: 'the run', line: 8, reason: missing('a failure') }] })
  })

  test('is held against the run that it ends, of several in a report', async () => {
    const hidden = `TAP version 13\nok 1 - a\n${skipped}\n1..2\n${summary}\n`
    const shown = hidden.replace(' # SKIP', '')
    expect(await reasons(`${hidden}${shown}`)).toEqual([missing('a failure')])
    expect(await reasons(`${shown}${hidden}`)).toEqual([missing('a failure')])
    expect(await reasons(`${shown}${shown}`)).toEqual([])
  })

  test.for<[string, string]>([
    ['a test failed, though fewer than it counts', `not ok 1 - a\nok 2 - b\n1..2\n${summary.replace('fail 1', 'fail 2')}`],
    ['a test printed such a line', `ok 1 - a\n# fail 1\nok 2 - b\n1..2\n# tests 2\n# pass 2\n# fail 0`],
    ['the summary stands before the plan, as that of Mocha', `ok 1 a\nnot ok 2 b\n${summary}\n1..2`],
  ])('is what its tests say where %s', async ([, report]) => {
    expect(await reasons(`${report}\n`)).toEqual([])
  })

  test.for<[string, string, string]>([
    ['QUnit', `TAP version 13\nok 1 a\nnot ok 2 b # SKIP\n1..2\n# pass 1\n# skip 0\n# todo 0\n# fail 1`, missing('a failure')],
    ['jasmine-reporters', `TAP version 13\nok 1 - a\nnot ok 2 - b # SKIP\n1..2\n# 2 specs, 1 failure, 0 skipped, 0 disabled in 0.009s.`, missing('a failure')],
    ['prove -v, of a file that failed', `t/a.t ..\nok 1 - a\n1..1\nFiles=1, Tests=1,  0 wallclock secs\nResult: FAIL`, 'results may be missing: it says that it failed, and no result is a failure'],
  ])('is not called passed where %s tells it', async ([, report, reason]) => {
    expect(await reasons(`${report}\n`)).toEqual([reason])
  })

  test.for<[string, string]>([
    ['a test of an earlier file failed', `TAP version 13\nnot ok 1 - a\n1..1\nTAP version 13\nok 1 - b\n1..1\nFiles=2, Tests=2,  0 wallclock secs\nResult: FAIL`],
    ['a test printed it', `ok 1 - a\nResult: FAIL\n1..1`],
    ['all is well', `ok 1 - a\n1..1\nFiles=1, Tests=1,  0 wallclock secs\nResult: PASS`],
  ])('prove -v says nothing more where %s', async ([, report]) => {
    expect(await reasons(`${report}\n`)).toEqual([])
  })

  test('says nothing more where a result is dropped', async () => {
    expect(await reasons('ok 1 - a\n1..2\nFiles=1, Tests=1,  0 wallclock secs\nResult: FAIL\n')).toEqual(['the plan is for 2 tests, and 1 was reported'])
  })
})

test('the last summary of TAP is the one of the runner: a test of Node.js may print another before it', async () => {
  const tap = (fail: number) => `TAP version 13\n# pass 1\n# fail 3\nok 1 - a\n1..1\n# tests 1\n# pass 1\n# fail ${fail}\n`
  expect(await reasons(tap(0))).toEqual([])
  expect(await reasons(tap(1))).toEqual(['results may be missing: it counts a failure, and no result is one'])
})
