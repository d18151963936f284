import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const run = (methods: string, { suite = 'Nightly', one = 'Chrome', groups = '' } = {}) =>
  `<testng-results><suite name="${suite}"><groups>${groups}</groups><test name="${one}"><class name="shop.Cart">\n${methods}</class></test></suite></testng-results>`
const method = (status: string, { name = 'pays', more = '', content = '' } = {}) =>
  `<test-method status="${status}" signature="${name}()[pri:0, instance:shop.Cart@${Math.floor(name.length * 7919)}]" name="${name}" duration-ms="1500" ${more}>${content}</test-method>\n`
const exception = (type: string, message = 'm') =>
  `<exception class="${type}"><message><![CDATA[ ${message} ]]></message><full-stacktrace><![CDATA[at A]]></full-stacktrace></exception>`

describe('what a status comes to', () => {
  test.for<[string, string, object]>([
    ['PASS', '', { result: 'passed', error: false, messages: [] }],
    ['FAIL', exception('java.lang.AssertionError'), { result: 'failed', error: false, messages: [{ message: 'm', type: 'java.lang.AssertionError', text: 'at A' }] }],
    ['FAIL', exception('java.io.IOException'), { result: 'failed', error: true }],
    ['SKIP', exception('org.testng.SkipException'), { result: 'skipped', error: false }],
  ])('%s %s', async ([status, content, expected]) => {
    expect((await readWhole(run(method(status, { content })))).outcomes).toMatchObject([
      { name: 'pays', classname: 'shop.Cart', suite: ['Nightly', 'Chrome'], seconds: 1.5, line: 2, ...expected },
    ])
  })

  test('another one is dropped, and said', async () => {
    expect((await readWhole(run(method('PASS') + method('MAYBE')))).dropped).toMatchObject([{ name: 'pays', line: 3, reason: 'the status "MAYBE" is neither passed, failed nor skipped' }])
  })
})

test('names that nobody chose are no suites', async () => {
  const { outcomes } = await readWhole(run(method('PASS'), { suite: 'Failed suite [Surefire suite]', one: 'Command line test' }))
  expect(outcomes).toMatchObject([{ suite: [] }])
})

test('groups, parameters and attributes are properties, and a description is a display name', async () => {
  const groups = '<group name="WEB-C2"><method class="shop.Cart" name="pays"/></group>'
  const content = '<params><param index="0"><value><![CDATA[ 1.4 ]]></value></param></params><attributes><attribute name="test_id"><![CDATA[WEB-C1]]></attribute></attributes>'
  const { outcomes } = await readWhole(run(method('PASS', { content, more: 'description="pays [WEB-C3]"' }), { groups }))
  expect(outcomes[0]?.properties).toEqual([
    { name: 'tag', value: 'WEB-C2' },
    { name: 'parameter', value: '1.4' },
    { name: 'test_id', value: 'WEB-C1' },
    { name: 'display-name', value: 'pays [WEB-C3]' },
  ])
})

describe('what was tried again is one result', () => {
  const first = exception('java.lang.RuntimeException', 'first')

  test.for<[string, string]>([
    ['as version 7 tells', method('SKIP', { content: first, more: 'retried="true"' })],
    ['as version 6 tells', method('SKIP', { content: first })],
  ])('%s', async ([, attempt]) => {
    expect((await readWhole(run(attempt + method('PASS')))).outcomes).toMatchObject([{ result: 'passed', flaky: true, messages: [{ message: 'first' }] }])
    const last = method('FAIL', { content: exception('java.lang.AssertionError', 'last') })
    expect((await readWhole(run(attempt + last))).outcomes).toMatchObject([{ result: 'failed', flaky: false, messages: [{ message: 'first' }, { message: 'last' }] }])
  })

  test('a row of data is another one, and so is what was skipped for a reason', async () => {
    const row = (value: string, status: string) => method(status, { content: `<params><param><value>${value}</value></param></params>` })
    const { outcomes } = await readWhole(run(row('1', 'PASS') + row('2', 'FAIL') + method('SKIP', { name: 'other', content: exception('org.testng.SkipException') }) + method('PASS', { name: 'other' })))
    expect(outcomes.map(({ name, result }) => `${name} ${result}`)).toEqual(['pays passed', 'pays failed', 'other skipped', 'other passed'])
  })
})

test('a configuration method is no test; one that failed is dropped', async () => {
  const broken = method('FAIL', { name: 'setUp', more: 'is-config="true"', content: exception('E', 'no power') })
  expect(await readWhole(run(method('PASS', { name: 'tearDown', more: 'is-config="true"' }) + broken + method('SKIP')))).toMatchObject({
    cases: 1,
    dropped: [{ name: 'shop.Cart.setUp', reason: 'failed outside of its tests: no power' }],
  })
})
