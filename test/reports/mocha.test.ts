import { describe, expect, test } from 'vitest'
import { mocha } from '../../src/reports/mocha/index.ts'
import { readAs, sortKeys } from './jsonreading.ts'

type Test = { title: string; [key: string]: unknown }
const test_ = (title: string, more: object = {}): Test => ({
  title,
  fullTitle: `shop cart ${title}`,
  file: '/project/a.js',
  currentRetry: 0,
  err: {},
  ...more,
})
const passed = test_('passes', { duration: 3, speed: 'fast' })
const failed = test_('fails', {
  duration: 3,
  err: { message: 'no', stack: 'AssertionError: no\n  at a', name: 'AssertionError' },
})
const pending = test_('waits')
const hook = test_('"before each" hook for "passes"', { duration: 1, err: { message: 'no db', stack: 'Error: no db' } })

const report = ({
  tests = [] as Test[],
  pending: waiting = [] as Test[],
  failures = [] as Test[],
  passes = [] as Test[],
}) => ({
  stats: { tests: tests.length, passes: passes.length, pending: waiting.length, failures: failures.length },
  tests,
  pending: waiting,
  failures,
  passes,
})
const results = async (document: unknown) =>
  (await readAs(mocha, document)).outcomes.map(({ name, result, error, flaky }) => [
    name,
    flaky ? 'flaky' : error ? 'error' : result,
  ])

describe('what is in the lists is counted once', () => {
  const selfSkipping = test_('skips itself', { duration: 1 })
  const old = test_('passes in an old version', { duration: 1 })
  const retried = test_('passes later', { duration: 1, speed: 'slow', currentRetry: 1 })
  const odd = test_('throws what is no error', { duration: 1 })
  const twice = { ...failed, speed: 'fast' }
  const rows: [string, Parameters<typeof report>[0], unknown[]][] = [
    [
      'one of each',
      { tests: [passed, failed, pending], pending: [pending], failures: [failed], passes: [passed] },
      [
        ['passes', 'passed'],
        ['fails', 'failed'],
        ['waits', 'skipped'],
      ],
    ],
    [
      'a hook that failed is a failure of its own',
      { tests: [passed], passes: [passed], failures: [hook] },
      [
        ['passes', 'passed'],
        ['"before each" hook for "passes"', 'error'],
      ],
    ],
    [
      'the same hook, failed twice',
      { tests: [passed], passes: [passed], failures: [hook, hook] },
      [
        ['passes', 'passed'],
        [hook.title, 'error'],
        [hook.title, 'error'],
      ],
    ],
    ['a test that skipped itself', { tests: [selfSkipping], pending: [selfSkipping] }, [['skips itself', 'skipped']]],
    [
      'a pass of a version that tells no speed',
      { tests: [old], passes: [old] },
      [['passes in an old version', 'passed']],
    ],
    ['passed on a retry', { tests: [retried], passes: [retried] }, [['passes later', 'flaky']]],
    ['passed, and failed after that', { tests: [twice], passes: [twice], failures: [twice] }, [['fails', 'failed']]],
    [
      'failed with an error that has nothing',
      { tests: [odd], failures: [odd] },
      [['throws what is no error', 'error']],
    ],
    [
      'two tests of one name',
      {
        tests: [failed, { ...passed, title: 'fails', fullTitle: failed['fullTitle'] }],
        failures: [failed],
        passes: [passed],
      },
      [
        ['fails', 'failed'],
        ['fails', 'passed'],
      ],
    ],
  ]
  test.for(rows)('%s', async ([, lists, expected]) => {
    expect(await results(report(lists))).toEqual(expected)
    expect((await results(sortKeys(report(lists)))).sort()).toEqual(expected.toSorted())
  })
})

test('a failure has its message; the suite is what the whole title has before the title', async () => {
  const { outcomes } = await readAs(
    mocha,
    report({
      tests: [failed, test_('top', { fullTitle: 'top' }), test_('x', { fullTitle: 'other' })],
      failures: [failed],
    }),
  )
  expect(outcomes).toMatchObject([
    {
      suite: ['shop cart'],
      file: '/project/a.js',
      seconds: 0.003,
      messages: [{ message: 'no', type: 'AssertionError', text: 'AssertionError: no\n  at a' }],
    },
    { suite: [], name: 'top' },
    { suite: [], name: 'x' },
  ])
})

test('entries that are none have no name and do no harm', async () => {
  expect(await results({ stats: {}, tests: [null, 7, 'x', []], failures: {}, pending: 'no' })).toEqual(
    Array.from({ length: 4 }, () => ['', 'skipped']),
  )
})
