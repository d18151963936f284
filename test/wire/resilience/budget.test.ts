import { expect, test } from 'vitest'
import { createBudget } from '../../../src/wire/resilience/budget.ts'

test('ten retries, and exactly one more for every ten successes', () => {
  const { spend, earn } = createBudget()
  const retries = () => {
    let count = 0
    while (spend()) count += 1
    return count
  }
  expect(retries()).toBe(10)
  for (const successes of [9, 1, 10, 25, 5]) for (let at = 0; at < successes; at++) earn()
  expect(retries()).toBe(5)
  for (let at = 0; at < 10; at++) earn()
  expect(retries()).toBe(1)
  for (let at = 0; at < 1000; at++) earn()
  expect(retries()).toBe(10)
})
