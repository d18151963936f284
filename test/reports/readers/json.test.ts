import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const read = (value: unknown) => readWhole(JSON.stringify(value))

describe('GoogleTest', () => {
  const gtest = (...testsuite: object[]) => ({ tests: 1, testsuites: [{ testsuite, name: 'Cart' }] })
  const one = (more: object = {}) => ({ name: 'Pays', status: 'RUN', result: 'COMPLETED', time: '0.25s', classname: 'Cart', file: 'c.cpp', line: 3, ...more })

  test.for<[string, object, object]>([
    ['passed', {}, { result: 'passed', messages: [] }],
    ['failed', { failures: [{ failure: 'c.cpp:4\n10 is not 9', type: '' }] }, { result: 'failed', error: false, messages: [{ text: 'c.cpp:4\n10 is not 9' }] }],
    ['threw', { failures: [{ failure: 'unknown file\nC++ exception with description "x" thrown' }] }, { result: 'failed', error: true }],
    ['skipped, and why', { result: 'SKIPPED', skipped: [{ message: 'no printer' }] }, { result: 'skipped', messages: [{ text: 'no printer' }] }],
    ['disabled', { status: 'NOTRUN', result: 'SUPPRESSED' }, { result: 'skipped' }],
    ['what it records is a property', { test_id: 'WEB-C1', value_param: '1.4' }, { properties: [{ name: 'test_id', value: 'WEB-C1' }, { name: 'value_param', value: '1.4' }] }],
  ])('%s', async ([, more, expected]) => {
    expect((await read(gtest(one(more)))).outcomes).toMatchObject([{ name: 'Pays', suite: ['Cart'], classname: 'Cart', file: 'c.cpp', seconds: 0.25, ...expected }])
  })

  test('what failed in a suite and in none of its tests is dropped', async () => {
    const { dropped } = await read(gtest(one(), { name: '', result: 'COMPLETED', failures: [{ failure: 'no power' }] }))
    expect(dropped).toMatchObject([{ name: 'Cart', reason: 'failed outside of its tests: no power' }])
  })
})

describe('RSpec', () => {
  const example = (more: object = {}) => ({ description: 'adds', full_description: 'shop cart adds', status: 'passed', file_path: './a.rb', run_time: 0.5, ...more })

  test.for<[string, object, object]>([
    ['passed', {}, { result: 'passed' }],
    ['failed', { status: 'failed', exception: { class: 'RSpec::Expectations::ExpectationNotMetError', message: '\n1 is not 2\n', backtrace: ['a:1', 'b:2'] } }, { result: 'failed', error: false, messages: [{ message: '1 is not 2', text: 'a:1\nb:2' }] }],
    ['raised', { status: 'failed', exception: { class: 'RuntimeError', message: 'x' } }, { result: 'failed', error: true }],
    ['pending', { status: 'pending', pending_message: 'later' }, { result: 'skipped', messages: [{ message: 'later' }] }],
  ])('%s', async ([, more, expected]) => {
    expect((await read({ examples: [example(more)], summary_line: '1' })).outcomes).toMatchObject([{ name: 'adds', suite: ['shop cart'], file: './a.rb', seconds: 0.5, ...expected }])
  })

  test('errors outside of the examples are dropped, and what else RSpec says is not', async () => {
    const messages = ['Run options: include {:focus=>true}', '\nAn error occurred while loading ./a.rb.\nFailure/Error: raise "x"\n']
    const report = { messages, examples: [example()], summary: { errors_outside_of_examples_count: 1 }, summary_line: '' }
    expect((await read(report)).dropped).toMatchObject([{ name: './a.rb', reason: 'failed outside of its tests: An error occurred while loading ./a.rb.' }])
    expect((await read({ ...report, messages: [] })).dropped).toMatchObject([{ reason: '1 failed outside of the examples' }])
    expect((await read({ ...report, summary: { errors_outside_of_examples_count: 0 } })).dropped).toEqual([])
  })

  test.for([
    ['while loading ./a_spec.rb.', '__send__(method, file)', 'SyntaxError:\n  /a_spec.rb:2: unexpected end-of-input\n    it\n', './a_spec.rb', 'SyntaxError: /a_spec.rb:2: unexpected end-of-input'],
    ['in an `after(:suite)` hook.', 'after(:suite) { raise "x" }', 'RuntimeError:\n  x\n', 'after(:suite)', 'RuntimeError: x'],
    ['somewhere', 'raise "x"', '  x\n', 'raise "x"', 'An error occurred somewhere'],
  ] as const)('an error %s is named by its place, with what it said', async ([where, line, said, name, reason]) => {
    const messages = [`\nAn error occurred ${where}\nFailure/Error: ${line}\n\n${said}# ./a_spec.rb:2:in \`load'\n`]
    const { dropped } = await read({ messages, examples: [example()], summary: { errors_outside_of_examples_count: 1 }, summary_line: '' })
    expect(dropped).toMatchObject([{ name, reason: `failed outside of its tests: ${reason}` }])
  })
})

