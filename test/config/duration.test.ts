import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDuration, parseLifetime } from '../../src/config/duration.ts'
import { UsageError } from '../../src/errors.ts'

test.each([
  ['60', 60_000],
  ['30s', 30_000],
  ['2m', 120_000],
  ['500ms', 500],
  ['1.5h', 5_400_000],
  [' 10s ', 10_000],
])('the time %s is %d milliseconds', (text, duration) => {
  expect(parseDuration(text)).toBe(duration)
})

test.each(['', '0', '0ms', '-1', '1d', '1 s', 'soon', '1e3', '.5', '99999h', 'Infinity', '0x10', '1s2m'])(
  '%j is not a time, and the error says how one is written',
  (text) => {
    expect(() => parseDuration(text)).toThrow(UsageError)
    expect(() => parseDuration(text)).toThrow(/is not a time/)
  },
)

test('every number of milliseconds that can be written is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (duration) => parseDuration(`${duration}ms`) === duration),
  )
})

test.each([
  ['1h', 3_600_000],
  [' 90d ', 90 * 86_400_000],
  ['8w', 56 * 86_400_000],
  ['100y', 36_500 * 86_400_000],
])('a key can last %s', (text, lifetime) => {
  expect(parseLifetime(text)).toBe(lifetime)
})

test.each(['', '0h', '59m', '101y', '1', '1.5d', '1 d', '-1d', 'never'])('%j is not a lifetime of a key', (text) => {
  expect(() => parseLifetime(text)).toThrow(/is not a lifetime of a key/)
})
