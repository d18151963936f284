import { describe, expect, test } from 'vitest'
import { createSharedSignal } from '../../../src/wire/middleware/shared-signal.ts'
import { ok, busy, refused, reset, world, only, roundsOf } from '../paced-world.ts'

describe('while all is well', () => {
  test('16 go at once, then one more a round, up to 32', async () => {
    const { all, sent, most } = world({ answer: () => ok })
    expect(only(await all(2000))).toEqual([200])
    const sizes = roundsOf(sent)
    expect(sizes.slice(0, 3)).toEqual([16, 16, 17])
    expect(
      sizes.every((size, index) => index === 0 || index === sizes.length - 1 || size - sizes[index - 1]! <= 1),
    ).toBe(true)
    expect(most()).toBe(32)
  })

  test('they go in the order in which they came', async () => {
    const { all, sent } = world({ answer: () => ok })
    await all(300)
    expect(sent.map(({ path }) => Number(path))).toEqual(Array.from({ length: 300 }, (_, index) => index))
  })

  test('what fails for itself slows nobody down', async () => {
    const { all, most } = world({ answer: ({ path }) => busy(Number(path) % 7 === 0 ? 500 : 404) })
    expect(new Set(await all(2000))).toEqual(new Set([500, 404]))
    expect(most()).toBe(32)
  })
})

describe('a request by itself', () => {
  test('fails at once when nothing was ever answered', async () => {
    for (const how of [refused, reset, busy(503), busy(429)]) {
      const { ask, clock, sent } = world({ answer: () => how })
      const end = ask(1)
      await clock.run()
      expect(await end).toBe(how instanceof Error ? how : how.status)
      expect([sent.length, clock.now()]).toEqual([1, 10])
    }
  })

  test('fails as soon after a few that were answered', async () => {
    for (const how of [refused, reset, busy(503), busy(429)]) {
      const { ask, clock, sent } = world({ answer: (_, index) => (index < 3 ? ok : how), retries: true })
      for (const expected of [200, 200, 200, how instanceof Error ? how : how.status]) {
        const end = ask('one')
        await clock.run()
        expect(await end).toBe(expected)
      }
      // Three attempts, with the waits of `retrying` alone: half of 200 and of 400 ms.
      expect([sent.length, clock.now()]).toEqual([6, 60 + 300])
    }
  })
})

describe('whoever gives up while it waits', () => {
  test('learns that nothing was sent, and does not keep the others', async () => {
    const { ask, clock, sent, warm } = world({ latency: 1000, answer: () => ok })
    await warm()
    const stop = createSharedSignal()
    const reason = new Error('enough')
    const ends = Array.from({ length: 40 }, (_, index) => ask(index, index % 2 ? {} : { signal: stop.signal }))
    await clock.run(clock.now() + 500)
    expect(sent).toHaveLength(16)
    stop.abort(reason)
    await clock.run()
    const all = await Promise.all(ends)
    expect(all.slice(0, 16)).toEqual(all.slice(0, 16).map(() => 200))
    for (const [index, end] of all.entries())
      if (index >= 16 && index % 2 === 0)
        expect(end).toMatchObject({ outcome: 'not applied', transient: false, code: 'GIVEN_UP', cause: reason })
    expect(sent.map(({ path }) => Number(path)).slice(16)).toEqual([17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39])
  })

  test('learns that it may have happened, when it was sent before', async () => {
    const { ask, clock, warm } = world({ answer: ({ path }) => (path === 'first' ? ok : reset) })
    await warm()
    const stop = createSharedSignal()
    const ends = Array.from({ length: 4 }, (_, index) => ask(index, { signal: stop.signal }))
    await clock.run(clock.now() + 100)
    stop.abort(new Error('enough'))
    await clock.run()
    // The first failure may be an accident, so it is not held back.
    expect(await ends[0]).toBe(reset)
    for (const end of ends.slice(1))
      expect(await end).toMatchObject({ message: 'reset', outcome: 'unknown', code: 'GIVEN_UP' })
  })

  test('leaves no timer behind that would keep the process', async () => {
    const { ask, clock, warm } = world({ answer: ({ path }) => (path === 'first' ? ok : busy(429, '50')) })
    await warm()
    const stop = createSharedSignal()
    const ends = Array.from({ length: 20 }, (_, index) => ask(index, { signal: stop.signal }))
    await clock.run(clock.now() + 100)
    stop.abort(new Error('enough'))
    await Promise.all(ends)
    const before = clock.now()
    await clock.run()
    expect(clock.now()).toBe(before)
  })
})

test('what is no matter of the network is passed on, and takes no place for ever', async () => {
  const { all, warm } = world({
    answer: ({ path }) => (path === 'first' || Number(path) >= 50 ? ok : new RangeError('a bug')),
  })
  await warm()
  const ends = await all(100)
  expect(ends.filter((end) => end instanceof RangeError)).toHaveLength(50)
  expect(ends.filter((end) => end === 200)).toHaveLength(50)
})
