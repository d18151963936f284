import { expect, test } from 'vitest'
import { listNames } from '../../../src/output/text/count.ts'

test.each([
  [['a'], 'a'],
  [['a', 'b', 'c'], 'a, b, c'],
  [['a', 'b', 'c', 'd'], 'a, b, c and 1 more'],
])('of %j a sentence has three at most, and says how many more there are: %s', (names, text) => {
  expect(listNames(names, 3)).toBe(text)
})
