import { expect, test } from 'vitest'
import { batch } from '../../../src/system/async/batch.ts'

const numbers = Array.from({ length: 50 }, (_, index) => index)

test('every item is done, and never more at once than allowed', async () => {
  let now = 0
  let most = 0
  const settled = await batch(
    numbers,
    async (number) => {
      most = Math.max(most, ++now)
      await new Promise(setImmediate)
      now -= 1
      return number * 2
    },
    { concurrency: 4 },
  )
  expect(settled.done.map(({ item, value }) => [item, value]).sort(([a = 0], [b = 0]) => a - b)).toEqual(
    numbers.map((number) => [number, number * 2]),
  )
  expect(most).toBe(4)
})

test('one that fails does not stop the others', async () => {
  const settled = await batch(
    numbers,
    async (number) => {
      if (number === 7) throw new Error('seven')
    },
    { concurrency: 3 },
  )
  expect(settled.done).toHaveLength(49)
  expect(settled.failed).toEqual([{ item: 7, error: new Error('seven') }])
})

test('a fatal failure or a stop ends it, and what was not begun is said', async () => {
  const fatal = await batch(numbers, async () => Promise.reject(new Error('no key')), {
    concurrency: 2,
    isFatal: () => true,
  })
  expect([fatal.failed.length, fatal.skipped.length]).toEqual([2, 48])
  const stop = new AbortController()
  const stopped = await batch(numbers, async (number) => number === 5 && stop.abort(), {
    concurrency: 1,
    stop: stop.signal,
  })
  expect([stopped.done.length, stopped.skipped.length]).toEqual([6, 44])
})
