import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ResultName, results } from '../../../src/contract/vocabulary.ts'
import { type HistoryEntry, flakinessOf, statisticsOf } from '../../../src/runs/history/statistics.ts'

/** Returns an entry for each result, each in a run of its own, oldest first. */
const entriesOf = (all: readonly ResultName[]): HistoryEntry[] =>
  all.map((result, at) => ({
    run: { id: `run-${at + 1}`, identifier: `WEB-R${at + 1}`, name: `Nightly ${at + 1}` },
    test: { id: `test-${at + 1}`, identifier: `WEB-T${at + 1}`, name: 'logs in' },
    result,
    by: 'ana',
    at,
    assignedTo: '',
  }))

const finished = fc.constantFrom('passed' as const, 'failed' as const)

describe('flakiness', () => {
  test('is the share of results that differ from the one before', () => {
    expect(flakinessOf(['passed', 'failed', 'failed', 'passed', 'passed'])).toBe(0.5)
  })

  test('is none of fewer than two results', () => {
    expect([flakinessOf([]), flakinessOf(['failed'])]).toEqual([null, null])
  })

  test('is 0 where all are the same, and 1 where each is another', () => {
    fc.assert(
      fc.property(finished, fc.integer({ min: 2, max: 40 }), (result, length) => {
        const other = result === 'passed' ? 'failed' : 'passed'
        expect(flakinessOf(Array.from({ length }, () => result))).toBe(0)
        expect(flakinessOf(Array.from({ length }, (_, at) => (at % 2 ? result : other)))).toBe(1)
      }),
    )
  })

  test('is from 0 to 1, the same read backwards, and the same with passed and failed exchanged', () => {
    fc.assert(
      fc.property(fc.array(finished, { minLength: 2 }), (all) => {
        const flakiness = flakinessOf(all)
        expect(flakiness).toBeGreaterThanOrEqual(0)
        expect(flakiness).toBeLessThanOrEqual(1)
        expect(flakinessOf(all.toReversed())).toBe(flakiness)
        expect(flakinessOf(all.map((one) => (one === 'passed' ? 'failed' : 'passed')))).toBe(flakiness)
      }),
    )
  })

  test('does not depend on tests that were not finished', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...results)), (all) => {
        const done = all.filter((one) => one === 'passed' || one === 'failed')
        expect(statisticsOf(entriesOf(all)).flakiness).toBe(flakinessOf(done))
      }),
    )
  })

  test('one more result of the same kind never makes it larger', () => {
    fc.assert(
      fc.property(fc.array(finished, { minLength: 2 }), (all) => {
        const last = all.at(-1) ?? 'passed'
        expect(flakinessOf([...all, last])).toBeLessThanOrEqual(flakinessOf(all) ?? 0)
      }),
    )
  })
})

describe('a case', () => {
  test('that failed and passes again: since when, how often in a row, and when it failed last', () => {
    const entries = entriesOf(['passed', 'failed', 'inProgress', 'failed', 'passed', 'untested', 'passed', 'untested'])
    expect(statisticsOf(entries)).toEqual({
      counts: { total: 8, passed: 3, failed: 2, inProgress: 1, untested: 2 },
      passRate: 0.6,
      flakiness: 0.5,
      streak: { result: 'passed', since: entries[4], length: 2 },
      lastFailure: entries[3],
    })
  })

  test('that was never finished has no shares, and no streak', () => {
    expect(statisticsOf(entriesOf(['untested', 'inProgress']))).toMatchObject({
      passRate: null,
      flakiness: null,
      streak: null,
      lastFailure: null,
    })
  })

  test('a streak is made of the last results, and the one before it differs', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...results)), (all) => {
        const entries = entriesOf(all)
        const done = entries.filter(({ result }) => result === 'passed' || result === 'failed')
        const { streak } = statisticsOf(entries)
        expect(streak === null).toBe(done.length === 0)
        if (!streak) return
        const tail = done.slice(-streak.length)
        expect(tail.every(({ result }) => result === streak.result)).toBe(true)
        expect(tail[0]).toBe(streak.since)
        expect(done.at(-streak.length - 1)?.result).not.toBe(streak.result)
      }),
    )
  })
})