describe('mochawesome', () => {
  const hooks = { beforeHooks: [], afterHooks: [] }
  const suite = (more: object) => ({ title: '', tests: [], suites: [], ...hooks, ...more })
  const one = (more: object) => ({ title: 'pays', fullTitle: 'shop pays', duration: 5, context: null, err: {}, ...more })

  test('a test knows all its suites and its file, wherever their names stand', async () => {
    const inner = { tests: [one({ state: 'passed', pass: true })], ...hooks, title: 'cart', file: '/a.js', suites: [] }
    const { outcomes } = await read({ stats: {}, results: [{ ...hooks, suites: [{ suites: [inner], ...hooks, title: 'shop' }], title: '' }] })
    expect(outcomes).toMatchObject([{ name: 'pays', suite: ['shop', 'cart'], file: '/a.js', result: 'passed', seconds: 0.005 }])
  })

  test.for<[string, object, object]>([
    ['failed', { fail: true, err: { message: 'AssertionError: no', estack: 'at a' } }, { result: 'failed', error: false, messages: [{ message: 'AssertionError: no', text: 'at a' }] }],
    ['threw', { state: 'failed', err: { message: 'TypeError: no' } }, { result: 'failed', error: true }],
    ['pending', { pending: true }, { result: 'skipped' }],
    ['skipped by a hook', { state: null, skipped: true }, { result: 'skipped' }],
    ['context', { pass: true, context: '["test_id=WEB-C1",{"title":"browser","value":"x"},"free text"]' }, { properties: [{ name: 'test_id', value: 'WEB-C1' }, { name: 'browser', value: 'x' }] }],
  ])('%s', async ([, more, expected]) => {
    expect((await read({ stats: {}, results: [suite({ tests: [one(more)] })] })).outcomes).toMatchObject([expected])
  })

  test('a hook that failed is dropped, and so is what has no state', async () => {
    const hook = { title: '"before all" hook', state: 'failed', fail: true, err: { message: 'no power' } }
    const { dropped } = await read({ stats: {}, results: [suite({ beforeHooks: [hook], tests: [one({}), one({ pass: true })] })] })
    expect(dropped).toMatchObject([{ name: 'pays', reason: 'it has no state' }, { name: '"before all" hook', reason: 'failed outside of its tests: no power' }].toSorted((a, b) => (a.name < b.name ? 1 : -1)))
  })
})

