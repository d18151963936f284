import { describe, expect, test } from 'vitest'
import { readText, readWhole } from '../reading.ts'

const inCase = (content: string, attributes = 'name="t"') => `<testsuite name="s"><testcase ${attributes}>${content}</testcase></testsuite>`
const first = async (xml: string) => (await readText(xml))[0]!

describe('what was expected to fail has not failed', () => {
  test.for<[string, string, object]>([
    ['a failure behind <skipped>', '<skipped message="known"/><failure message="m"/>', { result: 'skipped', error: false }],
    ['an error behind <skipped> is of a teardown', '<skipped/><error message="down"/>', { result: 'failed', error: true }],
    ['an error that Catch2 expects', '<skipped message="TEST_CASE tagged with !mayfail"/><error type="TEST_CASE"/>', { result: 'skipped', error: false }],
    ['<skipped> behind a failure', '<failure/><skipped/>', { result: 'failed' }],
  ])('%s', async ([, content, expected]) => {
    expect(await first(inCase(content))).toMatchObject(expected)
  })
})

test('what behave did not come to is dropped, as in its JSON: a hook failed before it', async () => {
  const tests = '<testcase name="a" status="passed"/><testcase name="b" status="untested"><skipped/></testcase><testcase name="c" status="skipped"><skipped/></testcase>'
  expect(await readWhole(`<testsuite name="s">${tests}</testsuite>`)).toMatchObject({
    cases: 3,
    passed: 1,
    skipped: 1,
    dropped: [{ name: 'b', line: 1, reason: 'its status is untested: neither passed nor failed' }],
  })
})

test('a test that TestNG was told to leave out, which its JUnitXMLReporter calls ignored, is skipped', async () => {
  const xml = '<testsuite ignored="1" failures="0" tests="1" name="Shop" errors="0"><testcase classname="Shop" name="pays" time="0.0"/><testcase classname="Shop" name="refunds" time="0.0">\n<ignored/></testcase></testsuite>'
  expect(await readText(xml)).toMatchObject([{ result: 'passed' }, { result: 'skipped' }])
})

test.for<[string, string, string[]]>([
  ['system-out', 'Executed 2 instead of expected 3 tests', ['results may be missing: bats executed 2 of 3 tests']],
  ['failure', 'Executed 2 instead of expected 3 tests', ['results may be missing: bats executed 2 of 3 tests']],
  ['failure', 'Executed 3 instead of expected 2 tests', []],
])('bats whose process ended among its tests says so in <%s>: %s', async ([element, warning, expected]) => {
  const last = `<testcase name="b"><${element}>on the way\nbats warning: ${warning}</${element}></testcase>`
  const { cases, dropped } = await readWhole(`<testsuites><testsuite name="a.bats" tests="2"><testcase name="a"/>${last}</testsuite></testsuites>`)
  expect([cases, dropped.map(({ name, reason }) => [name, reason])]).toEqual([2, expected.map((reason) => ['a.bats', reason])])
})

describe('what only the root of a report counts as failed', () => {
  const root = (totals: string, content: string) => `<testsuites ${totals}>\n<testsuite name="x/s" tests="1" failures="0">${content}</testsuite></testsuites>`
  const hidden = [{ name: 'the run', line: 1, reason: 'results may be missing: it counts a failure, and no result is one' }]

  test.for<[string, string, string, object[]]>([
    ['a package that gotestsum could not build', 'errors="1" failures="0"', '<testcase name="TestOk"/>', hidden],
    ['a failure that was filtered out', 'failures="1"', '<testcase name="a"/>', hidden],
    ['a test failed', 'errors="1" failures="1"', '<testcase name="a"><failure/></testcase>', []],
    ['a failure that was expected', 'failures="1"', '<testcase name="a"><skipped/><failure/></testcase>', []],
    ['an earlier attempt of a test that passed', 'failures="1"', '<testcase name="a"><flakyFailure/></testcase>', []],
    ['none', 'errors="0" failures=""', '<testcase name="a"/>', []],
  ])('%s', async ([, totals, content, expected]) => {
    expect((await readWhole(root(totals, content))).dropped).toEqual(expected)
  })

  // gotestsum counts lines that go wrote to stderr as errors. Newer versions of go report a test for a package that did not build.
  test.for<[string, object[]]>([
    ['go1.19.8 linux/amd64', hidden],
    ['go1.20 darwin/arm64', []],
    ['devel go1.27-0a1b2c', []],
  ])('a warning that gotestsum calls an error, with %s', async ([version, expected]) => {
    const content = `<properties><property name="go.version" value="${version}"/></properties><testcase name="TestOk"/>`
    expect((await readWhole(root('errors="1" failures="0"', content))).dropped).toEqual(expected)
    if (expected.length === 0) expect((await readWhole(root('errors="1" failures="1"', content))).dropped).toEqual(hidden)
  })

  test('is not told where Qt 5 counted messages, and a tool has merged its reports', async () => {
    const content = '<properties><property name="QTestVersion" value="5.15.8"/></properties><testcase name="a"/>'
    expect((await readWhole(root('errors="3" failures="0"', content))).dropped).toEqual([])
  })

  test('is not told again where a suite tells it', async () => {
    expect((await readWhole(root('errors="1"', '<testcase name="a"/><error message="no power"/>'))).dropped).toHaveLength(1)
  })
})

