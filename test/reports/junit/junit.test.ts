import { describe, expect, test } from 'vitest'
import { readText, readWhole } from '../reading.ts'

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
    ['a todo that fails is skipped', '<skipped type="todo"/><failure/>', { result: 'skipped', error: false }],
    ['a warning of PHPUnit: an error', '<warning>No tests found</warning>', { result: 'failed', error: true }],
    ['words in the output mean nothing', '<system-out>&lt;failure/&gt;</system-out>', { result: 'passed' }],
  ]
  test.for(rows)('%s', async ([, content, expected]) => {
    expect(await first(inCase(content))).toMatchObject(expected)
  })

  test.for<[string, string, boolean]>([
    ['status="run" result="completed"', 'passed', false],
    ['status="notrun"', 'skipped', false],
    ['status="run" result="SKIPPED"', 'skipped', false],
    ['status="disabled"', 'skipped', false],
    ['status="fail"', 'failed', false],
    ['status="error"', 'failed', true],
    ['status="constructor"', 'passed', false],
  ])('an attribute %s, where nothing else says it: %s', async ([attributes, result, error]) => {
    expect(await first(inCase('', `name="x" ${attributes}`))).toMatchObject({ result, error })
  })
})

describe('a test that CTest wanted to run and could not is an error, as for CTest, though its JUnit calls it skipped', () => {
  test.each([
    ['Unable to find executable', 'failed', true],
    ['Required Files Missing', 'failed', true],
    ['Fixture dependency failed', 'failed', true],
    ['SKIP_RETURN_CODE=77', 'skipped', false],
    ['Unable to find executable, so far', 'skipped', false],
  ])('%s', async (message, result, error) => {
    const body = `<skipped message="${message}"/><system-out>/no/such</system-out>`
    expect(await first(inCase(body, 'name="x" status="notrun"'))).toMatchObject({ result, error, messages: [{ message }] })
    expect(await first(inCase(body, 'name="x"'))).toMatchObject({ result: 'skipped' })
  })
})

describe('what failed in a suite and in none of its tests is dropped, with the suite', () => {
  test.for<[string, string, string, string]>([
    ['a message', '<error message="no power&#10;at all"/>', 'a › b', 'no power'],
    ['a text', '<failure>\n  no power\n</failure>', 'a › b', 'no power'],
    ['a type', '<error type="E"/>', 'a › b', 'E'],
    ['nothing', '<error/>', 'a › b', 'nothing said'],
    ['a very long text', `<error>${'x'.repeat(1000)}</error>`, 'a › b', `${'x'.repeat(199)}…`],
  ])('%s', async ([, content, name, said]) => {
    const suite = `<testsuite name="b">${content}<testcase name="t"/></testsuite>`
    expect(await readWhole(`<testsuites>\n<testsuite name="a">\n${suite}</testsuite></testsuites>`)).toMatchObject({
      cases: 1,
      passed: 1,
      dropped: [{ name, line: 3, reason: `failed outside of its tests: ${said}` }],
    })
  })

  test('a report with nothing else is refused, with the reason', async () => {
    await expect(readWhole('<testsuite name="a"><error message="no power"/></testsuite>')).rejects.toMatchObject({
      exitCode: 2,
      message: 'stdin has no result in it; a: failed outside of its tests: no power',
    })
  })
})

test('numbers of tests that are promised in attributes are not invented', async () => {
  expect(await readWhole('<testsuites tests="9" failures="3"><testsuite tests="9"><testcase name="a"/></testsuite></testsuites>')).toMatchObject({ cases: 1, failed: 0 })
})

test('a test in a test is another one', async () => {
  const outcomes = await readText('<testsuite><testcase name="a"><testcase name="b"><failure/></testcase></testcase></testsuite>')
  expect(outcomes.map(({ name, result }) => [name, result])).toEqual([
    ['b', 'failed'],
    ['a', 'passed'],
  ])
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
