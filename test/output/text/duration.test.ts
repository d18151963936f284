import { expect, test } from 'vitest'
import { formatAge, formatEstimate, formatPassed } from '../../../src/output/text/duration.ts'

test.each([
  [99, '99 s'],
  [100, '1 min'],
  [99 * 60 + 59, '99 min'],
  [100 * 60, '1 h'],
])('elapsed time is in seconds, then minutes, then hours: %i seconds', (seconds, text) => {
  expect(formatPassed(seconds * 1000)).toBe(text)
})

test.each([
  [0, '1 s'],
  [9, '9 s'],
  [10, '10 s'],
  [99, '90 s'],
  [100, '1 min'],
  [179, '2 min'],
])('an age goes on in steps of ten seconds, then of minutes: %i seconds', (seconds, text) => {
  expect(formatAge(seconds * 1000)).toBe(text)
})

test.each([
  [0.9, 'less than a minute left'],
  [1, 'about 1 minute left'],
  [89.5, 'about 90 minutes left'],
  [90, 'about 2 hours left'],
  [36 * 60 - 1, 'about 36 hours left'],
  [36 * 60, 'about 2 days left'],
])('an estimate is in minutes, then hours, then days: %d minutes', (minutes, text) => {
  expect(formatEstimate(minutes)).toBe(text)
})
