import { describe, expect, test } from 'vitest'
import { readText, readWhole } from '../reading.ts'

describe('what Boost.Test says', () => {
  const failure = (kind = 'assertion error') => `<failure message="failure" type="${kind}"><![CDATA[\nASSERTION FAILURE:\n- file   : shop.cpp\n- line   : 19\n- message: check false has failed\n\n]]></failure>`
  const error = '<error message="unexpected exception" type="uncaught exception"><![CDATA[\nUNCAUGHT EXCEPTION:\n- file: unknown location\n- line: 0\n]]></error>'
  const stderr = (first: string, rest = '') => `<system-err><![CDATA[${first}:\n- test case: adds\n- file: shop.cpp\n- line: 19\n${rest}]]></system-err>`
  const boost = (told: string) => `<testsuite tests="1" skipped="0" errors="0" failures="0" id="0" name="shop" time="0.001"><testcase assertions="1" name="adds" time="2.2e-05">${told}</testcase></testsuite>`

  test.for<[string, string, string]>([
    ['a failure that was expected', failure(), 'skipped'],
    ['two of them, in a test that also wrote to stderr', failure() + failure() + stderr('ERROR STREAM', '\nSTDERR BEGIN: ------------\nFailures detected in:\n'), 'skipped'],
    ['a failure', failure() + stderr('Failures detected in'), 'failed'],
    ['a failure that ended the test', failure('fatal error') + stderr('Failures detected in'), 'failed'],
    ['an exception', error + stderr('Failures detected in'), 'failed'],
    ['an exception behind a failure that was expected', failure() + error, 'failed'],
    ['a failure in a test that wrote more to stderr than is kept', failure() + stderr('Failures detected in', 'x'.repeat(5_000_000)), 'failed'],
  ])('%s', async ([, told, result]) => {
    expect(await readText(boost(told))).toMatchObject([{ result }])
  })

  test('a failure that it counts, where something has left out what it says of it', async () => {
    const { dropped } = await readWhole(boost(failure()).replace('failures="0"', 'failures="1"'))
    expect(dropped).toMatchObject([{ name: 'shop', reason: expect.stringContaining('it counts a failure') }])
  })
})

test('a test in which CxxTest warns passed, unless it fails as well', async () => {
  const test = (name: string, told: string) => `<testcase classname="Cart" name="${name}" line="8"><warning line="8" >low stock</warning>${told}<system-out >In Cart::${name}:\nt.h:8: Warning: low stock</system-out></testcase>`
  const report = `<testsuite name="cxxtest" date="Sat Nov 28 19:34:38 2026" tests="2" errors="0" failures="1" time="0" >${test('testAdds', '')}${test('testPays', '<failure file="t.h" line="9" type="failure" >no price</failure>')}</testsuite>`
  const { dropped, outcomes } = await readWhole(report)
  expect(outcomes).toMatchObject([
    { name: 'testAdds', result: 'passed', error: false, messages: [] },
    { name: 'testPays', result: 'failed', error: false, messages: [{ text: 'no price' }] },
  ])
  expect(dropped).toEqual([])
})

describe('what doctest says', () => {
  const failed = (type: string) => `<failure message="false" type="${type}">\nshop.cpp:20:\n${type}( false ) is NOT correct!\n  values: ${type}( false )\n\n</failure>`
  const doctest = (told: string, count = 1) => `<testsuites><testsuite name="./shop" errors="0" failures="${count}" tests="0" time="0.0002" doctest_version="2.4.9"><testcase classname="shop.cpp" name="adds" time="0.0002" status="run">${told}</testcase></testsuite></testsuites>`

  test.for<[string, string, string]>([
    ['a warning', failed('WARN'), 'passed'],
    ['a warning of another kind', failed('WARN_THROWS_AS'), 'passed'],
    ['a warning and a check', failed('WARN') + failed('CHECK'), 'failed'],
    ['a check that somebody calls a warning', '<failure message="false" type="WARN">low stock</failure>', 'failed'],
  ])('%s', async ([, told, result]) => {
    const { dropped, outcomes } = await readWhole(doctest(told))
    expect(outcomes).toMatchObject([{ result }])
    expect(dropped).toEqual([])
  })
})

test('the XML of Check, which has the root of JUnit and other elements, is refused: its failures must not be missed beside another report', async () => {
  const check = '<?xml version="1.0"?>\n<testsuites xmlns="http://check.sourceforge.net/ns">\n<suite>\n<title>shop</title>\n<test result="failure">\n<id>adds</id>\n<message>no total</message>\n</test>\n</suite>\n</testsuites>\n'
  await expect(readWhole(check)).rejects.toMatchObject({ exitCode: 2, message: 'stdin is not JUnit XML, but that of Check, which testctl does not read', hint: expect.stringContaining('CK_TAP_LOG_FILE_NAME=') })
})
