import { describe, expect, test } from 'vitest'
import { allure } from '../../../src/reports/allure/index.ts'
import { readAs } from '../jsonreading.ts'
import { readFolder, result } from './results.ts'

const read = (more: object) => readAs(allure, result(more))

describe('what a result comes to', () => {
  const statusDetails = { message: 'no', trace: 'Error: no\n  at a' }
  const messages = [{ message: 'no', text: 'Error: no\n  at a' }]
  const rows: [string, object, object][] = [
    ['passed', {}, { result: 'passed', error: false, flaky: false, seconds: 2.5 }],
    ['failed', { status: 'failed', statusDetails }, { result: 'failed', error: false, messages }],
    ['broken', { status: 'broken', statusDetails }, { result: 'failed', error: true, messages }],
    [
      'skipped',
      { status: 'skipped', statusDetails: { message: 'later' } },
      { result: 'skipped', messages: [{ message: 'later', text: '' }] },
    ],
    ['said to be flaky', { statusDetails: { flaky: true } }, { result: 'passed', flaky: true }],
    ['no times', { start: undefined, stop: 'x' }, { seconds: undefined }],
  ]
  test.for(rows)('%s', async ([, told, expected]) =>
    expect((await read(told)).outcomes).toMatchObject([{ name: 'works', ...expected }]),
  )

  test.for([['unknown'], [undefined], [{}]])('a status of %s is dropped, and why is said', async ([status]) => {
    const { outcomes, dropped } = await read({ status })
    expect(outcomes).toEqual([])
    expect(dropped).toMatchObject([
      { reason: expect.stringMatching(/its status in report\.json is (unknown|missing): neither/), name: 'works' },
    ])
  })
})

test('suites, tags, identifiers, links and parameters are told', async () => {
  const told = {
    parentSuite: 'web',
    subSuite: 'cart > pay',
    suite: 'shop',
    tag: '@smoke',
    AS_ID: '12',
    testClass: 'ShopTest',
    host: 'ci',
    _internal: 'x',
    severity: 'critical',
  }
  const labels = Object.entries(told).map(([name, value]) => ({ name, value }))
  const links = [
    { type: 'tms', name: 'WEB-C1', url: 'https://a/1' },
    { type: 'issue', url: 'WEB-7' },
    { type: 'link', name: 'x' },
    null,
  ]
  const parameters = [
    { name: 'row', value: '1' },
    { name: 'retry', value: '2', excluded: true },
    { name: 'password', value: 'x', mode: 'masked' },
  ]
  expect((await read({ labels, links, parameters })).outcomes).toMatchObject([
    {
      suite: ['web', 'shop', 'cart', 'pay'],
      classname: 'ShopTest',
      properties: [
        { name: 'tag', value: 'smoke' },
        { name: 'AS_ID', value: '12' },
        { name: 'severity', value: 'critical' },
        { name: 'tms', value: 'WEB-C1' },
        { name: 'issue', value: 'WEB-7' },
        { name: 'row', value: '1' },
      ],
    },
  ])
  expect((await read({ titlePath: ['a.js', 'shop'] })).outcomes).toMatchObject([{ suite: ['a.js', 'shop'] }])
})

describe('results of one history are attempts at one test', () => {
  const failed = { status: 'failed', statusDetails: { message: 'no' }, historyId: 'h', start: 1, stop: 2 }
  const later = { historyId: 'h', start: 3, stop: 4 }
  const rows: [string, object[], object[]][] = [
    ['failed, then passed: flaky', [failed, later], [{ result: 'passed', flaky: true, messages: [{ message: 'no' }] }]],
    ['passed, then failed: failed', [{ ...failed, stop: 9 }, later], [{ result: 'failed', flaky: false }]],
    ['failed, then skipped: skipped', [failed, { ...later, status: 'skipped' }], [{ result: 'skipped', flaky: false }]],
    ['passed twice: passed', [later, { ...later, stop: 5 }], [{ result: 'passed', flaky: false }]],
    [
      'other histories: other tests',
      [failed, { ...later, historyId: 'i' }],
      [{ result: 'failed' }, { result: 'passed', flaky: false }],
    ],
    [
      'no times: a failure counts',
      [{ ...failed, stop: undefined }, { ...later, stop: undefined }],
      [{ result: 'failed', flaky: false }],
    ],
    [
      'no history, but one case and the same parameters',
      [
        { ...failed, historyId: undefined, testCaseId: 'c' },
        { ...later, historyId: undefined, testCaseId: 'c' },
      ],
      [{ result: 'passed', flaky: true }],
    ],
    [
      'no history, and one case with other parameters',
      [
        { ...failed, historyId: undefined, testCaseId: 'c', parameters: [{ name: 'row', value: '1' }] },
        { ...later, historyId: undefined, testCaseId: 'c', parameters: [{ name: 'row', value: '2' }] },
      ],
      [{ result: 'failed' }, { result: 'passed', flaky: false }],
    ],
    [
      'nothing to know them by',
      [
        { ...failed, historyId: undefined },
        { ...later, historyId: undefined },
      ],
      [{ result: 'failed' }, { result: 'passed', flaky: false }],
    ],
  ]
  test.for(rows)('%s', async ([, attempts, expected]) => {
    for (const order of [attempts, attempts.toReversed()]) {
      const { outcomes } = await readFolder(
        Object.fromEntries(order.map((one, at) => [`${at}-result.json`, result(one)])),
      )
      expect(outcomes).toHaveLength(expected.length)
      expect(outcomes).toEqual(
        expect.arrayContaining(
          expected.map((one) =>
            expect.objectContaining({ ...one, ...('messages' in one && { messages: expect.anything() }) }),
          ),
        ),
      )
    }
  })
})

test('in a folder only its results are read, and an outcome names its file', async () => {
  const { folder, outcomes, report } = await readFolder({
    'a-result.json': result(),
    'b-container.json': 'not even JSON',
    'c-attachment.png': '\0\0',
    'environment.properties': 'x',
  })
  expect(report).toMatchObject({ file: folder, format: 'Allure results', cases: 1 })
  expect(outcomes).toMatchObject([{ name: 'works', report: `${folder}/a-result.json` }])
})

test('a result that is cut off is refused by the name of its file', async () => {
  const broken = JSON.stringify(result()).slice(0, 40)
  await expect(readFolder({ 'a-result.json': result(), 'b-result.json': broken })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/b-result\.json is not well-formed JSON: line 1, column 41: the file ends/),
  })
})

test('a folder without results is no report', async () => {
  await expect(readFolder({ 'a.json': result() })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('is a folder'),
  })
})

test('thousands of results are read', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [`${at}-result.json`, result({ name: `test ${at}`, historyId: `${at}` })]),
  )
  const { report, outcomes } = await readFolder(files)
  expect(report?.cases).toBe(1000)
  expect(new Set(outcomes.map(({ name }) => name)).size).toBe(1000)
})
