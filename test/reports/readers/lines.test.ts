import { describe, expect, test } from 'vitest'
import { lines } from '../linereading.ts'
import { readWhole } from '../reading.ts'

describe('Cucumber messages', () => {
  const plan = [
    { meta: { protocolVersion: '32.0.0' } },
    { gherkinDocument: { feature: { name: 'shop', children: [{ rule: { name: 'prices', children: [{ scenario: { id: 'n', steps: [{ id: 'a', keyword: 'Given ' }] } }] } }] } } },
    { hook: { id: 'h', type: 'BEFORE_TEST_CASE' } },
    { pickle: { id: 'p', uri: 'a.feature', name: 'pays', tags: [{ name: '@WEB-C1' }], astNodeIds: ['n'], steps: [{ id: 's', text: 'a shop', astNodeIds: ['a'] }] } },
    { testCase: { id: 'c', pickleId: 'p', testSteps: [{ id: 't0', hookId: 'h' }, { id: 't1', pickleStepId: 's' }] } },
  ]
  const attempt = (id: string, status: string, { willBeRetried = false, hook = 'PASSED', of = 'c' } = {}) => [
    { testCaseStarted: { id, testCaseId: of, attempt: 0 } },
    { testStepFinished: { testCaseStartedId: id, testStepId: 't0', testStepResult: { status: hook, duration: { seconds: 0, nanos: 0 } } } },
    { testStepFinished: { testCaseStartedId: id, testStepId: 't1', testStepResult: { status, message: `${id} ${status}`, duration: { seconds: 1, nanos: 5e8 } } } },
    { testCaseFinished: { testCaseStartedId: id, willBeRetried } },
  ]
  const other = { testCase: { id: 'd', pickleId: 'p', testSteps: [{ id: 't1', pickleStepId: 's' }] } }
  const end = { testRunFinished: { success: true } }

  test.for<[string, object[], object]>([
    ['passed', attempt('1', 'PASSED'), { result: 'passed', flaky: false, messages: [] }],
    ['failed', attempt('1', 'FAILED'), { result: 'failed', messages: [{ message: 'Given a shop: failed', text: '1 FAILED' }] }],
    ['pending', attempt('1', 'PENDING'), { result: 'skipped' }],
    ['a hook that failed', attempt('1', 'SKIPPED', { hook: 'FAILED' }), { result: 'failed' }],
    ['failed first', [...attempt('1', 'FAILED', { willBeRetried: true }), ...attempt('2', 'PASSED')], { result: 'passed', flaky: true, messages: [{ text: '1 FAILED' }] }],
    ['began and never ended', attempt('1', 'PASSED').slice(0, 2), { result: 'failed', error: true }],
  ])('%s', async ([, events, expected]) => {
    const { outcomes, dropped } = await readWhole(lines(...plan, ...events, end))
    expect(outcomes).toMatchObject([{ name: 'pays', suite: ['shop', 'prices'], file: 'a.feature', properties: [{ name: 'tag', value: 'WEB-C1' }], ...expected }])
    expect(dropped).toEqual([])
  })

  test('what is undefined, what failed round the tests, and a run without an end are dropped', async () => {
    const all = { testRunHookFinished: { result: { status: 'FAILED', message: 'no power\nat all' } } }
    const { dropped } = await readWhole(lines(...plan, other, ...attempt('1', 'PASSED'), ...attempt('2', 'UNDEFINED', { of: 'd' }), all))
    expect(dropped.map(({ reason }) => reason)).toEqual([
      'the step "Given a shop" is undefined: neither passed nor failed',
      'failed outside of its tests: no power',
      'results may be missing: the report ends before the run does',
    ])
  })

  test('of two runs in a file, one that was cut off is told, though a whole one follows', async () => {
    const start = { testRunStarted: { timestamp: { seconds: 0, nanos: 0 } } }
    const cut = lines(...plan, start, other, ...attempt('0', 'FAILED', { of: 'd', willBeRetried: true }), ...attempt('1', 'FAILED'), ...attempt('2', 'PASSED', { of: 'd' }).slice(0, 2))
    const whole = lines(...plan, start, ...attempt('1', 'PASSED'), other, ...attempt('2', 'PASSED', { of: 'd' }), end)
    expect(await readWhole(`${cut}\n${whole}`)).toMatchObject({
      failed: 2,
      passed: 2,
      flaky: 0,
      dropped: [{ reason: 'results may be missing: the report ends before the run does' }],
    })
    expect(await readWhole(`${whole}\n${whole}`)).toMatchObject({ passed: 4, dropped: [] })
    const crashed = lines(...plan, start, ...attempt('1', 'PASSED').slice(0, 2), end)
    expect(await readWhole(`${crashed}\n${whole}`)).toMatchObject({ failed: 1, passed: 2, dropped: [] })
  })

  test('an attachment of megabytes, a line that is none and one that is no object do no harm', async () => {
    const text = [lines(...plan, ...attempt('1', 'PASSED')), `{"attachment":{"body":"${'x'.repeat(4_000_000)}"}}`, 'oh', '7', lines(end)].join('\n')
    expect(await readWhole(text)).toMatchObject({ passed: 1, dropped: [{ reason: 'this line is no message of Cucumber: oh' }] })
  })
})

