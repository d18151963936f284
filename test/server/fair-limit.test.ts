import { expect, test } from 'vitest'
import { createFairLimit } from '../../src/system/async/fair-limit.ts'
import { createUnread } from '../../src/server/http/unread.ts'

test('whoever asks once waits for one of those who ask a hundred times', async () => {
  const fairLimit = createFairLimit(1)
  const done: string[] = []
  const ask = (holder: string) => fairLimit(holder, async () => void done.push(holder))
  await Promise.all([...Array.from({ length: 100 }, () => ask('many')), ask('one'), ask('other')])
  expect(done.indexOf('one')).toBeLessThanOrEqual(3)
  expect(done.indexOf('other')).toBeLessThanOrEqual(4)
  expect(done).toHaveLength(102)
})

test('no more than so many are at work, and one that fails gives its place back', async () => {
  const fairLimit = createFairLimit(2)
  let working = 0
  let most = 0
  const ask = (at: number) =>
    fairLimit('ana', async () => {
      most = Math.max(most, ++working)
      await new Promise((resolve) => setImmediate(resolve))
      working--
      if (at % 2) throw new Error('no')
      return at
    }).catch(() => undefined)
  expect(
    (await Promise.all(Array.from({ length: 20 }, (_, at) => ask(at)))).filter((one) => one !== undefined),
  ).toHaveLength(10)
  expect(most).toBe(2)
})

test('of answers that are not read, the oldest of the network that has most goes first', () => {
  const unread = createUnread(100)
  const dropped: string[] = []
  const hold = (network: string, name: string, bytes: number) =>
    unread(network, { bytes, drop: () => dropped.push(name) })
  hold('slow', 'slow 1', 30)
  const read = hold('many', 'many 1', 30)
  hold('many', 'many 2', 30)
  expect(dropped).toEqual([])
  hold('many', 'many 3', 30)
  expect(dropped).toEqual(['many 1'])
  read()
  hold('many', 'many 4', 60)
  expect(dropped).toEqual(['many 1', 'many 2', 'many 3'])
})
