import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const robot = (content: string, generator = 'Robot 7.1') =>
  `<robot generator="${generator}" schemaversion="5"><suite id="s1" name="Shop" source="/ci/shop.robot">\n${content}</suite></robot>`
const status = (word: string, message = '') => `<status status="${word}" start="2026-01-01T00:00:00" elapsed="0.25">${message}</status>`
const one = (word: string, message = '', content = '') => `<test id="t1" name="Adds" line="7">${content}${status(word, message)}</test>\n`
const teardown = (word: string, type = 'TEARDOWN') =>
  `<kw name="Clean Up" type="${type}"><kw name="Fail">${status('FAIL', 'inner')}</kw>${status(word)}</kw>`

describe('what a status comes to', () => {
  test.for([
    ['PASS', 'passed', []],
    ['FAIL', 'failed', [{ message: 'said', text: '' }]],
    ['SKIP', 'skipped', [{ message: 'said', text: '' }]],
    ['NOT RUN', 'skipped', [{ message: 'said', text: '' }]],
  ] as const)('%s: %s', async ([word, result, messages]) => {
    expect((await readWhole(robot(one(word, 'said')))).outcomes).toEqual([
      expect.objectContaining({ name: 'Adds', suite: ['Shop'], file: '/ci/shop.robot', result, messages, seconds: 0.25, line: 2 }),
    ])
  })

  test('what is none is dropped, and said', async () => {
    expect(await readWhole(robot(one('PASS') + one('HM')))).toMatchObject({
      cases: 2,
      dropped: [{ name: 'Adds', line: 3, reason: 'the status "HM" is neither passed, failed nor skipped' }],
    })
  })

  test('the statuses and tags of its keywords are not those of a test', async () => {
    const inner = `<kw name="Try"><tag>kw</tag><tags><tag>kw</tag></tags><kw name="Fail">${status('FAIL', 'no')}</kw>${status('FAIL', 'no')}</kw><for><iter>${status('FAIL')}</iter>${status('FAIL')}</for>`
    expect((await readWhole(robot(one('PASS', '', `${inner}<tag>WEB-C1</tag><tags><tag>slow</tag></tags>`)))).outcomes).toMatchObject([
      { result: 'passed', properties: [{ name: 'tag', value: 'WEB-C1' }, { name: 'tag', value: 'slow' }] },
    ])
  })
})

describe('a test that ran again, and that `rebot --merge` has put together', () => {
  const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const merged = (now: string, before: string) =>
    `*HTML* <span class="merge">Test has been re-executed and results merged.</span><hr><span class="new-status">New status:</span> ${now}<hr><span class="old-status">Old status:</span> ${before}`
  const [pass, old] = ['<span class="pass">PASS</span><br>', '<span class="fail">FAIL</span><br><span class="old-message">Old message:</span> 1 &lt; 2\nat all<br>']
  const fail = '<span class="fail">FAIL</span><br><span class="new-message">New message:</span> no till &amp; no card<br>'

  test.for<[string, string, string, object]>([
    ['passed after a failure: it is flaky', 'PASS', merged(pass, old), { result: 'passed', flaky: true, messages: [{ message: '1 < 2\nat all' }] }],
    ['failed again: the last failure is shown', 'FAIL', merged(fail, old), { result: 'failed', flaky: false, messages: [{ message: 'no till & no card' }] }],
    [
      'failed, in a form that is not known: all of it is shown',
      'FAIL',
      '*HTML* <span class="merge">Test has been re-executed and results merged.</span> The later one was skipped. Message: no till',
      { result: 'failed', messages: [{ message: expect.stringContaining('no till') }] },
    ],
    ['passed twice', 'PASS', merged(pass, pass), { result: 'passed', flaky: false, messages: [] }],
  ])('%s', async ([, word, message, expected]) => {
    expect((await readWhole(robot(one(word, html(message))))).outcomes).toMatchObject([expected])
    const json = { generator: 'Rebot 7.5', suite: { name: 'Shop', source: '/ci/shop.robot', tests: [{ name: 'Adds', status: word, message, elapsed_time: 0.25 }] } }
    expect((await readWhole(JSON.stringify(json))).outcomes).toMatchObject([expected])
  })
})

test('before version 7 the time is between two others, and suites stand in suites', async () => {
  const xml = robot(`<suite name="Cart" source="/ci/cart.robot"><test name="Adds"><status status="PASS" starttime="20260101 23:59:59.900" endtime="20260102 00:00:00.150" critical="yes"></status></test>
    <test name="Pays"><status status="PASS" starttime="N/A" endtime="N/A"/></test></suite>`, 'Robot 3.2.2')
  expect((await readWhole(xml)).outcomes).toMatchObject([
    { suite: ['Shop', 'Cart'], file: '/ci/cart.robot', seconds: 0.25 },
    { name: 'Pays', seconds: undefined },
  ])
})

describe('the teardown of a suite', () => {
  const after = (word: string, { type = 'TEARDOWN', generator = 'Robot 7.1' } = {}) =>
    robot(
      `<suite name="Cart">${one('PASS')}${one('FAIL', 'own')}${one('SKIP', 'own')}${status('FAIL')}</suite>${teardown(word, type)}${status('FAIL', 'Suite teardown failed:\nno power')}`,
      generator,
    )
  const told = { message: 'the teardown of the suite failed: no power', text: '' }

  test.for(['TEARDOWN', 'teardown'])('that fails (%s) fails the tests in it, as Robot Framework’s own report says', async (type) => {
    expect((await readWhole(after('FAIL', { type }))).outcomes).toMatchObject([
      { result: 'failed', messages: [told] },
      { result: 'failed', messages: [{ message: 'own', text: '' }, told] },
      { result: 'skipped', messages: [{ message: 'own', text: '' }] },
    ])
  })

  test.for([
    ['that passes', after('PASS')],
    ['that is a setup', after('FAIL', { type: 'SETUP' })],
    ['that Rebot has looked at already', after('FAIL', { generator: 'Rebot 7.1' })],
  ])('%s changes nothing', async ([, xml]) => {
    expect(await readWhole(xml!)).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
  })

  test('leaves the suites before it alone', async () => {
    const xml = robot(`<suite name="A">${one('PASS')}${status('PASS')}</suite><suite name="B">${one('PASS')}${teardown('FAIL')}${status('FAIL', 'x')}</suite>`)
    expect((await readWhole(xml)).outcomes.map(({ suite, result }) => [suite[1], result])).toEqual([
      ['A', 'passed'],
      ['B', 'failed'],
    ])
  })
})
