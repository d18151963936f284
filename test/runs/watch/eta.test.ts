import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Glance, glanceAt, etaOf, recent, formatEta } from '../../../src/runs/watch/eta.ts'

/** Returns glances at a run of `all` tests, from the number of finished tests by second. */
const glances = (done: Record<number, number>, all = 100): Glance[] =>
  Object.entries(done).map(([second, count]) =>
    glanceAt({ total: all, passed: count, failed: 0, inProgress: 1, untested: all - count - 1 }, Number(second) * 1000),
  )

test('how many tests a minute, and how long it takes at that', () => {
  expect(etaOf(glances({ 0: 0, 30: 10, 60: 20 }))).toEqual({ perMinute: 20, minutesLeft: 4 })
})

describe('nothing is said', () => {
  test.for<[string, Record<number, number>, number?]>([
    ['at the first look', { 0: 50 }],
    ['before half a minute was seen', { 0: 0, 29: 50 }],
    ['of fewer than three tests', { 0: 0, 60: 2 }],
    ['where tests were reopened', { 0: 50, 60: 40 }],
    ['where none was finished for ten minutes', { 0: 0, 60: 50, 700: 50 }],
  ])('%s', ([, done]) => expect(etaOf(glances(done))).toBeUndefined())

  test('where nothing is open', () => {
    const counts = { total: 10, passed: 10, failed: 0, inProgress: 0, untested: 0 }
    expect(etaOf([...glances({ 0: 0 }), glanceAt(counts, 60_000)])).toBeUndefined()
    expect(etaOf([])).toBeUndefined()
  })
})

test('what is longer ago than ten minutes does not count, and need not be kept', () => {
  const all = glances({ 0: 0, 60: 90, 661: 91, 700: 94 })
  expect(recent(all)).toEqual(all.slice(2))
  expect(etaOf(all)).toEqual(etaOf(recent(all)))
  expect(etaOf(all)?.perMinute).toBeCloseTo(3 / (39 / 60))
})

test('what is said is a whole time, and never less than nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100)), (done) => {
      const pace = etaOf(done.map((count, at) => glances({ [at * 20]: count }, 200)[0]!))
      if (pace)
        expect(formatEta(pace)).toMatch(
          /^(less than a minute|about [1-9]\d* (minutes?|hours?|days?)) left, at [\d.]+ tests? a minute$/,
        )
    }),
  )
})

test.for([
  [120, 0.5, 'less than a minute left, at 120 tests a minute'],
  [1, 1, 'about 1 minute left, at 1 test a minute'],
  [1.26, 89.5, 'about 90 minutes left, at 1.3 tests a minute'],
  [0.031, 91, 'about 2 hours left, at 0.031 tests a minute'],
  [12.4, 40 * 60, 'about 2 days left, at 12 tests a minute'],
] as const)('%f a minute and %f minutes: %s', ([perMinute, minutesLeft, said]) => {
  expect(formatEta({ perMinute, minutesLeft })).toBe(said)
})
