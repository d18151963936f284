import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batch } from '../../src/batch.ts'
import type { Request, Response, Transport } from '../../src/wire/message.ts'
import { TransportError } from '../../src/wire/outcome.ts'
import { paced } from '../../src/wire/paced.ts'
import { retrying } from '../../src/wire/retrying.ts'
import { createSharedSignal } from '../../src/wire/signal.ts'
import { createClock } from './clock.ts'

const ok: Response = { status: 200, headers: {}, body: '{}' }
const busy = (status: number, after?: string): Response => ({
  status,
  headers: after === undefined ? {} : { 'retry-after': after },
  body: '{}',
})
const refused = new TransportError('refused', { outcome: 'not applied', transient: true, code: 'ECONNREFUSED' })
const reset = new TransportError('reset', { outcome: 'unknown', transient: true, code: 'ECONNRESET' })

type Sent = { at: number; path: string; method: string; underWay: number }

/**
 * A service on a clock of its own: each request takes `latency`, and then ends as `answer` says.
 * `sent` are the requests that reached it; `most` is how many were under way at once.
 */
const world = ({
  answer,
  latency = 10,
  random = 0.5,
  retries = false,
}: {
  answer: (sent: Sent, index: number) => Response | Error
  latency?: number
  random?: number
  retries?: boolean
}) => {
  const clock = createClock()
  const sent: Sent[] = []
  let underWay = 0
  const service: Transport = async ({ path, method }) => {
    const one: Sent = { at: clock.now(), path, method, underWay: ++underWay }
    sent.push(one)
    await clock.sleep(latency)
    underWay -= 1
    const end = answer(one, sent.indexOf(one))
    if (end instanceof Error) throw end
    return end
  }
  const surroundings = { now: clock.now, sleep: clock.sleep, random: () => random }
  const inner = paced(surroundings, service)
  const transport = retrying(retries ? surroundings : { ...surroundings, attempts: 1 }, inner)
  const ask = (path: string | number, details: Partial<Request> = {}): Promise<number | Error> => {
    const method = details.method ?? 'POST'
    const request = { method, path: String(path), query: '', headers: {}, repeatable: method !== 'PUT', ...details }
    return transport(request).then(
      ({ status }) => status,
      (error: unknown) => error as Error,
    )
  }
  /** Asks for `count` at once, `workers` of them at a time, and runs the clock until all have ended. */
  const all = async (count: number, { workers = 64, ...details }: Partial<Request> & { workers?: number } = {}) => {
    const ends: (number | Error)[] = []
    const work = batch(
      Array.from({ length: count }, (_, index) => index),
      async (index) => {
        ends[index] = await ask(index, { deadline: clock.now() + 60_000, ...details })
      },
      { concurrency: workers },
    )
    await clock.run()
    await work
    return ends
  }
  /** A service that is known to be there. */
  const warm = async () => {
    const one = ask('first')
    await clock.run()
    expect(await one).toBe(200)
    sent.length = 0
  }
  return { clock, sent, ask, all, warm, most: () => Math.max(...sent.map((one) => one.underWay)) }
}

const only = <End>(ends: readonly End[]) => [...new Set(ends)]

/** How many were sent at once, time after time. */
const roundsOf = (sent: readonly Sent[]): number[] =>
  only(sent.map(({ at }) => at)).map((time) => sent.filter(({ at }) => at === time).length)

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

