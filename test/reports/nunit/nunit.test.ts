import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const run = (content: string, suite = 'result="Passed"') =>
  `<test-run id="0" result="Passed"><test-suite type="Assembly" name="Shop.Tests.dll" fullname="/ci/Shop.Tests.dll" result="Passed">
<test-suite type="TestSuite" name="Shop"><test-suite type="TestFixture" name="Cart" ${suite}>
${content}</test-suite></test-suite></test-suite></test-run>`
const one = (attributes: string, content = '') =>
  `<test-case id="1" name="Adds(1)" fullname="Shop.Cart.Adds(1)" methodname="Adds" classname="Shop.Cart" duration="0.5" ${attributes}>${content}</test-case>\n`

describe('what a result comes to', () => {
  test.for<[string, string, boolean]>([
    ['result="Passed"', 'passed', false],
    ['result="Failed"', 'failed', false],
    ['result="Failed" label="Error"', 'failed', true],
    ['result="Failed" label="Invalid"', 'failed', true],
    ['result="Failed" label="Cancelled"', 'failed', true],
    ['result="Failed" site="Parent"', 'failed', false],
    ['result="Skipped" label="Ignored"', 'skipped', false],
    ['result="Skipped" label="Explicit"', 'skipped', false],
    ['result="Inconclusive"', 'skipped', false],
    ['result="Warning"', 'skipped', false],
  ])('%s: %s', async ([attributes, expected, error]) => {
    expect((await readWhole(run(one(attributes)))).outcomes).toMatchObject([
      { name: 'Adds(1)', suite: ['Shop', 'Cart'], classname: 'Shop.Cart', result: expected, error, seconds: 0.5, line: 3 },
    ])
  })

  test('what is none is dropped, and said', async () => {
    expect(await readWhole(run(one('result="Passed"') + one('result="toString"') + one('')))).toMatchObject({
      cases: 3,
      dropped: [
        { name: 'Adds(1)', line: 4, reason: 'the result "toString" is neither passed, failed nor skipped' },
        { name: 'Adds(1)', line: 5, reason: 'it has no result' },
      ],
    })
  })
})

test('a failure is told once, though each of its assertions stands there as well', async () => {
  const content = `<properties><property name="Category" value="slow"/><property name="_SKIPREASON" value="x"/><property name="testctl" value="WEB-C1"/></properties>
    <failure><message><![CDATA[1 <> 2]]></message><stack-trace>at A</stack-trace></failure>
    <assertions><assertion result="Failed"><message>another</message><stack-trace>at B</stack-trace></assertion></assertions>`
  expect((await readWhole(run(one('result="Failed"', content)))).outcomes).toMatchObject([
    {
      messages: [{ message: '1 <> 2', text: 'at A' }],
      properties: [
        { name: 'tag', value: 'slow' },
        { name: 'testctl', value: 'WEB-C1' },
      ],
    },
  ])
})

describe('a suite that failed', () => {
  const failed = (message: string) => `<failure><message>${message}</message></failure>`
  test.for<[string, string, string, number]>([
    ['because of its tests: nothing more', 'result="Failed" site="Child"', failed('One or more child tests had errors') + one('result="Failed"'), 0],
    ['in its setup, and so its tests: nothing more', 'result="Failed" site="SetUp"', failed('no power') + one('result="Failed" site="Parent"'), 0],
    ['in its teardown: said', 'result="Failed" site="TearDown"', failed('no power') + one('result="Passed"'), 1],
    ['in its teardown, and a test in it: said', 'result="Failed" site="TearDown"', failed('no power') + one('result="Failed"'), 1],
    ['and could not be run: said', 'result="Failed" label="Invalid"', '<reason><message>no power</message></reason>', 1],
    ['and was skipped: nothing more', 'result="Skipped"', `<reason><message>later</message></reason>${one('result="Skipped"')}`, 0],
  ])('%s', async ([, suite, content, dropped]) => {
    const report = await readWhole(run(content, suite).replace('<test-suite type="TestSuite"', `${one('result="Passed"')}$&`))
    expect(report.dropped).toHaveLength(dropped)
    if (dropped) expect(report.dropped).toMatchObject([{ name: 'Cart', reason: 'failed outside of its tests: no power' }])
  })
})

test('version 2 names the class in the test’s name, and its suites in `results`', async () => {
  const xml = `<test-results name="/ci/Shop.dll"><test-suite type="Assembly" name="/ci/Shop.dll" result="Failure"><results>
    <test-suite type="Namespace" name="Shop"><results><test-suite type="TestFixture" name="Cart" result="Failure"><failure><message>Child test failed</message></failure><results>
    <test-case name="Shop.Cart.Adds" executed="True" result="Success" time="0.1"><categories><category name="slow"/></categories></test-case>
    <test-case name="Shop.Cart.Fails" executed="True" result="Error" time="0.1"><failure><message>no</message><stack-trace>at A</stack-trace></failure></test-case>
    <test-case name="Shop.Cart.Waits" executed="False" result="Ignored"><reason><message>later</message></reason></test-case>
    <test-case name="Shop.Cart.Old" executed="True" success="False" />
    </results></test-suite></results></test-suite></results></test-suite></test-results>`
  expect(await readWhole(xml)).toMatchObject({
    outcomes: [
      { name: 'Adds', classname: 'Shop.Cart', suite: ['Shop', 'Cart'], result: 'passed', seconds: 0.1, properties: [{ name: 'tag', value: 'slow' }] },
      { name: 'Fails', result: 'failed', error: true, messages: [{ message: 'no', text: 'at A' }] },
      { name: 'Waits', result: 'skipped', messages: [{ message: 'later' }] },
      { name: 'Old', result: 'failed' },
    ],
    dropped: [],
  })
})

test('a fixture of version 2 whose teardown failed is said once, though it does not say why', async () => {
  const suite = (type: string, name: string, content: string) => `<test-suite type="${type}" name="${name}" executed="True" result="Failure" success="False"><results>${content}</results></test-suite>`
  const passes = '<test-case name="Till.Adds" executed="True" result="Success" success="True" time="0.1" asserts="0" />'
  const fails = '<test-case name="Cart.Pays" executed="True" result="Failure" success="False" time="0.1" asserts="0"><failure><message>no</message></failure></test-case>'
  const report = (content: string) => `<test-results name="Shop.dll" total="1" errors="0" failures="0">${suite('Assembly', 'Shop.dll', suite('Namespace', 'Shop', content))}</test-results>`
  expect(await readWhole(report(suite('TestFixture', 'Till', passes)))).toMatchObject({ passed: 1, dropped: [{ name: 'Till', reason: 'failed outside of its tests' }] })
  expect((await readWhole(report(suite('TestFixture', 'Cart', passes + fails)))).dropped).toEqual([])
})