describe('a suite that counts errors and has no test', () => {
  const suite = (attributes: string, content = '') =>
    `<testsuites><testsuite name="ok"><testcase name="a"/></testsuite>\n<testsuite name="req" ${attributes}>${content}</testsuite></testsuites>`

  test('failed outside of its tests, and what it wrote says why', async () => {
    const said = '<system-err><![CDATA[Iteration: 0\n---\nTypeError: boom\n---\n]]></system-err>'
    expect(await readWhole(suite('tests="0" errors="1"', said))).toMatchObject({
      cases: 1,
      dropped: [{ name: 'req', line: 2, reason: 'failed outside of its tests: it counts an error and has no test: TypeError: boom' }],
    })
    expect((await readWhole(suite('failures="2"'))).dropped).toMatchObject([{ reason: expect.stringContaining('it counts 2 failures and has no test') }])
  })

  test.for([
    ['that counts none', 'errors="0" failures="0"', ''],
    ['that has a test with an error', 'errors="1"', '<testcase name="b"><error/></testcase>'],
    ['that has a suite with such a test', 'errors="1"', '<testsuite name="in"><testcase name="b"><error/></testcase></testsuite>'],
    ['that says what failed', 'errors="1"', '<error message="m"/>'],
  ])('not one %s', async ([, attributes, content]) => {
    const { dropped } = await readWhole(suite(attributes!, content))
    expect(dropped.filter(({ reason }) => reason.includes('it counts'))).toEqual([])
  })
})

describe('when a suite ran is no part of its name', () => {
  test.for<[string, string[]]>([
    ['shop.Cart-20261121195614', ['shop.Cart']],
    ['shop.Cart 2026-11-21T19:56:14.123Z', ['shop.Cart']],
    ['shop 2026-11-21 19:56:14', ['shop']],
    ['20261121195614', []],
    ['release 2026-11-21', ['release 2026-11-21']],
    ['order 99999999999999', ['order 99999999999999']],
    ['Cart20261121195614', ['Cart20261121195614']],
  ])('%s', async ([name, suite]) => {
    expect((await first(`<testsuite name="${name}"><testcase name="a"/></testsuite>`)).suite).toEqual(suite)
  })
})

describe('Qt 5 says in a comment that a test was skipped', () => {
  const qt = (content: string) => `<testsuite name="T"><properties><property name="QTestVersion" value="5.15.8"/></properties>${content}</testsuite>`

  test('and why', async () => {
    const skipped = '<testcase name="a"><!-- message="why &lt;x&gt; a&#x002D;b" type="skip" --></testcase>'
    expect(await first(qt(skipped))).toMatchObject({ result: 'skipped', messages: [{ message: 'why <x> a-b' }] })
  })

  test.for([
    ['a row of a test that has a result', qt('<testcase name="a" result="pass"><!-- tag="r" message="s" type="skip" --></testcase>')],
    ['another comment', qt('<testcase name="a"><!-- message="careful" type="qwarn" --></testcase>')],
    ['a comment of another runner', '<testsuite><testcase name="a"><!-- message="x" type="skip" --></testcase></testsuite>'],
  ])('%s is none', async ([, xml]) => {
    expect((await first(xml!)).result).toBe('passed')
  })
})

describe('how many tests of a Perl file failed is told once', () => {
  const file = (returned: number, failed: number) =>
    `<testsuite name="a_t"><testcase name="ok"/>${'<testcase name="no"><failure/></testcase>'.repeat(failed)}<error message="Dubious, test returned ${returned} (wstat 1)"/></testsuite>`

  test.for<[number, number, number]>([
    [3, 3, 0],
    [254, 300, 0],
    [3, 2, 1],
    [255, 255, 1],
    [255, 1, 1],
  ])('it returned %i, %i failed: %i dropped', async ([returned, failed, dropped]) => {
    expect((await readWhole(file(returned, failed))).dropped).toHaveLength(dropped)
  })
})

describe('a failure that says nothing has the end of the output for a comment', () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `line ${at}`).join('\n')

  test.for<[string, string, object[]]>([
    ['of stdout', '<failure message=""/><system-out>10 is not 9\n</system-out><system-err>e</system-err>', [{ text: '10 is not 9' }]],
    ['of stderr, where stdout is empty', '<failure type="T"/><system-out/><system-err>boom</system-err>', [{ type: 'T', text: 'boom' }]],
    ['not where the failure speaks', '<failure message="m"/><system-out>o</system-out>', [{ message: 'm', text: '' }]],
    ['not of a test that passed', '<system-out>o</system-out>', []],
  ])('%s', async ([, content, messages]) => {
    expect((await first(inCase(content))).messages).toEqual(messages)
  })

  test('of much output the last lines, in whatever pieces they come', async () => {
    const xml = inCase(`<failure/><system-out>${'x'.repeat(200_000)}\n<![CDATA[${lines}]]></system-out>`)
    for (const size of [65_536, 1000, 7]) {
      const [outcome] = await readText(xml, size)
      const [{ text }] = outcome!.messages as [{ text: string }]
      expect(text).toMatch(/^…\nline 975\n[^]*\nline 999$/)
    }
  })
})

test('the display name of JUnit 5 is kept where it is not the name, and is no output', async () => {
  const output = (title: string) => `<system-out><![CDATA[\nunique-id: [engine:junit-jupiter]/[method:pays()]\ndisplay-name: ${title}\n]]></system-out>`
  expect(await first(inCase(`<failure/>${output('[WEB-C1] pays')}`, 'name="pays()"'))).toMatchObject({
    properties: [{ name: 'display-name', value: '[WEB-C1] pays' }],
    messages: [],
  })
  expect((await first(inCase(output('pays()'), 'name="pays()"'))).properties).toEqual([])
})
