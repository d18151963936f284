import { describe, expect, test } from 'vitest'
import { ctrf } from '../../../src/reports/ctrf/index.ts'
import { readAs } from '../jsonreading.ts'

const report = (...tests: unknown[]) => ({
  reportFormat: 'CTRF',
  specVersion: '1.0.0',
  results: { tool: { name: 'x' }, summary: { tests: tests.length }, tests },
})
const read = (test: unknown) => readAs(ctrf, report(test))
const first = async (test: object) => (await read({ name: 'works', duration: 5, ...test })).outcomes[0]

describe('what a test comes to', () => {
  const attempts = [{ attempt: 1, status: 'failed', message: 'one', trace: 'at a' }]
  const rows: [string, object, object][] = [
    ['passed', { status: 'passed' }, { result: 'passed', flaky: false, error: false, messages: [] }],
    [
      'failed',
      { status: 'failed', message: 'm', trace: ' at b\n' },
      { result: 'failed', messages: [{ message: 'm', text: 'at b' }] },
    ],
    ['skipped', { status: 'skipped', message: 'why' }, { result: 'skipped', messages: [{ message: 'why', text: '' }] }],
    ['pending', { status: 'pending' }, { result: 'skipped' }],
    ['other, which stands for a todo', { status: 'other', rawStatus: 'todo' }, { result: 'skipped' }],
    ['said to be flaky', { status: 'passed', flaky: true }, { result: 'passed', flaky: true }],
    ['said not to be flaky', { status: 'passed', flaky: false, retries: 1 }, { flaky: false }],
    ['passed after retries', { status: 'passed', retries: 2 }, { flaky: true }],
    [
      'passed after an attempt that failed',
      { status: 'passed', retryAttempts: attempts },
      { flaky: true, messages: [{ message: 'one', text: 'at a' }] },
    ],
    [
      'failed is never flaky',
      { status: 'failed', flaky: true, retries: 3, retryAttempts: attempts },
      { result: 'failed', flaky: false, messages: [] },
    ],
    ['passed has no messages', { status: 'passed', message: 'as expected' }, { messages: [] }],
  ]
  test.for(rows)('%s', async ([, said, expected]) => expect(await first(said)).toMatchObject(expected))
})

describe('what has no result is dropped, and why is said', () => {
  const rows: [string, unknown, string][] = [
    ['other', { name: 'a', status: 'other' }, 'its status is other: neither passed nor failed'],
    [
      'interrupted',
      { name: 'a', status: 'other', rawStatus: 'interrupted' },
      'its status is other (interrupted): neither',
    ],
    ['no status', { name: 'a' }, 'its status is missing'],
    ['a status of another type', { name: 'a', status: ['passed'] }, 'its status is missing'],
    ['a status like a key of every object', { name: 'a', status: 'constructor' }, 'its status is constructor'],
    ['no object', 'passed', 'a test is no object'],
    ['null', null, 'a test is no object'],
    ['a list', [], 'a test is no object'],
  ]
  test.for(rows)('%s', async ([, said, reason]) => {
    const { outcomes, dropped } = await read(said)
    expect(outcomes).toEqual([])
    expect(dropped).toMatchObject([{ reason: expect.stringContaining(reason), line: expect.any(Number) }])
  })
})

test('a test has its suites, file, duration, line, tags, labels and annotations', async () => {
  const { outcomes } = await read({
    name: 'pays',
    status: 'passed',
    duration: 1500,
    suite: ['shop', 'cart'],
    filePath: 'test/shop.js',
    tags: ['smoke', '@WEB-C3', 'smoke'],
    labels: { test_id: 'WEB-C1', owners: ['qa', 2], deep: { no: 1 } },
    browser: 'chromium',
    extra: { case_id: 'WEB-C2', annotations: [{ type: 'testctl', description: 'WEB-C4' }, { type: 'slow' }] },
  })
  expect(outcomes).toEqual([
    {
      name: 'pays',
      suite: ['shop', 'cart'],
      classname: undefined,
      file: 'test/shop.js',
      result: 'passed',
      error: false,
      flaky: false,
      messages: [],
      properties: [
        { name: 'tag', value: 'smoke' },
        { name: 'tag', value: 'WEB-C3' },
        { name: 'test_id', value: 'WEB-C1' },
        { name: 'owners', value: 'qa' },
        { name: 'owners', value: '2' },
        { name: 'browser', value: 'chromium' },
        { name: 'case_id', value: 'WEB-C2' },
        { name: 'testctl', value: 'WEB-C4' },
        { name: 'slow', value: '' },
      ],
      seconds: 1.5,
      report: 'report.json',
      line: 12,
    },
  ])
})

test('a suite that is written as one text, as older reporters do, is a path', async () => {
  expect(await first({ status: 'passed', suite: 'shop.test.js > shop > cart' })).toMatchObject({
    suite: ['shop.test.js', 'shop', 'cart'],
  })
})

test('fields of wrong types count as not there', async () => {
  const wrong = {
    name: {},
    suite: [1, null, 'b', ''],
    duration: '5',
    filePath: [],
    flaky: 'yes',
    tags: 'x',
    labels: [],
    extra: 7,
  }
  expect(await first({ status: 'passed', ...wrong })).toMatchObject({
    name: '',
    suite: ['1', 'b'],
    file: undefined,
    flaky: false,
    properties: [],
    seconds: undefined,
  })
})

test('a screenshot of megabytes is not kept, and neither is a trace without end', async () => {
  const long = 'x'.repeat(5_000_000)
  const { outcomes } = await readAs(
    ctrf,
    report(
      { name: 'a', status: 'failed', screenshot: long, message: 'm', trace: long },
      { name: 'b', status: 'passed' },
    ),
  )
  expect(outcomes.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(outcomes[0]?.messages).toEqual([{ message: 'm', text: 'x'.repeat(65_535) }])
})
