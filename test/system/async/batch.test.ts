import { expect, test } from 'vitest'
import { UnauthorizedError } from '../../../src/errors.ts'
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
  expect(settled.done.map(({ item, value }) => [item, value])).toEqual(numbers.map((number) => [number, number * 2]))
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

test('a refused key ends it, as all others would meet it too', async () => {
  const refused = () => Promise.reject(new UnauthorizedError('no'))
  const { failed, skipped } = await batch(numbers, refused, { concurrency: 2 })
  expect([failed.length, skipped.length]).toEqual([2, 48])
})

test('what was done, and what failed, is in the order of the items, however they end', async () => {
  const turns: (() => void)[] = []
  const { done, failed } = await batch(
    [1, 2, 3, 4],
    async (number) => {
      await new Promise<void>((resolve) => {
        if (turns.push(resolve) === 4) for (const turn of turns.toReversed()) turn()
      })
      if (number % 2 === 0) throw new Error('even')
    },
    { concurrency: 4 },
  )
  expect(done.map(({ item }) => item)).toEqual([1, 3])
  expect(failed.map(({ item }) => item)).toEqual([2, 4])
})