describe('a service that has enough', () => {
  test.for([429, 503])('a %i halves what goes at once, one time for a whole round', async (status) => {
    const { all, sent, warm } = world({ answer: ({ at }) => (at >= 100 && at < 110 ? busy(status, '1') : ok) })
    await warm()
    expect(only(await all(600))).toEqual([200])
    const after = roundsOf(sent.filter(({ at }) => at > 200))
    // One alone, then half of the 24 or so that there were.
    expect(after[0]).toBe(1)
    expect(after[1]).toBeGreaterThanOrEqual(10)
    expect(after[1]).toBeLessThanOrEqual(13)
  })

  test('a limit that it has is found and kept', async () => {
    const { all, sent, warm } = world({ answer: ({ underWay }) => (underWay > 4 ? busy(429) : ok) })
    await warm()
    expect(only(await all(1000))).toEqual([200])
    expect(sent.length).toBeLessThan(1500)
  })

  test('one request at a time is the least', async () => {
    let left = 60
    const { all, warm } = world({ answer: ({ path }) => (path === 'first' || --left < 0 ? ok : busy(429, '0')) })
    await warm()
    expect(only(await all(100))).toEqual([200])
  })

  test.for([
    ['2', 2000],
    ['0.5', 500],
    ['Thu, 01 Jan 1970 00:00:07 GMT', 7000],
  ] as const)('nothing is sent before Retry-After: %s has passed, whatever waits', async ([text, until]) => {
    const { all, sent, warm, clock } = world({
      answer: ({ path }, index) => (path === '3' && index < 16 ? busy(429, text) : ok),
    })
    await warm()
    const begun = clock.now()
    expect(only(await all(200))).toEqual([200])
    const end = text.endsWith('GMT') ? until : begun + 10 + until
    const early = sent.filter(({ at }) => at > begun + 10 && at < end)
    expect(early).toEqual([])
    expect(sent.filter(({ at }) => at === end)).toHaveLength(1)
  })

  test('never earlier than any Retry-After that came, in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.nat(40), seconds: fc.nat(8), status: fc.constantFrom(429, 503) }), {
          maxLength: 6,
        }),
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (troubles, workers, random) => {
          let closedUntil = 0
          const early: Sent[] = []
          const { all, warm, sent, clock } = world({
            random,
            answer: (_, index) => {
              const trouble = troubles.find(({ at }) => at === index)
              if (!trouble || sent.length < 2) return ok
              closedUntil = Math.max(closedUntil, clock.now() + trouble.seconds * 1000)
              return busy(trouble.status, String(trouble.seconds))
            },
          })
          await warm()
          const watched = sent.push.bind(sent)
          sent.push = (one) => {
            if (one.at < closedUntil) early.push(one)
            return watched(one)
          }
          const ends = await all(60, { workers })
          expect(early).toEqual([])
          expect(ends.every((end) => end === 200 || end === 429 || end === 503)).toBe(true)
        },
      ),
      {
        numRuns: 60,
        examples: [
          // The one that tries again at once hears of no later time, and another one does meanwhile.
          [
            [
              { at: 21, seconds: 0, status: 429 },
              { at: 6, seconds: 1, status: 429 },
              { at: 5, seconds: 0, status: 429 },
            ],
            16,
            0,
          ],
        ],
      },
    )
  })

  test('without Retry-After it is left alone for a time that chance decides, longer each time', async () => {
    for (const [random, expected] of [
      [0.9, [225, 450, 900, 1800, 3600, 4500]],
      [0.2, [50, 100, 200, 400, 800, 1000]],
    ] as const) {
      const { all, sent, warm } = world({
        random,
        latency: 0,
        answer: ({ path }) => (path === 'first' ? ok : busy(503)),
      })
      await warm()
      await all(16)
      const times = [...new Set(sent.map(({ at }) => at))]
      const pauses = times.slice(1, 7).map((at, index) => Math.round(at - times[index]!))
      expect(pauses).toEqual(expected)
    }
  })

  test('a storm of several seconds costs a batch nothing but time', async () => {
    const { all, sent, warm } = world({ answer: ({ at }) => (at > 50 && at < 8000 ? busy(429) : ok), retries: true })
    await warm()
    expect(only(await all(1000, { method: 'PUT' }))).toEqual([200])
    expect(sent.length).toBeLessThan(1100)
  })

  test('who cannot wait so long is told at once, and when', async () => {
    const { all, warm, clock, sent } = world({
      answer: ({ path }) => (path === 'first' ? ok : busy(429, '120')),
      retries: true,
    })
    await warm()
    const ends = await all(40)
    expect(clock.now()).toBeLessThan(100)
    expect(sent).toHaveLength(16)
    expect(only(ends.map((end) => (end as Error).message))).toEqual([
      'the service asks to wait until 1970-01-01T00:02:00.020Z, which is later than the deadline',
    ])
  })
})

