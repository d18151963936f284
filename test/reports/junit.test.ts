import { describe, expect, test } from 'vitest'
import { readText } from './reading.ts'

const inCase = (content: string, attributes = 'name="works"') =>
  `<testsuite name="s"><testcase ${attributes}>${content}</testcase></testsuite>`
const first = async (xml: string) => (await readText(xml))[0]!

describe('what a testcase comes to', () => {
  const rows: [string, string, object][] = [
    ['nothing said: passed', '', { result: 'passed', error: false, flaky: false }],
    ['failure', '<failure/>', { result: 'failed', error: false }],
    ['error', '<error/>', { result: 'failed', error: true }],
    ['skipped', '<skipped/>', { result: 'skipped' }],
    ['failed and skipped is failed', '<failure/><skipped/>', { result: 'failed' }],
    ['failed, then passed: flaky', '<flakyFailure/>', { result: 'passed', flaky: true }],
    ['an error, then passed: flaky', '<flakyError/>', { result: 'passed', flaky: true, error: false }],
    ['flaky and then failed is failed', '<flakyFailure/><failure/>', { result: 'failed', flaky: false }],
    ['failed, and failed again', '<failure/><rerunFailure/>', { result: 'failed', error: false }],
    ['words in the output mean nothing', '<system-out>&lt;failure/&gt;</system-out>', { result: 'passed' }],
  ]
  test.for(rows)('%s', async ([, content, expected]) => {
    expect(await first(inCase(content))).toMatchObject(expected)
  })

  test('a status attribute, where nothing else says it', async () => {
    expect(await first(inCase('', 'name="x" status="notrun"'))).toMatchObject({ result: 'skipped' })
    expect(await first(inCase('', 'name="x" status="run" result="completed"'))).toMatchObject({ result: 'passed' })
  })
})

test('several failures in a test are one result with all messages', async () => {
  const { messages } = await first(
    inCase('<failure message="one" type="T">first\n</failure><failure><![CDATA[<second>]]> part</failure>'),
  )
  expect(messages).toEqual([{ message: 'one', type: 'T', text: 'first' }, { text: '<second> part' }])
})

test('the text of a rerun is found where Surefire puts it, and the output is not kept', async () => {
  const xml = inCase('<flakyFailure message="m"><stackTrace>at A\n</stackTrace><system-out>noise</system-out></flakyFailure>')
  expect((await first(xml)).messages).toEqual([{ message: 'm', text: 'at A' }])
})

test('properties of a test are read from attributes and from text; those of a suite are not the test’s', async () => {
  const properties = '<properties><property name="a" value="1"/><property name="b">\n two </property></properties>'
  const xml = `<testsuite><properties><property name="s" value="x"/></properties><testcase name="t">${properties}</testcase></testsuite>`
  expect((await first(xml)).properties).toEqual([
    { name: 'a', value: '1' },
    { name: 'b', value: 'two' },
  ])
})

test('the suites of a test are its path; the root’s name and nameless suites are no part of it', async () => {
  const xml = `<testsuites name="run"><testsuite name="a"><testsuite><testsuite name="b"><testcase name="1"/></testsuite>
    <testcase name="2"/></testsuite></testsuite><testsuite name="c"><testcase name="3"/></testsuite></testsuites>`
  expect((await readText(xml)).map(({ suite, name }) => [...suite, name])).toEqual([
    ['a', 'b', '1'],
    ['a', '2'],
    ['c', '3'],
  ])
})

test('a test without a name goes by its class', async () => {
  expect(await first(inCase('', 'name="" classname="com.example.Login"'))).toMatchObject({ name: 'com.example.Login' })
  expect(await first(inCase('', 'time="1"'))).toMatchObject({ name: '' })
})

test('it is known where in the report a test stands', async () => {
  const outcomes = await readText('<testsuite>\n<testcase\n name="a"/>\n\n<testcase name="b"/></testsuite>')
  expect(outcomes).toMatchObject([
    { report: 'report.xml', line: 2 },
    { report: 'report.xml', line: 5 },
  ])
})

test('characters that XML forbids are left out, raw and as references', async () => {
  const outcome = await first(inCase('<failure message="a\u001b[31mb&#27;[0m &lt;">x\0y&#x0;z</failure>', 'name="n\u0001&#2;m"'))
  expect(outcome).toMatchObject({ name: 'nm', messages: [{ message: 'a[31mb[0m <', text: 'xyz' }] })
})

test('a long text is cut, and what follows it is read', async () => {
  const [one, two] = await readText(
    `<testsuite><testcase name="a"><failure>${'x'.repeat(300_000)}</failure><failure>more</failure>
     <system-out><![CDATA[${'y'.repeat(300_000)}]]></system-out></testcase><testcase name="b"/></testsuite>`,
    10_000,
  )
  expect(one).toMatchObject({ name: 'a', result: 'failed', messages: [{ text: 'x'.repeat(65_536) }] })
  expect(two).toMatchObject({ name: 'b', result: 'passed' })
})
