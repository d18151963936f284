import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

describe('CTest', () => {
  const site = (tests: string) => `<Site BuildName="b"><Testing><TestList><Test>./a</Test></TestList>\n${tests}</Testing></Site>`
  const measured = (name: string, value: string) => `<NamedMeasurement type="text/string" name="${name}"><Value>${value}</Value></NamedMeasurement>`
  const one = (status: string, results: string, path = '.') =>
    `<Test Status="${status}"><Name>pays</Name><Path>${path}</Path><Results>${measured('Execution Time', '0.5')}${results}</Results><Labels><Label>slow</Label></Labels></Test>`

  test.for<[string, string, string, object]>([
    ['passed', 'passed', '<Measurement><Value>out</Value></Measurement>', { result: 'passed', messages: [] }],
    ['failed', 'failed', `${measured('Exit Code', 'Failed')}${measured('Exit Value', '1')}<Measurement><Value>10 is not 9\n</Value></Measurement>`, { result: 'failed', error: false, messages: [{ message: 'Failed (exit value 1)', text: '10 is not 9' }] }],
    ['timed out', 'failed', measured('Exit Code', 'Timeout'), { result: 'failed', error: true, messages: [{ message: 'Timeout' }] }],
    ['disabled', 'notrun', measured('Completion Status', 'Disabled'), { result: 'skipped', messages: [{ message: 'Disabled' }] }],
    ['skipped by its exit code', 'notrun', measured('Completion Status', 'SKIP_RETURN_CODE=77'), { result: 'skipped' }],
    ['not there', 'notrun', measured('Completion Status', 'Unable to find executable'), { result: 'failed', error: true, messages: [{ message: 'Unable to find executable' }] }],
  ])('%s', async ([, status, results, expected]) => {
    expect((await readWhole(site(one(status, results)))).outcomes).toMatchObject([{ name: 'pays', suite: [], seconds: 0.5, line: 2, properties: [{ name: 'tag', value: 'slow' }], ...expected }])
  })

  test('a test of a folder stands in it; compressed output is no text; an unknown status is dropped', async () => {
    const { outcomes, dropped } = await readWhole(site(one('failed', '<Measurement><Value encoding="base64" compression="gzip">eJwr</Value></Measurement>', './sub') + one('odd', '')))
    expect(outcomes).toMatchObject([{ suite: ['sub'], messages: [] }])
    expect(dropped).toMatchObject([{ name: 'pays', reason: 'the status "odd" is neither passed, failed nor skipped' }])
  })

  test('a site of a build is no report', async () => {
    await expect(readWhole('<Site><Build><Error/></Build></Site>')).rejects.toMatchObject({ message: /begins with <Site>/ })
  })
})

describe('SonarQube', () => {
  const report = (content: string, root = 'testExecutions') => `<${root} version="1"><file path="a.js"><testCase name="cart - pays" duration="1500">${content}</testCase></file></${root}>`

  test.for<[string, string, object]>([
    ['passed', '', { result: 'passed' }],
    ['failed', '<failure message="m"> at a </failure>', { result: 'failed', error: false, messages: [{ message: 'm', text: 'at a' }] }],
    ['an error', '<error message="m"/>', { result: 'failed', error: true }],
    ['skipped', '<skipped message="later"/>', { result: 'skipped', messages: [{ message: 'later' }] }],
  ])('%s', async ([, content, expected]) => {
    for (const root of ['testExecutions', 'unitTest'])
      expect((await readWhole(report(content, root))).outcomes).toMatchObject([{ name: 'cart - pays', suite: [], file: 'a.js', seconds: 1.5, ...expected }])
  })
})