describe('a service that is restarted', () => {
  const down =
    (from: number, to: number, how: Error) =>
    ({ at, path }: Sent) =>
      path !== 'first' && at >= from && at < to ? how : ok

  test.for([
    ['refuses connections', refused],
    ['breaks connections', reset],
  ] as const)('%s for 9 seconds: all of a batch arrives', async ([, how]) => {
    const { all, sent, warm } = world({ answer: down(60, 9060, how), retries: true })
    await warm()
    expect(only(await all(1000, { workers: 32 }))).toEqual([200])
    // A few more than were asked for: those under way when it went down, and one after another that tried it.
    expect(sent.length).toBeLessThan(1000 + 32 + 10)
    const tries = sent.filter(({ at }) => at > 400 && at < 9060)
    expect(tries.map(({ underWay }) => underWay)).toEqual(tries.map(() => 1))
  })

  test('those that were sent before it went down go before those that were not', async () => {
    const { all, sent, warm } = world({ answer: down(60, 5000, refused), retries: true })
    await warm()
    await all(400)
    const after = sent.filter(({ at }) => at >= 5000).map(({ path }) => Number(path))
    // The very first to fail might have been an accident: it was not held back, and came to the end of the queue.
    const [last, ...rest] = [after.find((one, index) => one < (after[index - 1] ?? 0)), ...after]
    const inOrder = rest.filter((one) => one !== last)
    expect(inOrder).toEqual([...inOrder].sort((one, other) => one - other))
  })

  test('it is tried after a quarter of a second, and half as often each time, down to every five seconds', async () => {
    const { all, sent, warm } = world({ latency: 0, answer: down(0, 20_000, refused) })
    await warm()
    await all(32)
    const times = [...new Set(sent.map(({ at }) => at))]
    expect(times.slice(0, 8)).toEqual([0, 250, 750, 1750, 3750, 7750, 12_750, 17_750])
  })

  test('one connection that breaks while others are fine stops nobody', async () => {
    const { all, sent, warm } = world({
      answer: ({ path }, index) => (index === 40 && path !== 'first' ? reset : ok),
      retries: true,
    })
    await warm()
    expect(only(await all(500))).toEqual([200])
    const times = sent.map(({ at }) => at)
    expect(Math.max(...times.slice(1).map((at, index) => at - times[index]!))).toBeLessThan(250)
  })

  test('a create that may have happened is not sent again, and one that never left is', async () => {
    for (const [how, failed] of [
      [reset, 16],
      [refused, 0],
    ] as const) {
      const { all, warm } = world({ answer: down(0, 3000, how), retries: true })
      await warm()
      const ends = await all(100, { method: 'PUT', workers: 16 })
      const unknown = ends.filter((end) => end instanceof TransportError && end.outcome === 'unknown')
      // Those under way, and those that tried whether it was back: each of them once.
      expect(unknown.length).toBeGreaterThanOrEqual(failed)
      expect(ends.filter((end) => end !== 200)).toEqual(unknown)
      expect(unknown.length).toBeLessThanOrEqual(failed + 5)
    }
  })

  test('a delete whose first answer was lost, and that finds nothing then, is done', async () => {
    const { all, warm, sent } = world({
      retries: true,
      answer: ({ path, at }) =>
        path === 'first' ? ok : at < 20 ? reset : sent.filter((one) => one.path === path).length > 1 ? busy(404) : ok,
    })
    await warm()
    const ends = await all(8, { method: 'DELETE', workers: 8 })
    expect(new Set(ends)).toEqual(new Set([204]))
  })

  test('one that was never there is told at once, to all', async () => {
    for (const how of [refused, reset, busy(503)]) {
      const { all, sent, clock } = world({ answer: () => how, retries: true })
      const ends = await all(200, { workers: 32 })
      expect(ends).not.toContain(200)
      expect(sent.length).toBeLessThanOrEqual(220)
      expect(clock.now()).toBeLessThan(2000)
    }
  })

  test('one that does not come back is told after half a minute, to all', async () => {
    const { all, sent, warm, clock } = world({ answer: down(60, Infinity, refused), retries: true })
    await warm()
    const ends = await all(5000, { workers: 32 })
    const failed = ends.filter((end) => end !== 200)
    expect(only(failed.map((end) => (end as Error).message))).toEqual(['refused'])
    expect(failed.length).toBeGreaterThan(4000)
    expect(clock.now()).toBeGreaterThan(30_000)
    expect(clock.now()).toBeLessThan(40_000)
    expect(sent.length).toBeLessThan(300)
  })

  test('in an outage at most a tenth is added, whatever it looks like', async () => {
    for (const how of [refused, reset, busy(503), busy(503, '1'), busy(429)])
      for (const from of [0, 15, 500]) {
        const { all, sent, warm } = world({
          answer: ({ at, path }) => (at >= from && path !== 'first' ? how : ok),
          retries: true,
        })
        await warm()
        const ends = await all(1000, { workers: 32 })
        expect(ends).toHaveLength(1000)
        expect(sent.length / 1000).toBeLessThanOrEqual(1.1)
      }
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
    // The first to break may have been an accident; it is not held back.
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
