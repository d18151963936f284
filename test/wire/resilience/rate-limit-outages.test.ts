import { describe, expect, test } from 'vitest'
import { TransportError } from '../../../src/wire/request-outcome.ts'
import type { Response } from '../../../src/wire/message.ts'
import { ok, busy, refused, reset, type Sent, world, only } from '../paced-world.ts'

const away = (status: number): Response => ({ ...busy(status), body: '<h1>Bad Gateway</h1>' })

describe('a service that is restarted', () => {
  const down =
    (from: number, to: number, how: Error | Response) =>
    ({ at, path }: Sent) =>
      path !== 'first' && at >= from && at < to ? how : ok

  test.for([
    ['refuses connections', refused],
    ['breaks connections', reset],
    ['is away behind a proxy that says 502', away(502)],
    ['is away behind a proxy that says 504', away(504)],
  ] as const)('%s for 9 seconds: all of a batch arrives', async ([, how]) => {
    const { all, sent, warm } = world({ answer: down(60, 9060, how), retries: true })
    await warm()
    expect(only(await all(1000, { workers: 32 }))).toEqual([200])
    // A few more than asked for: the requests in flight when the service went down, and single probes.
    expect(sent.length).toBeLessThan(1000 + 32 + 10)
    const tries = sent.filter(({ at }) => at > 400 && at < 9060)
    expect(tries.map(({ inFlight }) => inFlight)).toEqual(tries.map(() => 1))
  })

  test('those that were sent before it went down go before those that were not', async () => {
    const { all, sent, warm } = world({ answer: down(60, 5000, refused), retries: true })
    await warm()
    await all(400)
    const after = sent.filter(({ at }) => at >= 5000).map(({ path }) => Number(path))
    // The very first failure may be an accident: that request was not held back, but went to the end of the queue.
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

  test.for([
    ['breaks every connection: what was sent may be done', reset, 'unknown'],
    ['refuses every connection: nothing is done', refused, 'not applied'],
  ] as const)('and %s', async ([, how, outcome]) => {
    const { all, warm, sent } = world({ answer: ({ path }) => (path === 'first' ? ok : how), retries: true })
    await warm()
    const ends = await all(40, { workers: 8 })
    const wasSent = (at: number) => sent.some(({ path }) => path === String(at))
    for (const [at, end] of ends.entries())
      expect(end).toMatchObject({ outcome: wasSent(at) ? outcome : 'not applied' })
  })

  test('and answers 503 all the time: what was sent may be done, and nothing else', async () => {
    const { all, warm, sent } = world({ answer: ({ path }) => (path === 'first' ? ok : busy(503)), retries: true })
    await warm()
    const ends = await all(40, { workers: 8 })
    const wasSent = (at: number) => sent.some(({ path }) => path === String(at))
    expect(ends.filter((_, at) => wasSent(at))).toHaveLength(8)
    for (const [at, end] of ends.entries())
      expect(end).toMatchObject(
        wasSent(at)
          ? { outcome: 'unknown', message: expect.stringMatching(/^got no clear answer/) as string }
          : { name: 'UnavailableError', message: 'the service failed (503)' },
      )
  })

  test.for([
    [[40], reset],
    [[40, 200, 360], reset],
    [[40, 200, 360], away(502)],
  ] as const)('connections that break one by one, %j, stop nobody', async ([broken, how]) => {
    const { all, sent, warm } = world({
      answer: ({ path }, index) => (broken.some((at) => at === index) && path !== 'first' ? how : ok),
      retries: true,
    })
    await warm()
    expect(only(await all(500))).toEqual([200])
    const times = sent.map(({ at }) => at)
    expect(Math.max(...times.slice(1).map((at, index) => at - times[index]!))).toBeLessThan(250)
  })

  test.for([
    [1, undefined],
    [32, undefined],
    [1, '3600'],
    [32, '2'],
  ] as const)(
    'one request that a proxy never lets through, %j, Retry-After %j, holds up nobody',
    async ([workers, after]) => {
      for (const bad of workers === 1 ? [['20'], ['39']] : [['20'], ['39'], ['20', '21']]) {
        const { all, clock, warm } = world({
          answer: ({ path }) => (bad.includes(path) ? { ...busy(502, after), body: '' } : ok),
          retries: true,
        })
        await warm()
        const ends = await all(40, { workers })
        expect(ends.filter((end) => end !== 200)).toHaveLength(bad.length)
        expect(clock.now()).toBeLessThan(after === undefined ? 3000 : 10_000)
      }
    },
  )

  test('a create that may have happened is not sent again, and one that never left is', async () => {
    for (const [how, failed] of [
      [reset, 16],
      [refused, 0],
    ] as const) {
      const { all, warm } = world({ answer: down(0, 3000, how), retries: true })
      await warm()
      const ends = await all(100, { method: 'PUT', workers: 16 })
      const unknown = ends.filter((end) => end instanceof TransportError && end.outcome === 'unknown')
      // The requests in flight, and the probes, each sent once.
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
    for (const how of [refused, reset, away(502), busy(503)]) {
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
    for (const how of [
      refused,
      reset,
      away(502),
      busy(503),
      busy(503, '1'),
      busy(503, '0'),
      busy(429),
      busy(429, '0.001'),
    ])
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