describe('cargo test', () => {
  const suite = (event: string, more: object = {}) => ({ type: 'suite', event, ...more })
  const of = (event: string, more: object = {}) => ({ type: 'test', event, name: 'shop::cart::pays', ...more })
  const ended = (failed: number) => suite(failed > 0 ? 'failed' : 'ok', { passed: 1, failed, ignored: 0, measured: 0 })

  test.for<[string, object[], object]>([
    ['passed', [of('started'), of('ok', { exec_time: 1.5 })], { result: 'passed', seconds: 1.5, messages: [] }],
    ['failed', [of('started'), of('failed', { stdout: 'panicked\n' })], { result: 'failed', error: false, messages: [{ text: 'panicked' }] }],
    ['did not panic', [of('failed', { message: 'did not panic' })], { result: 'failed', messages: [{ message: 'did not panic' }] }],
    ['ignored, and why', [of('ignored', { message: 'no printer' })], { result: 'skipped', messages: [{ message: 'no printer' }] }],
    ['took more than a minute', [of('started'), of('timeout'), of('ok')], { result: 'passed' }],
    ['measured', [of('started'), { type: 'bench', name: 'shop::cart::pays', median: 2.3 }], { result: 'passed' }],
    ['began and never ended', [of('started')], { result: 'failed', error: true, messages: [{ message: 'it began and never ended' }] }],
  ])('%s', async ([, events, expected]) => {
    const { outcomes, dropped } = await readWhole(lines(suite('started', { test_count: 1 }), ...events, ended(0)))
    expect(outcomes).toMatchObject([{ name: 'pays', suite: [], classname: 'shop::cart', ...expected }])
    expect(dropped).toEqual([])
  })

  test.for([
    ['src/lib.rs - add (line 2)', 'add', 'src/lib.rs'],
    ['src/lib.rs - (line 7)', 'src/lib.rs', 'src/lib.rs'],
    ['src\\cart\\mod.rs - add (line 2)', 'add', 'src/cart/mod.rs'],
    ['src/lib.rs - cart::add (line 2) - compile fail', 'cart::add - compile fail', 'src/lib.rs'],
    ['reaches_the_warehouse', 'reaches_the_warehouse', undefined],
  ])('an example in the documentation has no line in its name: %s', async ([name, expected, classname]) => {
    const { outcomes } = await readWhole(lines(suite('started'), of('ok', { name }), ended(0)))
    expect(outcomes).toMatchObject([{ name: expected, classname }])
  })

  test('each crate has a suite; one whose process ended is said, and a failure that no test shows', async () => {
    const first = lines(suite('started'), of('ok'))
    const { passed, dropped } = await readWhole([first, lines(suite('started'), of('ok'), ended(1))].join('\n'))
    expect(passed).toBe(2)
    expect(dropped.map(({ reason }) => reason)).toEqual([
      'results may be missing: a suite of tests did not end',
      'results may be missing: it counts a failure, and no result is one',
    ])
    expect(await readWhole(first)).toMatchObject({ passed: 1, dropped: [{ line: 2 }] })
  })

  test('what cargo and the tests write between the events, or before one, does no harm', async () => {
    const text = ['   Compiling shop', lines(suite('started'), of('started')), `out${lines(of('failed'))}`, '{}', '{', '  "a": 1', '}', '{not} JSON', lines(ended(1))].join('\n')
    expect(await readWhole(text)).toMatchObject({ format: 'cargo test JSON', cases: 1, failed: 1, dropped: [] })
  })

  test('it is known behind thousands of lines of cargo, in colours too', async () => {
    const events = lines(suite('started'), of('started'), of('ok'), ended(0))
    for (const line of ['   Compiling serde v1.0.228', '\u001b[1m\u001b[92m   Compiling\u001b[0m serde v1.0.228', 'cargo :    Compiling serde v1.0.228', 'warning: unused variable: `x`'])
      expect(await readWhole(`${`${line}\n`.repeat(2000)}${events}`)).toMatchObject({ format: 'cargo test JSON', passed: 1, dropped: [] })
    await expect(readWhole(`what else\n${'such a line\n'.repeat(2000)}${events}`)).rejects.toMatchObject({ exitCode: 2 })
  })

  test('a list of tests has no result', async () => {
    const list = lines(suite('discovery'), of('discovered'), suite('completed', { tests: 1 }))
    await expect(readWhole(list)).rejects.toMatchObject({ exitCode: 2, message: 'stdin has no test in it' })
  })
})

