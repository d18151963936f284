import { describe, expect, test } from 'vitest'
import { jest } from '../../src/reports/jest/index.ts'
import { readAs } from './jsonreading.ts'

const inFile = (assertionResults: unknown, file: object = {}) => ({
  numTotalTests: 1,
  testResults: [{ assertionResults, message: '', name: '/project/a.test.js', status: 'passed', ...file }],
})
const test_ = (more: object) => ({
  ancestorTitles: ['shop', 'cart'],
  title: 'works',
  fullName: 'shop cart works',
  ...more,
})
const read = (more: object) => readAs(jest, inFile([test_(more)]))

describe('what a test comes to', () => {
  const rows: [string, object, object][] = [
    [
      'passed',
      { status: 'passed', duration: 20, invocations: 1, retryReasons: [] },
      { result: 'passed', flaky: false, seconds: 0.02 },
    ],
    [
      'failed',
      { status: 'failed', failureMessages: ['Error: one\n  at a', 'two'] },
      { result: 'failed', messages: [{ text: 'Error: one\n  at a' }, { text: 'two' }] },
    ],
    ['pending', { status: 'pending', duration: null }, { result: 'skipped', seconds: undefined }],
    ['skipped', { status: 'skipped' }, { result: 'skipped' }],
    ['todo', { status: 'todo' }, { result: 'skipped' }],
    ['disabled', { status: 'disabled' }, { result: 'skipped' }],
    [
      'passed, and Jest says why it was tried again',
      { status: 'passed', retryReasons: ['why'] },
      { result: 'passed', flaky: true, messages: [{ text: 'why' }] },
    ],
    ['passed at the second invocation', { status: 'passed', invocations: 2 }, { result: 'passed', flaky: true }],
    [
      'passed, and Vitest has a failure of it',
      { status: 'passed', failureMessages: ['once'] },
      { result: 'passed', flaky: true, messages: [{ text: 'once' }] },
    ],
    [
      'failed after retries',
      { status: 'failed', invocations: 3, retryReasons: ['why'] },
      { result: 'failed', flaky: false },
    ],
  ]
  test.for(rows)('%s', async ([, told, expected]) => {
    const { outcomes, dropped } = await read(told)
    expect(outcomes).toMatchObject([
      { name: 'works', suite: ['shop', 'cart'], file: '/project/a.test.js', ...expected },
    ])
    expect(dropped).toEqual([])
  })
})

describe('what has no result is dropped, and why is said', () => {
  const rows: [string, object, object][] = [
    [
      'a file that failed to run',
      inFile([], { status: 'failed', message: '  ● Test suite failed to run\n\n    SyntaxError' }),
      { reason: 'failed outside of its tests: SyntaxError', name: '/project/a.test.js', line: 6 },
    ],
    [
      'a file that failed after its tests',
      inFile([test_({ status: 'passed' })], { status: 'failed', message: 'afterAll' }),
      { reason: 'failed outside of its tests: afterAll' },
    ],
    [
      'a status that nobody knows',
      inFile([test_({ status: 'maybe' })]),
      { reason: 'its status is maybe: neither passed nor failed', name: 'works' },
    ],
    ['no status', inFile([test_({})]), { reason: 'its status is missing: neither passed nor failed' }],
    ['no object', inFile(['passed']), { reason: 'its status is missing: neither passed nor failed' }],
  ]
  test.for(rows)('%s', async ([, report, expected]) => {
    expect((await readAs(jest, report)).dropped).toMatchObject([expected])
  })

  test('but not a file that failed because of a test', async () => {
    const report = inFile([test_({ status: 'failed' })], { status: 'failed', message: '● works' })
    expect((await readAs(jest, report)).dropped).toEqual([])
  })
})

test('a test without a title goes by its whole name; suites without a name are no part of its path', async () => {
  expect((await read({ status: 'passed', title: '', ancestorTitles: ['', 'shop'] })).outcomes).toMatchObject([
    { name: 'shop cart works', suite: ['shop'] },
  ])
})

test('what Vitest says beside it is properties', async () => {
  const told = { status: 'passed', tags: ['smoke'], meta: { test_id: 'WEB-C1', cases: ['WEB-C2', 3], deep: { no: 1 } } }
  expect((await read(told)).outcomes[0]?.properties).toEqual([
    { name: 'tag', value: 'smoke' },
    { name: 'test_id', value: 'WEB-C1' },
    { name: 'cases', value: 'WEB-C2' },
    { name: 'cases', value: '3' },
  ])
})

test('the tests of several files are told with their own file, wherever its name stands', async () => {
  const [first] = inFile([test_({ status: 'passed' })]).testResults
  const second = {
    name: '/project/b.test.js',
    status: 'passed',
    assertionResults: [test_({ status: 'passed', title: 'b' })],
  }
  const { outcomes } = await readAs(jest, { testResults: [first, second, null, []] }, 10)
  expect(outcomes.map(({ name, file }) => [name, file])).toEqual([
    ['works', '/project/a.test.js'],
    ['b', '/project/b.test.js'],
  ])
})
