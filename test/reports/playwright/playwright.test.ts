import { describe, expect, test } from 'vitest'
import { playwright } from '../../../src/reports/playwright/index.ts'
import { readAs, sortKeys } from '../jsonreading.ts'

const error = { message: 'not 1', stack: 'Error: not 1\n    at a.js:1' }
const attempt = (status: string, more: object = {}) => ({ status, duration: 500, errors: [], ...more })
const failing = attempt('failed', { error, errors: [{ message: 'Error: not 1 …' }] })
const run = (status: string, results: object[], more: object = {}) => ({
  projectName: 'web',
  expectedStatus: 'passed',
  annotations: [],
  status,
  results,
  ...more,
})
const spec = (title: string, ...tests: object[]) => ({ title, tags: [], file: 'a.spec.js', tests })
const report = ({ suites = [] as object[], errors = [] as unknown[], projects = ['web'] }) => ({
  config: { fullyParallel: false, projects: projects.map((name) => ({ name })) },
  suites,
  errors,
  stats: {},
})
const inFile = (...specs: object[]) => report({ suites: [{ title: 'a.spec.js', specs, suites: [] }] })
const read = async (...tests: object[]) => readAs(playwright, inFile(spec('works', ...tests)))

describe('what a test comes to in a project', () => {
  const message = { message: 'not 1', text: 'Error: not 1\n    at a.js:1' }
  const rows: [string, object, object][] = [
    ['as expected', run('expected', [attempt('passed')]), { result: 'passed', flaky: false, seconds: 0.5 }],
    [
      'failed at every attempt',
      run('unexpected', [failing, failing]),
      { result: 'failed', flaky: false, messages: [message, message], seconds: 1 },
    ],
    [
      'failed first',
      run('flaky', [failing, attempt('passed')]),
      { result: 'passed', flaky: true, messages: [message] },
    ],
    [
      'expected to fail, and did',
      run('expected', [failing], { expectedStatus: 'failed' }),
      { result: 'passed', flaky: false, messages: [] },
    ],
    [
      'expected to fail, and did not',
      run('unexpected', [attempt('passed')], { expectedStatus: 'failed' }),
      { result: 'failed', messages: [{ message: 'it was to end as failed, and ended as passed', text: '' }] },
    ],
    [
      'timed out',
      run('unexpected', [attempt('timedOut', { error: { message: 'too slow' } })]),
      { result: 'failed', error: true, messages: [{ message: 'too slow', text: '' }] },
    ],
    ['skipped', run('skipped', [attempt('skipped')], { expectedStatus: 'skipped' }), { result: 'skipped' }],
    [
      'skipped, and why',
      run('skipped', [], { annotations: [{ type: 'skip', description: 'no browser' }] }),
      { result: 'skipped', messages: [{ message: 'no browser', text: '' }], seconds: undefined },
    ],
    ['not run, because one before it failed', run('skipped', []), { result: 'skipped' }],
    [
      'two soft assertions',
      run('unexpected', [attempt('failed', { error, errors: [{ message: 'one' }, { message: 'two' }] })]),
      { messages: [message, { text: 'two' }] },
    ],
    [
      'what was thrown is no error',
      run('unexpected', [attempt('failed', { error: { value: '"x"' } })]),
      { messages: [{ message: '"x"', text: '' }] },
    ],
  ]
  test.for(rows)('%s', async ([, told, expected]) => {
    const { outcomes, dropped } = await read(told)
    expect(outcomes).toMatchObject([expected])
    expect(dropped).toEqual([])
  })
})

