import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ResultName, results } from '../../../src/contract/vocabulary.ts'
import type { RunTest } from '../../../src/runs/read.ts'
import { latestChanges, changesBetween } from '../../../src/runs/watch/result-changes.ts'
import { stateWith } from '../tests.ts'

const now = 1_000_000

/** Returns tests from results by case. `more` adds fields to the test of a case. */
const testsOf = (some: Record<string, ResultName>, more: Record<string, Partial<RunTest>> = {}): RunTest[] =>
  stateWith(some).tests.map((test) => ({ ...test, id: test.caseId, ...more[test.caseId] }))

const told = (before: readonly RunTest[], after: readonly RunTest[]) =>
  changesBetween(before, after, now).map(({ id, from, to, by, at }) => [id, from, to, by, at])

test('another result is a change: by whom, and when; the first one first', () => {
  const before = testsOf({ a: 'untested', b: 'untested', c: 'passed' })
  const after = testsOf(
    { a: 'passed', b: 'failed', c: 'passed' },
    { a: { updatedAt: 900, updatedBy: 'ana' }, b: { updatedAt: 800, updatedBy: 'ben' } },
  )
  expect(told(before, after)).toEqual([
    ['b', 'untested', 'failed', 'ben', 800],
    ['a', 'untested', 'passed', 'ana', 900],
  ])
})

test('two tests that changed places are two changes, though the counts are the same', () => {
  expect(told(testsOf({ a: 'passed', b: 'failed' }), testsOf({ a: 'failed', b: 'passed' }))).toEqual([
    ['a', 'passed', 'failed', '', now],
    ['b', 'failed', 'passed', '', now],
  ])
})

test('a test that came has no result before, one that went has none now, and nobody did it', () => {
  const went = testsOf({ a: 'failed' }, { a: { updatedBy: 'ana', updatedAt: 5 } })
  expect(told(went, testsOf({ b: 'untested' }))).toEqual([
    ['b', null, 'untested', '', now],
    ['a', 'failed', null, '', now],
  ])
})

test('another assignee is none', () => {
  expect(told(testsOf({ a: 'passed' }), testsOf({ a: 'passed' }, { a: { assignedTo: 'ben', updatedAt: 5 } }))).toEqual(
    [],
  )
})

test('there is a change for each difference and no other, whatever the tests are', () => {
  const some = fc.dictionary(fc.constantFrom(...'abcdef'), fc.constantFrom(...results))
  fc.assert(
    fc.property(some, some, (one, other) => {
      const names = new Set([...Object.keys(one), ...Object.keys(other)])
      const different = [...names].filter((name) => one[name] !== other[name])
      const turns = changesBetween(testsOf(one), testsOf(other), now)
      expect(turns.map(({ id }) => id).toSorted()).toEqual(different.toSorted())
      for (const { id, from, to } of turns) expect([from, to]).toEqual([one[id] ?? null, other[id] ?? null])
    }),
  )
})

test('what happened before anybody watched: the tests that were changed last, the untested left out', () => {
  const tests = testsOf(
    { a: 'passed', b: 'untested', c: 'failed', d: 'inProgress', e: 'passed' },
    { a: { updatedAt: 30 }, b: { updatedAt: 99 }, c: { updatedAt: 10 }, d: { updatedAt: 20, updatedBy: 'ben' } },
  )
  expect(latestChanges(tests, 2).map(({ id, from, to, by }) => [id, from, to, by])).toEqual([
    ['d', null, 'inProgress', 'ben'],
    ['a', null, 'passed', ''],
  ])
})