describe('doctest', () => {
  const report = (cases: string, failures = 0) =>
    `<doctest><TestSuite name="shop">\n${cases}</TestSuite><OverallResultsTestCases successes="1" failures="${failures}"/></doctest>`
  const one = (success: boolean, { attributes = '', content = '', failures = 0, more = '' } = {}) =>
    `<TestCase name="pays" filename="a.cpp"${attributes}>${content}<OverallResultsAsserts failures="${failures}" test_case_success="${success}"${more}/></TestCase>`
  const check = (type: string) =>
    `<SubCase name="s"><Expression success="false" type="${type}" filename="a.cpp" line="3"><Original> a == 9 </Original><Expanded> 10 == 9 </Expanded><Info> a cart </Info></Expression></SubCase>`
  const thrown = '<Exception crash="false"> no price </Exception>'

  test.for<[string, string, object]>([
    ['passed', one(true, { more: ' duration="1.5"' }), { result: 'passed', seconds: 1.5, messages: [] }],
    ['passed with a warning', one(true, { content: check('WARN') }), { result: 'passed' }],
    ['failed', one(false, { content: check('CHECK'), failures: 1 }), { result: 'failed', error: false, messages: [{ type: 'CHECK', text: 'a == 9\n10 == 9\na cart\na.cpp:3' }] }],
    ['failed behind checks that held', one(false, { content: check('REQUIRE').replace('"false"', '"true"').repeat(30) + check('CHECK'), failures: 1 }), { result: 'failed', messages: [{ type: 'CHECK' }] }],
    ['threw', one(false, { content: thrown }), { result: 'failed', error: true, messages: [{ text: 'no price' }] }],
    ['skipped', '<TestCase name="pays" filename="a.cpp" skipped="true"/>', { result: 'skipped' }],
    ['failed as it may', one(true, { attributes: ' may_fail="true"', content: check('CHECK'), failures: 1 }), { result: 'skipped' }],
    ['threw as it should', one(true, { attributes: ' should_fail="true"', content: thrown }), { result: 'skipped' }],
    ['failed as often as expected', one(true, { content: check('CHECK'), failures: 1, more: ' expected_failures="1"' }), { result: 'skipped' }],
    ['may fail and passed', one(true, { attributes: ' may_fail="true"' }), { result: 'passed' }],
    ['should fail and passed', one(false, { attributes: ' should_fail="true"' }), { result: 'failed', messages: [{ message: 'it should have failed' }] }],
    ['took too long', one(false, { attributes: ' timeout="0.1"' }), { result: 'failed', messages: [{ message: 'it took longer than 0.1 seconds' }] }],
  ])('%s', async ([, content, expected]) => {
    expect((await readWhole(report(content))).outcomes).toMatchObject([{ name: 'pays', suite: ['shop'], file: 'a.cpp', line: 2, ...expected }])
  })

  test('a failure that no test shows is said; a list of tests has no result', async () => {
    expect((await readWhole(report(one(true), 2))).dropped).toMatchObject([{ reason: 'results may be missing: it counts 2 failures, and no result is one' }])
    const list = '<doctest><TestCase name="pays" testsuite="shop" skipped="false"/><TestCase name="adds" skipped="false"/><OverallResultsTestCases unskipped="1"/></doctest>'
    await expect(readWhole(list)).rejects.toMatchObject({ exitCode: 2, message: 'stdin has no test in it' })
  })
})

describe('CUnit', () => {
  const report = (content: string, { type = 'Test Cases', failed = 0 } = {}) =>
    `<!DOCTYPE CUNIT_TEST_RUN_REPORT SYSTEM "CUnit-Run.dtd">\n<CUNIT_TEST_RUN_REPORT><CUNIT_RESULT_LISTING>${content}</CUNIT_RESULT_LISTING><CUNIT_RUN_SUMMARY_RECORD><TYPE> ${type} </TYPE><FAILED> ${failed} </FAILED></CUNIT_RUN_SUMMARY_RECORD></CUNIT_TEST_RUN_REPORT>`
  const suite = (content: string) => `<CUNIT_RUN_SUITE_SUCCESS><SUITE_NAME> cart </SUITE_NAME>${content}</CUNIT_RUN_SUITE_SUCCESS>`
  const record = (content: string) => `<CUNIT_RUN_TEST_RECORD>${content}</CUNIT_RUN_TEST_RECORD>`
  const passes = record('<CUNIT_RUN_TEST_SUCCESS><TEST_NAME> adds </TEST_NAME></CUNIT_RUN_TEST_SUCCESS>')
  const fails = (condition: string) =>
    record(`<CUNIT_RUN_TEST_FAILURE><TEST_NAME> pays </TEST_NAME><FILE_NAME> a.c </FILE_NAME><LINE_NUMBER> 5 </LINE_NUMBER><CONDITION> ${condition} </CONDITION></CUNIT_RUN_TEST_FAILURE>`)

  test('a test that failed twice is one result, with both messages', async () => {
    const { outcomes, dropped } = await readWhole(report(suite(passes + fails('1==2') + fails('2==3')), { failed: 1 }))
    expect(outcomes).toMatchObject([
      { name: 'adds', suite: ['cart'], result: 'passed', messages: [] },
      { name: 'pays', suite: ['cart'], file: 'a.c', result: 'failed', messages: [{ text: '1==2\na.c:5' }, { text: '2==3\na.c:5' }] },
    ])
    expect(dropped).toEqual([])
  })

  test('a suite that could not be set up is said, and a failure that no test shows', async () => {
    const broken = '<CUNIT_RUN_SUITE_FAILURE><SUITE_NAME> till </SUITE_NAME><FAILURE_REASON> Suite Initialization Failed </FAILURE_REASON></CUNIT_RUN_SUITE_FAILURE>'
    expect(await readWhole(report(suite(passes) + broken, { failed: 1 }))).toMatchObject({ passed: 1, dropped: [{ name: 'till', reason: 'failed outside of its tests: Suite Initialization Failed' }] })
    expect(await readWhole(report(suite(passes), { failed: 1 }))).toMatchObject({ dropped: [{ reason: 'results may be missing: it counts a failure, and no result is one' }] })
    expect((await readWhole(report(suite(passes), { type: 'Assertions', failed: 1 }))).dropped).toEqual([])
  })
})
