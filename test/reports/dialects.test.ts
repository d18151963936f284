import { describe, expect, test } from 'vitest'
import { readWhole } from './reading.ts'

describe('behave', () => {
  const step = (name: string, result?: object) => ({ keyword: 'Given', step_type: 'given', name, ...(result && { result }) })
  const feature = (...elements: object[]) => JSON.stringify([{ keyword: 'Feature', name: 'shop', uri: 'a', elements }])
  const background = { type: 'background', keyword: 'Background', name: '', steps: [step('an open shop')] }
  const scenario = (...steps: object[]) => ({ type: 'scenario', keyword: 'Scenario', name: 'pays', steps })

  test('a background without results says nothing of its scenario', async () => {
    expect(await readWhole(feature(background, scenario(step('an open shop', { status: 'passed' }))))).toMatchObject({ cases: 1, passed: 1, dropped: [] })
  })

  test('a background that failed fails it', async () => {
    const failed = { ...background, steps: [step('an open shop', { status: 'failed', error_message: ['no', 'power'] })] }
    expect((await readWhole(feature(failed, scenario(step('pay', { status: 'skipped' }))))).outcomes).toMatchObject([
      { result: 'failed', messages: [{ message: 'Given an open shop: failed', text: 'no\npower' }] },
    ])
  })

  test('a scenario that was left out is skipped, and one that says nothing is dropped', async () => {
    const skipped = { ...scenario(step('an open shop')), status: 'skipped' }
    expect(await readWhole(feature(skipped, scenario(step('an open shop'))))).toMatchObject({ skipped: 1, dropped: [{ name: 'pays' }] })
  })
})

describe('TRX', () => {
  const trx = (results: string, summary = '') => `<TestRun>${summary}<Results>${results}</Results></TestRun>`
  const info = (text: string) => `<ResultSummary outcome="Failed"><RunInfos><RunInfo outcome="Error"><Text>${text}</Text></RunInfo></RunInfos></ResultSummary>`
  const [passed, failed] = ['<UnitTestResult testName="a" outcome="Passed"/>', '<UnitTestResult testName="b" outcome="Failed"/>']
  const code = (number: number) => `Exit code indicates failure: '${number}'. Please refer to https://aka.ms/testingplatform/exitcodes`

  test('a result without an outcome is an error', async () => {
    const boom = '<UnitTestResult testName="b"><Output><ErrorInfo><Message>boom</Message></ErrorInfo></Output></UnitTestResult>'
    expect(await readWhole(trx(passed + boom))).toMatchObject({ passed: 1, failed: 1, errors: 1, outcomes: [{}, { messages: [{ message: 'boom' }] }] })
  })

  test.for<[string, string, number]>([
    ['exit code 2 beside a failed test says nothing more', trx(passed + failed).replace('</TestRun>', `${info(code(2))}</TestRun>`), 0],
    ['wherever it stands', trx(passed + failed, info(code(2))), 0],
    ['where no test failed, results may be missing', trx(passed, info(code(2))), 1],
    ['another exit code is another trouble', trx(passed + failed, info(code(3))), 1],
  ])('Microsoft.Testing.Platform: %s', async ([, xml, dropped]) => {
    expect((await readWhole(xml)).dropped).toHaveLength(dropped)
  })
})

describe('NUnit 2', () => {
  const suite = (cases: string) => `<test-results name="a"><test-suite name="s"><results>${cases}</results></test-suite></test-results>`

  test('what has a <failure> failed, also where no success is told', async () => {
    const xml = suite('<test-case name="a" executed="True" time="1"/><test-case name="b" executed="True"><failure><message>m</message></failure></test-case><test-case name="c" executed="False"/>')
    expect(await readWhole(xml)).toMatchObject({ passed: 1, failed: 1, skipped: 1, dropped: [] })
  })

  test.for(['true', 'True', 'TRUE'])('%s is true', async (word) => {
    const no = word.replace(/true/i, (all) => (all === 'TRUE' ? 'FALSE' : all === 'True' ? 'False' : 'false'))
    const xml = suite(`<test-case name="a" executed="${word}" success="${word}"/><test-case name="b" executed="${word}" success="${no}"/><test-case name="c" executed="${no}" success="${word}"/>`)
    expect(await readWhole(xml)).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
  })
})

test('go test -json: a package that TestMain ended says its exit status', async () => {
  const event = (fields: object) => JSON.stringify({ Package: 'p', ...fields })
  const lines = [
    event({ Action: 'start' }),
    event({ Action: 'pass', Test: 'TestA' }),
    event({ Action: 'output', Output: 'PASS\n' }),
    event({ Action: 'output', Output: 'exit status 3\n' }),
    event({ Action: 'output', Output: 'FAIL\tp\t0.003s\n' }),
    event({ Action: 'fail' }),
  ]
  expect((await readWhole(lines.join('\n'))).dropped).toMatchObject([{ name: 'p', reason: 'the package failed outside of its tests: exit status 3' }])
})

describe('Jest', () => {
  const jest = (...testResults: object[]) => JSON.stringify({ numTotalTests: 1, testResults })
  const good = { name: 'a.test.js', status: 'passed', assertionResults: [{ title: 'adds', status: 'passed' }] }

  test('entries without a name that say nothing are none beside the others', async () => {
    const more = { name: '', status: 'failed', message: '', assertionResults: [] }
    expect(await readWhole(jest({ ...good, assertionResults: [...good.assertionResults, {}] }, more))).toMatchObject({ cases: 1, passed: 1, dropped: [] })
  })

  test('alone they are told, and so is one that says what failed', async () => {
    await expect(readWhole(jest({ status: 'failed', assertionResults: [] }))).rejects.toMatchObject({ message: /failed outside of its tests/ })
    expect((await readWhole(jest(good, { status: 'failed', message: 'no power', assertionResults: [] }))).dropped).toMatchObject([{ reason: 'failed outside of its tests: no power' }])
  })
})

test('the <TestRun> of CppUnit is no TRX', async () => {
  const xml = '<TestRun><FailedTests><FailedTest id="1"><Name>Cart::pays</Name><FailureType>Error</FailureType><Location><File>c.cpp</File></Location><Message>boom</Message></FailedTest></FailedTests><SuccessfulTests><Test id="2"><Name>adds</Name></Test></SuccessfulTests></TestRun>'
  expect(await readWhole(xml)).toMatchObject({
    format: 'CppUnit XML',
    outcomes: [
      { name: 'pays', classname: 'Cart', file: 'c.cpp', result: 'failed', error: true, messages: [{ type: 'Error', text: 'boom' }] },
      { name: 'adds', result: 'passed', messages: [] },
    ],
  })
})
