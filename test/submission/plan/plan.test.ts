import { describe, expect, test } from 'vitest'
import type { ResultName } from '../../../src/contract/vocabulary.ts'
import type { Outcome } from '../../../src/reports/outcome.ts'
import type { Matched } from '../../../src/submission/match/model.ts'
import { plan, transitionsOf } from '../../../src/submission/plan/index.ts'
import { planLine } from '../../../src/submission/summary/plan-line.ts'
import { type Policy, usualPolicy } from '../../../src/submission/plan/policy.ts'
import type { RunTest } from '../../../src/runs/read.ts'
import { outcome } from '../outcome.ts'

const noon = Date.parse('2026-01-01T12:00:00Z')

const held = (id: string, result: ResultName, updatedAt: number | undefined = noon): RunTest => ({
  id,
  name: id,
  caseId: `case of ${id}`,
  displayId: 1,
  result,
  updatedAt,
  remarks: [],
  identifiers: [],
})

const matchedBy = (outcomes: Outcome, ...targets: RunTest[]): Matched<RunTest> => ({
  outcome: outcomes,
  targets,
  missing: [],
  rule: 'name',
  because: '',
})

/** Plans one result for one test. Returns the pile of the plan with the old and the new result. */
const become = (
  test: RunTest,
  reported: Outcome['result'],
  { ours = {}, ...policy }: Partial<Policy> & { ours?: Record<string, number> } = {},
) => {
  const made = plan(
    [matchedBy(outcome('a', reported), test)],
    { ...usualPolicy, ...policy },
    new Map(Object.entries(ours)),
  )
  return Object.entries(made).flatMap(([pile, planned]) => planned.map(({ from, to }) => `${pile} ${from} ${to}`))
}

describe('what becomes of a test', () => {
  const later = noon + 60_000
  const rows: [ResultName, Outcome['result'], Parameters<typeof become>[2], string][] = [
    ['untested', 'passed', {}, 'set untested passed'],
    ['inProgress', 'failed', {}, 'set inProgress failed'],
    ['passed', 'passed', {}, 'unchanged passed passed'],
    ['passed', 'failed', {}, 'set passed failed'],
    ['passed', 'skipped', {}, 'skipped passed passed'],
    ['passed', 'skipped', { skipped: 'untested' }, 'set passed untested'],
    ['untested', 'skipped', { skipped: 'untested' }, 'unchanged untested untested'],
    ['passed', 'failed', { keepNewer: new Date(noon - 1) }, 'newer passed failed'],
    ['inProgress', 'failed', { keepNewer: new Date(noon - 1) }, 'newer inProgress failed'],
    ['passed', 'failed', { keepNewer: new Date(noon) }, 'set passed failed'],
    ['passed', 'failed', { keepNewer: new Date(later) }, 'set passed failed'],
    ['untested', 'failed', { keepNewer: new Date(noon - 1) }, 'set untested failed'],
    ['passed', 'passed', { keepNewer: new Date(noon - 1) }, 'unchanged passed passed'],
    ['passed', 'skipped', { keepNewer: new Date(noon - 1) }, 'skipped passed passed'],
    ['passed', 'failed', { keepNewer: new Date(noon - 1), ours: { t: noon } }, 'set passed failed'],
    ['passed', 'failed', { keepNewer: new Date(noon - 1), ours: { t: noon - 1 } }, 'newer passed failed'],
    ['passed', 'failed', { keepNewer: new Date(noon - 1), ours: { other: noon } }, 'newer passed failed'],
  ]
  test.for(rows)('%s, reported %s, %o: %s', ([from, reported, policy, expected]) =>
    expect(become(held('t', from), reported, policy)).toEqual([expected]),
  )

  test('what was set at a time that the service does not say is kept, where newer results are', () => {
    const test = { ...held('t', 'passed'), updatedAt: undefined }
    expect(become(test, 'failed', { keepNewer: new Date(later) })).toEqual(['newer passed failed'])
    expect(become({ ...test, result: 'untested' }, 'failed', { keepNewer: new Date(later) })).toEqual([
      'set untested failed',
    ])
  })
})

test('all results of a test are planned as one, in reading order', () => {
  const [one, other] = [held('1', 'untested'), held('2', 'untested')]
  const [first, second, third] = [outcome('a'), outcome('b', 'failed'), outcome('c')]
  const made = plan([matchedBy(first, one, other), matchedBy(second, other), matchedBy(third, other)], usualPolicy)
  expect(made.set.map(({ test, outcomes, to }) => [test.id, outcomes, to])).toEqual([
    ['1', [first], 'passed'],
    ['2', [first, second, third], 'failed'],
  ])
})

test('a plan in a line', () => {
  const set = (from: ResultName, result: Outcome['result'], count: number) =>
    Array.from({ length: count }, (_, at) => matchedBy(outcome('a', result), held(`${from}${result}${at}`, from)))
  const matched = [...set('passed', 'failed', 2), ...set('untested', 'passed', 41), ...set('passed', 'passed', 897)]
  const made = plan(matched, usualPolicy)
  const transitions = transitionsOf(made)
  expect(transitions).toEqual([
    { from: 'untested', to: 'passed', count: 41 },
    { from: 'passed', to: 'failed', count: 2 },
  ])
  const counts = { transitions, unchanged: made.unchanged.length, skipped: 0, newer: 0, unmatched: 3, inNoReport: 5 }
  expect(planLine(counts)).toBe(
    '41 untested → passed, 2 passed → failed, 897 unchanged, 3 unmatched, 5 not in any report',
  )
  expect(planLine({ ...counts, unmatched: 0, inNoReport: 0, newer: 1, skipped: 6 }, { ascii: true })).toBe(
    '41 untested -> passed, 2 passed -> failed, 897 unchanged, 6 skipped and left as they are, 1 changed later by someone else',
  )
  const nothing = { transitions: [], unchanged: 0, skipped: 0, newer: 0, unmatched: 0, inNoReport: 0 }
  expect(planLine(nothing)).toBe('nothing to set')
  expect(planLine({ ...nothing, unchanged: 4 })).toBe('nothing to set, 4 unchanged')
})
