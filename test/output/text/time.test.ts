import { expect, test } from 'vitest'
import { agoFrom, formatAgo, readTime } from '../../../src/output/text/time.ts'
import { now } from '../sights.ts'

const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000)

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [29 * 86_400, '29 days ago'],
  [30 * 86_400, '2026-02-13'],
  [-30, 'just now'],
  [-7200, 'in 2 hours'],
])('%i seconds before now is %s', (seconds, said) => {
  expect(formatAgo(ago(seconds), now)).toBe(said)
})

test('what a service with a faster clock has just changed was changed just now', () => {
  expect([7200, -7200].map((seconds) => agoFrom(now)(ago(seconds).getTime()))).toEqual(['2 hours ago', 'just now'])
})

test.each([
  ['2026-03-15T12:00:00.000Z', '2026-03-15T12:00:00.000Z'],
  ['2026-03-15T14:00:00+02:00', '2026-03-15T12:00:00.000Z'],
  ['2026-03-15T12:00Z', '2026-03-15T12:00:00.000Z'],
  [1_773_576_000, '2026-03-15T12:00:00.000Z'],
  [1_773_576_000_000, '2026-03-15T12:00:00.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  ['yesterday', undefined],
  ['12', undefined],
  ['2026-99-99T00:00:00Z', undefined],
  ['2026-03-15T12:00:00', undefined],
  [1e300, undefined],
  [null, undefined],
])('the timestamp %j is %s', (value, iso) => {
  expect(readTime(value)?.toISOString()).toBe(iso)
})