describe('Meson', () => {
  const one = (result: string, more: object = {}) => JSON.stringify({ name: 'shop:cart / pays', stdout: '', result, duration: 0.5, returncode: 0, env: { TOKEN: 'secret' }, ...more }).replaceAll('":', '": ').replaceAll(',"', ', "')

  test.for<[string, object, object]>([
    ['OK', {}, { result: 'passed', seconds: 0.5, messages: [] }],
    ['EXPECTEDFAIL', { returncode: 1 }, { result: 'passed' }],
    ['SKIP', { returncode: 77, stdout: 'no till' }, { result: 'skipped', messages: [{ text: 'no till' }] }],
    ['FAIL', { returncode: 1, stdout: 'a', stderr: 'b\n' }, { result: 'failed', error: false, messages: [{ message: 'exit status 1', text: 'a\nb' }] }],
    ['FAIL', { returncode: -6 }, { result: 'failed', messages: [{ message: 'killed by signal 6' }] }],
    ['FAIL', { stdout: 'not ok 1' }, { result: 'failed', messages: [{ text: 'not ok 1' }] }],
    ['UNEXPECTEDPASS', {}, { result: 'failed', messages: [{ message: 'it passed, and was expected to fail' }] }],
    ['TIMEOUT', { returncode: -15 }, { result: 'failed', error: true, messages: [{ message: 'it timed out' }] }],
    ['INTERRUPT', { returncode: -2 }, { result: 'failed', error: true }],
    ['ERROR', { returncode: 99 }, { result: 'failed', error: true, messages: [{ message: 'exit status 99' }] }],
  ])('a test that Meson calls %s (%j) is what Meson says', async ([result, more, expected]) => {
    expect((await readWhole(one(result, more))).outcomes).toMatchObject([{ name: 'shop:cart / pays', suite: ['shop'], line: 1, ...expected }])
  })

  test('a line that was cut off, and a word that nobody knows, are said, and show nothing of the environment', async () => {
    const { outcomes, dropped } = await readWhole([one('OK'), one('MAYBE'), one('FAIL').slice(0, -3)].join('\n'))
    expect(outcomes).toHaveLength(1)
    expect(dropped).toMatchObject([{ name: 'shop:cart / pays', line: 2 }, { line: 3, reason: 'results may be missing: this line is no JSON, or was cut off' }])
    expect(JSON.stringify(dropped)).not.toContain('secret')
  })

  test('testlog.txt, which shows the TAP of some tests only, is no TAP', async () => {
    const log = 'Log of Meson test suite run on 2026-11-28T19:31:55\n\n==== 1/2 ====\nresult: exit status 1\n==== 2/2 ====\n1..1\nok 1 - adds\n'
    await expect(readWhole(log)).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining('"Log of Meson test su"') })
  })
})