describe('what has no result is dropped, and why is said', () => {
  const rows: [string, object, string][] = [
    ['interrupted', run('skipped', [attempt('interrupted')]), 'it was interrupted: neither passed nor failed'],
    ['no status', run('', [failing]), 'its status is missing'],
    ['a status that nobody knows', run('great', []), 'its status is great'],
  ]
  test.for(rows)('%s', async ([, told, reason]) => {
    const { outcomes, dropped } = await read(told)
    expect(outcomes).toEqual([])
    expect(dropped).toMatchObject([
      { name: 'works', reason: expect.stringContaining(reason), line: expect.any(Number) },
    ])
  })

  test('a spec that ran nowhere', async () => {
    expect((await read()).dropped).toMatchObject([{ name: 'works', reason: 'it has no result' }])
  })
  test('what failed outside of the tests', async () => {
    const errors = [{ message: '\n\u001b[31mError: the server\u001b[39m is down\n   at b.js', stack: '…' }, { value: 'x' }, 'odd']
    expect((await readAs(playwright, report({ errors }))).dropped.map(({ reason }) => reason)).toEqual([
      'failed outside of its tests: Error: the server is down',
      'failed outside of its tests: x',
      'failed outside of its tests: nothing said',
    ])
  })
})

test('the suites of a test are its file and the groups around it', async () => {
  const deep = {
    title: 'a.spec.js',
    specs: [spec('outside', run('expected', []))],
    suites: [
      {
        title: 'cart',
        specs: [spec('in cart', run('expected', []))],
        suites: [{ title: 'pay', specs: [spec('in pay', run('expected', []))] }],
      },
    ],
  }
  for (const document of [report({ suites: [deep] }), sortKeys(report({ suites: [deep] }))]) {
    const { outcomes } = await readAs(playwright, document)
    const paths = outcomes.map(({ suite, name }) => [...suite, name].join(' › '))
    expect(paths.sort()).toEqual([
      'a.spec.js › cart › in cart',
      'a.spec.js › cart › pay › in pay',
      'a.spec.js › outside',
    ])
  }
})

test('every project is a result of its own, told apart by its suite where there are several', async () => {
  const both = spec(
    'works',
    run('expected', [], { projectName: 'web' }),
    run('unexpected', [failing], { projectName: 'phone' }),
  )
  const suites = [{ title: 'a.spec.js', specs: [both] }]
  expect((await readAs(playwright, report({ suites, projects: ['web', 'phone'] }))).outcomes).toMatchObject([
    { suite: ['web', 'a.spec.js'], name: 'works', result: 'passed', properties: [{ name: 'project', value: 'web' }] },
    {
      suite: ['phone', 'a.spec.js'],
      name: 'works',
      result: 'failed',
      properties: [{ name: 'project', value: 'phone' }],
    },
  ])
})

test('tags and annotations are properties', async () => {
  const annotations = [{ type: 'testctl', description: 'WEB-C2' }, { type: 'slow' }, {}, 7]
  const told = { ...spec('works', run('expected', [], { annotations, projectName: '' })), tags: ['@smoke', 'WEB-C3'] }
  expect((await readAs(playwright, inFile(told))).outcomes[0]?.properties).toEqual([
    { name: 'tag', value: 'smoke' },
    { name: 'tag', value: 'WEB-C3' },
    { name: 'testctl', value: 'WEB-C2' },
    { name: 'slow', value: '' },
  ])
})

test('the bodies of attachments are not kept, whatever their size', async () => {
  const body = 'A'.repeat(8_000_000)
  const attachments = Array.from({ length: 6 }, () => ({ name: 'shot', contentType: 'image/png', body }))
  const { outcomes } = await readAs(
    playwright,
    inFile(spec('works', run('expected', [attempt('passed', { attachments })])), spec('next', run('expected', []))),
  )
  expect(outcomes.map(({ name }) => name)).toEqual(['works', 'next'])
})

test('suites that are none, and a config that is none, do no harm', async () => {
  const odd = {
    config: 5,
    suites: [null, 'x', [], { specs: [spec('a', run('expected', []))] }, { title: 7, specs: {}, suites: 'no' }],
    errors: {},
  }
  expect((await readAs(playwright, odd)).outcomes).toMatchObject([{ name: 'a', suite: [] }])
})
