import { describe, expect, test } from 'vitest'
import { cucumber } from '../../../src/reports/cucumber/index.ts'
import { readAs } from '../jsonreading.ts'
import { readWhole } from '../reading.ts'

const step = (status: string) => ({ keyword: 'When ', name: `it is ${status}`, result: { status } })
const unreached = { keyword: 'When ', name: 'it works' }
const scenario = (steps: object[], more: object = {}) => ({ type: 'scenario', name: 'works', steps, ...more })
const feature = (elements: object[], more: object = {}) => ({ keyword: 'Feature', name: 'shop', elements, ...more })
const read = (...elements: object[]) => readAs(cucumber, [feature(elements)])

describe('a scenario of behave that failed, though none of its steps did', () => {
  const message = 'the scenario failed outside of its steps, such as in a hook'

  test.for<[string, object]>([
    ['all its steps passed', scenario([step('passed')], { status: 'failed' })],
    ['an error in a hook', scenario([step('passed')], { status: 'hook_error' })],
    ['an error while it is cleaned up', scenario([step('passed')], { status: 'cleanup_error' })],
    ['no step was reached', scenario([unreached], { status: 'failed' })],
    ['its steps were skipped', scenario([step('skipped'), unreached], { status: 'error' })],
    ['it has no steps', scenario([], { status: 'failed' })],
  ])('is failed: %s', async ([, element]) => {
    const { outcomes, dropped } = await read(element)
    expect(outcomes).toMatchObject([{ result: 'failed', messages: [{ message }] }])
    expect(dropped).toEqual([])
  })

  test('says what its step says where one failed, also by an error', async () => {
    const { outcomes } = await read(
      scenario([step('failed'), unreached], { status: 'failed' }),
      scenario([step('error')], { status: 'error' }),
    )
    expect(outcomes.map(({ result, messages }) => [result, messages[0]?.message])).toEqual([
      ['failed', 'When it is failed: failed'],
      ['failed', 'When it is error: error'],
    ])
  })

  test('is dropped, as ever, where a step is undefined', async () => {
    const { outcomes, dropped } = await read(scenario([step('undefined')], { status: 'failed' }))
    expect([outcomes, dropped]).toMatchObject([[], [{ reason: expect.stringContaining('is undefined') }]])
  })

  test.for(['passed', 'skipped', 'untested', 'undefined', 7, undefined])(
    'is what its steps came to where its status is %s',
    async (status) => {
      const { outcomes } = await read(scenario([step('passed')], { status }), scenario([step('skipped')], { status }))
      expect(outcomes.map(({ result }) => result)).toEqual(['passed', 'skipped'])
    },
  )
})

test('a scenario of behave that one of its steps left out is skipped, not dropped for the steps behind it', async () => {
  const { outcomes, dropped } = await read(scenario([step('passed'), step('skipped'), unreached], { status: 'skipped' }))
  expect([outcomes, dropped]).toMatchObject([[{ result: 'skipped' }], []])
})

test('a report of behave in which no scenario was begun is known as one, and says which feature failed', async () => {
  const untouched = { keyword: 'Feature', name: 'shop', tags: [], location: 'shop.feature:1', status: 'failed' }
  await expect(readWhole(JSON.stringify([untouched], null, 1))).rejects.toThrow('shop: it failed outside of its scenarios')
})

describe('a feature of behave that failed', () => {
  const passed = scenario([step('passed')], { status: 'passed' })
  const readFeature = (status: string, ...elements: object[]) => readAs(cucumber, [feature(elements, { status })])
  const outside = { name: 'shop', reason: 'it failed outside of its scenarios', line: expect.any(Number) }

  test.for<[string, object[]]>([
    ['every scenario passed', [passed]],
    ['or was left out', [scenario([unreached], { status: 'skipped' })]],
    ['none was reached', []],
  ])('is told where none of its scenarios did: %s', async ([, elements]) => {
    expect((await readFeature('failed', ...elements)).dropped).toContainEqual(outside)
    expect((await readFeature('hook_error', ...elements)).dropped).toContainEqual(outside)
  })

  test.for<[string, string, object[]]>([
    ['a scenario failed', 'failed', [passed, scenario([step('failed')], { status: 'failed' })]],
    ['a scenario was dropped', 'failed', [passed, scenario([step('undefined')], { status: 'failed' })]],
    ['a scenario is pending', 'error', [passed, scenario([step('pending')], { status: 'error' })]],
    ['nothing is said of a scenario', 'failed', [passed, scenario([step('passed')])]],
    ['it passed', 'passed', [passed]],
    ['it was left out', 'skipped', [passed]],
  ])('needs no word where %s', async ([, status, elements]) => {
    expect((await readFeature(status, ...elements)).dropped).not.toContainEqual(outside)
  })

  test('says nothing of the next feature', async () => {
    const failed = feature([scenario([step('failed')], { status: 'failed' })], { status: 'failed' })
    const { dropped } = await readAs(cucumber, [failed, feature([passed], { status: 'failed', name: 'next' })])
    expect(dropped).toMatchObject([{ name: 'next' }])
  })
})


test('a scenario of behave took as many seconds as behave says, which Cucumber tells in nanoseconds', async () => {
  const timed = (duration: number, more: object = {}) => ({ keyword: 'When', name: 'it waits', result: { status: 'passed', duration }, ...more })
  const { outcomes } = await read(scenario([timed(1.5, { step_type: 'when' }), timed(1, { step_type: 'when' })]), scenario([timed(1.5e9)]))
  expect(outcomes.map(({ seconds }) => seconds)).toEqual([2.5, 1.5])
})

test('a formatter of behave for Cucumber, which tells the type and the line of a step, tells nanoseconds', async () => {
  const timed = { ...step('passed'), step_type: 'when', line: 4, result: { status: 'passed', duration: 1_500_000_000 } }
  const { outcomes } = await read(scenario([timed]))
  expect(outcomes.map(({ seconds }) => seconds)).toEqual([1.5])
})
