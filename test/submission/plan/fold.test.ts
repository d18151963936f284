import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../src/reports/outcome.ts'
import { foldOutcomes } from '../../../src/submission/plan/fold.ts'
import { type Policy, usualPolicy } from '../../../src/submission/plan/policy.ts'
import { outcome } from '../outcome.ts'

const of: Record<string, Outcome> = {
  passed: outcome('a'),
  failed: outcome('a', 'failed'),
  error: outcome('a', 'failed', { error: true }),
  skipped: outcome('a', 'skipped'),
  flaky: outcome('a', 'passed', { flaky: true }),
  unsteady: outcome('a', 'failed', { flaky: true }),
}

const folded = (words: string, policy: Partial<Policy>) =>
  foldOutcomes(
    words.split(' ').map((word) => of[word]!),
    { ...usualPolicy, ...policy },
  )

describe('several results for one test count as', () => {
  test.for<[results: string, worst: string | undefined, best: string | undefined, last: string | undefined]>([
    ['passed', 'passed', 'passed', 'passed'],
    ['failed', 'failed', 'failed', 'failed'],
    ['error', 'failed', 'failed', 'failed'],
    ['skipped', undefined, undefined, undefined],
    ['failed passed', 'failed', 'passed', 'passed'],
    ['passed error', 'failed', 'passed', 'failed'],
    ['skipped failed', 'failed', 'failed', 'failed'],
    ['failed skipped', 'failed', 'failed', 'failed'],
    ['skipped passed skipped', 'passed', 'passed', 'passed'],
    ['failed flaky skipped', 'failed', 'passed', 'passed'],
    ['skipped skipped', undefined, undefined, undefined],
  ])('%s: worst %s, best %s, last %s', ([results, worst, best, last]) => {
    expect(folded(results, { fold: 'worst' })).toBe(worst)
    expect(folded(results, { fold: 'best' })).toBe(best)
    expect(folded(results, { fold: 'last' })).toBe(last)
  })
})

describe('what is skipped counts as it was told, and only where nothing ran', () => {
  test.for(['untested', 'passed', 'failed'] as const)('%s', (skipped) => {
    for (const way of ['worst', 'best', 'last'] as const) {
      expect(folded('skipped', { skipped, fold: way })).toBe(skipped)
      expect(folded('skipped skipped', { skipped, fold: way })).toBe(skipped)
      expect(folded('passed skipped', { skipped, fold: way })).toBe('passed')
      expect(folded('failed skipped', { skipped, fold: way })).toBe('failed')
    }
  })
})

test('what is flaky counts as it was told, by itself and among others', () => {
  expect(folded('flaky', { flaky: 'passed' })).toBe('passed')
  expect(folded('flaky', { flaky: 'failed' })).toBe('failed')
  expect(folded('flaky passed', { flaky: 'failed', fold: 'worst' })).toBe('failed')
  expect(folded('flaky passed', { flaky: 'failed', fold: 'best' })).toBe('passed')
  expect(folded('passed flaky', { flaky: 'failed', fold: 'last' })).toBe('failed')
  // A result that failed in the end never counts as passed, even if the reader calls it flaky.
  expect(folded('unsteady', { flaky: 'passed' })).toBe('failed')
})

test('the worst and the best are the same in whatever order the results were read', () => {
  const results = fc.array(fc.constantFrom(...Object.values(of)), { minLength: 1 })
  const policy = fc.record({
    fold: fc.constantFrom('worst' as const, 'best' as const),
    skipped: fc.constantFrom('ignore' as const, 'untested' as const, 'passed' as const, 'failed' as const),
    flaky: fc.constantFrom('passed' as const, 'failed' as const),
  })
  const shuffled = results.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  )
  fc.assert(
    fc.property(shuffled, policy, ([all, other], how) => {
      expect(foldOutcomes(other, { ...usualPolicy, ...how })).toBe(foldOutcomes(all, { ...usualPolicy, ...how }))
    }),
  )
})
