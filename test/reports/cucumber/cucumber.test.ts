import { describe, expect, test } from 'vitest'
import { cucumber } from '../../../src/reports/cucumber/index.ts'
import { readAs } from '../jsonreading.ts'

const step = (status: string, more: object = {}) => ({
  keyword: 'When ',
  name: `it is ${status}`,
  result: { status, duration: 500_000_000 },
  ...more,
})
const scenario = (steps: object[], more: object = {}) => ({
  type: 'scenario',
  keyword: 'Scenario',
  name: 'works',
  steps,
  ...more,
})
const background = (...steps: object[]) => ({ type: 'background', keyword: 'Background', name: '', steps })
const feature = (elements: unknown, more: object = {}) => [
  { keyword: 'Feature', elements, uri: 'features/a.feature', name: 'shop', tags: [{ name: '@all' }], ...more },
]
const read = (...elements: object[]) => readAs(cucumber, feature(elements))

describe('what a scenario comes to', () => {
  const failure = step('failed', { result: { status: 'failed', error_message: 'AssertionError: no\n  at a' } })
  const failedHook = { result: { status: 'failed', error_message: 'no db' } }
  const rows: [string, object[], object][] = [
    ['all steps passed', [scenario([step('passed'), step('passed')])], { result: 'passed', seconds: 1, messages: [] }],
    [
      'a step failed',
      [scenario([step('passed'), failure, step('skipped')])],
      { result: 'failed', messages: [{ message: 'When it is failed: failed', text: 'AssertionError: no\n  at a' }] },
    ],
    ['a step is ambiguous', [scenario([step('ambiguous')])], { result: 'failed' }],
    ['skipped', [scenario([step('passed'), step('skipped')])], { result: 'skipped' }],
    [
      'pending',
      [scenario([step('passed'), step('pending'), step('skipped')])],
      { result: 'skipped', messages: [{ message: 'When it is pending: pending' }] },
    ],
    [
      'a hook before it failed',
      [scenario([step('skipped')], { before: [failedHook] })],
      { result: 'failed', messages: [{ message: 'Before: failed', text: 'no db' }] },
    ],
    ['a hook after it failed', [scenario([step('passed')], { after: [failedHook] })], { result: 'failed' }],
    ['a hook after a step failed', [scenario([step('passed', { after: [failedHook] })])], { result: 'failed' }],
    [
      'the background failed',
      [background(failure), scenario([step('skipped')])],
      { result: 'failed', messages: [{ message: 'When it is failed: failed' }] },
    ],
    [
      'the background passed',
      [background(step('passed')), scenario([step('passed')])],
      { result: 'passed', seconds: 1 },
    ],
    ['failed, with steps that nobody defined', [scenario([failure, step('undefined')])], { result: 'failed' }],
    [
      'hooks of steps that were not reached',
      [scenario([step('passed', { after: [{ result: { status: 'skipped' } }] })])],
      { result: 'passed' },
    ],
    ['statuses in capitals', [scenario([step('PASSED')])], { result: 'passed' }],
    [
      'hidden hooks among its steps',
      [scenario([step('passed', { hidden: true }), step('passed')])],
      { result: 'passed' },
    ],
  ]
  test.for(rows)('%s', async ([, elements, expected]) => {
    const { outcomes, dropped } = await read(...elements)
    expect(outcomes).toMatchObject([{ name: 'works', suite: ['shop'], file: 'features/a.feature', ...expected }])
    expect(dropped).toEqual([])
  })
})

describe('what has no result is dropped, and why is said', () => {
  const rows: [string, object, string][] = [
    [
      'a step that nobody defined',
      scenario([step('passed'), step('undefined')]),
      'the step "When it is undefined" is undefined: neither passed nor failed',
    ],
    ['no steps', scenario([]), 'it has no steps'],
    [
      'nothing but hooks',
      scenario([step('passed', { hidden: true })], { before: [{ result: { status: 'passed' } }] }),
      'it has no steps',
    ],
    [
      'a step without a result',
      scenario([{ keyword: 'When ', name: 'it works' }]),
      'the status of "When it works" is missing',
    ],
    ['a status that nobody knows', scenario([step('great')]), 'the status of "When it is great" is great'],
    ['no object', [], 'it has no steps'],
  ]
  test.for(rows)('%s', async ([, element, reason]) => {
    const { outcomes, dropped } = await read(element)
    expect(outcomes).toEqual([])
    expect(dropped).toMatchObject([{ reason: expect.stringContaining(reason), line: expect.any(Number) }])
  })
})

test('a background is for the one scenario that follows it', async () => {
  const { outcomes } = await read(
    background(step('failed')),
    scenario([step('skipped')]),
    scenario([step('passed')]),
    background(step('passed')),
    scenario([step('passed')]),
  )
  expect(outcomes.map(({ result }) => result)).toEqual(['failed', 'passed', 'passed'])
})

test('rows of an outline are several results', async () => {
  expect((await read(scenario([step('passed')]), scenario([step('failed')]))).outcomes).toMatchObject([
    { result: 'passed' },
    { result: 'failed' },
  ])
})

test('tags are those of the feature and of the scenario, each once', async () => {
  const { outcomes } = await read(scenario([step('passed')], { tags: [{ name: '@WEB-C1' }, { name: '@all' }, 7] }))
  expect(outcomes[0]?.properties).toEqual([
    { name: 'tag', value: 'all' },
    { name: 'tag', value: 'WEB-C1' },
  ])
})

test('features that are none, and elements that are none, do no harm', async () => {
  const odd = [
    null,
    'x',
    { elements: 7 },
    ...feature([scenario([step('passed')])], { name: 5, uri: {}, tags: 'no' }),
    { name: 'empty' },
  ]
  expect((await readAs(cucumber, odd)).outcomes).toMatchObject([{ name: 'works', suite: ['5'], file: undefined }])
})