describe('Robot Framework', () => {
  const one = (name: string, status: string, more: object = {}) => ({ id: 's1-t1', body: [{ name: 'k', status: 'FAIL' }], name, tags: ['fast'], status, elapsed_time: 0.5, ...more })
  const report = (suite: object, generator = 'Robot 7.4') => ({ generator, suite: { id: 's1', ...suite, name: 'Shop', source: '/a.robot', status: 'FAIL' } })

  test('the teardown of a suite fails its tests, all but the skipped ones', async () => {
    const broken = { tests: [one('pays', 'PASS'), one('later', 'SKIP')], teardown: { name: 'T', status: 'FAIL' }, message: 'Suite teardown failed:\nno power' }
    const { outcomes } = await read(report(broken))
    expect(outcomes).toMatchObject([
      { name: 'pays', suite: ['Shop'], file: '/a.robot', result: 'failed', messages: [{ message: 'the teardown of the suite failed: no power' }], properties: [{ name: 'tag', value: 'fast' }], seconds: 0.5 },
      { name: 'later', result: 'skipped' },
    ])
    expect((await read(report(broken, 'Rebot 7.4'))).outcomes).toMatchObject([{ result: 'passed' }, { result: 'skipped' }])
  })

  test('suites in suites have their own names, and an unknown status is dropped', async () => {
    const { outcomes, dropped } = await read(report({ suites: [{ id: 's1-s1', tests: [one('a', 'PASS'), one('b', 'MAYBE')], name: 'Cart', source: '/c.robot' }] }))
    expect(outcomes).toMatchObject([{ name: 'a', suite: ['Shop', 'Cart'], file: '/c.robot' }])
    expect(dropped).toMatchObject([{ name: 'b', reason: 'the status "MAYBE" is neither passed, failed nor skipped' }])
  })
})

describe('Newman', () => {
  const collection = { item: [{ id: 'f', name: 'cart', item: [{ id: 'a', name: 'pay', request: {} }] }, { id: 'b', name: 'list' }] }
  const run = (assertions: object[], failures: object[] = [], error: unknown = null) => ({
    collection,
    run: { executions: [{ item: { id: 'a', name: 'pay' }, response: { stream: [1, 2] }, assertions }], failures, error },
  })
  const failure = (at: string, message: string) => ({ error: { name: 'Error', message }, at, source: { id: 'b', name: 'list' } })

  test.for<[string, object, object]>([
    ['passed', { skipped: false }, { result: 'passed', messages: [] }],
    ['failed', { error: { name: 'AssertionError', message: '10 is not 9', stack: 'at a' } }, { result: 'failed', error: false, messages: [{ message: '10 is not 9', type: 'AssertionError', text: 'at a' }] }],
    ['threw', { error: { name: 'TypeError', message: 'x' } }, { result: 'failed', error: true }],
    ['skipped', { skipped: true }, { result: 'skipped' }],
  ])('%s', async ([, told, expected]) => {
    const { outcomes, dropped } = await readWhole(JSON.stringify(run([{ assertion: 'pays', ...told }])))
    expect(outcomes).toMatchObject([{ name: 'pays', suite: ['cart / pay'], ...expected }])
    expect(dropped).toEqual([])
  })

  test('a request or a script that failed is said once, however many iterations it failed in', async () => {
    const failures = [failure('assertion:0 in test-script', '10 is not 9'), failure('request', 'ECONNREFUSED'), failure('request', 'ECONNREFUSED'), failure('test-script', 'no list'), { ...failure('test-script', 'pays'), error: { name: 'AssertionFailure', message: 'pays' } }]
    const { dropped } = await readWhole(JSON.stringify(run([{ assertion: 'pays' }], failures)))
    expect(dropped).toMatchObject([
      { name: 'list', reason: 'failed outside of its tests: ECONNREFUSED' },
      { name: 'list', reason: 'failed outside of its tests: no list' },
    ])
  })

  test('a run that ended with an error is said where no result failed', async () => {
    const error = { message: 'could not load' }
    expect((await readWhole(JSON.stringify(run([{ assertion: 'pays' }], [], error)))).dropped).toMatchObject([{ name: 'the run', reason: 'failed outside of its tests: could not load' }])
    expect((await readWhole(JSON.stringify(run([{ assertion: 'pays', error: {} }], [], error)))).dropped).toEqual([])
  })
})
