import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnavailableError } from '../../src/errors.ts'
import type { Request, Response, Transport } from '../../src/wire/message.ts'
import { TransportError } from '../../src/wire/outcome.ts'
import { retrying } from '../../src/wire/retrying.ts'

type Event = Response | TransportError

const start = Date.parse('2026-03-01T12:00:00Z')
const answer = (status: number, headers: Record<string, string> = {}): Response => ({ status, headers, body: '{}' })
const refused = new TransportError('refused', { outcome: 'not applied', transient: true, code: 'ECONNREFUSED' })
const reset = new TransportError('reset', { outcome: 'unknown', transient: true, code: 'ECONNRESET' })

const request = (method: string, details: Partial<Request> = {}): Request => ({
  method,
  path: '/v1/projects',
  query: '',
  headers: {},
  repeatable: method !== 'PUT',
  ...details,
})

/** A service that does what it is told, one event an attempt (the last one over and over), on a clock of its own. */
const world = (events: readonly Event[], random = 0.5) => {
  let time = start
  const at: number[] = []
  const service: Transport = async () => {
    const event = events[Math.min(at.length, events.length - 1)]
    at.push(time - start)
    if (event instanceof TransportError) throw event
    return event as Response
  }
  const transport = retrying(
    {
      now: () => time,
      random: () => random,
      sleep: async (ms) => {
        time += ms
      },
    },
    service,
  )
  return { transport, at, now: () => time }
}

const outcome = (transport: Transport, asked: Request): Promise<number | Error> =>
  transport(asked).then(
    ({ status }) => status,
    (error: unknown) => error as Error,
  )

describe('what is tried again', () => {
  const events = {
    refused,
    reset,
    408: answer(408),
    429: answer(429),
    500: answer(500),
    502: answer(502),
    503: answer(503),
    504: answer(504),
    400: answer(400),
    404: answer(404),
    409: answer(409),
    302: answer(302),
    200: answer(200),
  }
  const repeatable = ['refused', 'reset', '408', '429', '500', '502', '503', '504']
  const create = ['refused', '429']
  test.each(
    Object.entries(events).flatMap(([name, event]) =>
      ['GET', 'POST', 'DELETE', 'PUT'].map((method) => [method, name, event] as const),
    ),
  )('%s after %s', async (method, name, event) => {
    const { transport, at } = world([event])
    await outcome(transport, request(method))
    expect(at).toHaveLength((method === 'PUT' ? create : repeatable).includes(name) ? 3 : 1)
  })

  test('not what will not get better', async () => {
    const { transport, at } = world([
      new TransportError('no host', { outcome: 'not applied', transient: false, code: 'ENOTFOUND' }),
    ])
    expect(await outcome(transport, request('GET'))).toBeInstanceOf(TransportError)
    expect(at).toHaveLength(1)
  })

  test('until it succeeds', async () => {
    const { transport, at } = world([refused, answer(503), answer(200)])
    expect(await outcome(transport, request('GET'))).toBe(200)
    expect(at).toHaveLength(3)
  })

  test('a create that was turned away and then lost is unknown, and the other way round nothing follows', async () => {
    expect(await outcome(world([answer(429), reset]).transport, request('PUT'))).toBe(reset)
    const { transport, at } = world([reset, answer(200)])
    expect(await outcome(transport, request('PUT'))).toBe(reset)
    expect(at).toHaveLength(1)
  })

  test('what an earlier attempt may have done stays unknown', async () => {
    const error = await outcome(world([reset, refused]).transport, request('POST'))
    expect(error).toMatchObject({ message: 'refused', outcome: 'unknown' })
  })
})

describe('a delete that finds nothing', () => {
  test.each([
    [[reset, answer(404)], 204],
    [[answer(500), answer(404)], 204],
    [[answer(502), refused, answer(404)], 204],
    [[answer(404)], 404],
    [[refused, answer(404)], 404],
    [[answer(429), answer(404)], 404],
    [[answer(503), answer(404)], 404],
  ])('%#', async (events, status) => {
    expect(await outcome(world(events).transport, request('DELETE'))).toBe(status)
    if (status === 204) expect(await outcome(world(events).transport, request('GET'))).toBe(404)
  })
})

describe('how long is waited', () => {
  test('up to 0.2 s, then up to 0.4 s, all of it left to chance', async () => {
    for (const [random, times] of [
      [0, [0, 0, 0]],
      [0.5, [0, 100, 300]],
      [0.999, [0, 199.8, 599.4]],
    ] as const) {
      const { transport, at } = world([answer(500)], random)
      await outcome(transport, request('GET'))
      expect(at.map((one) => Math.round(one * 10) / 10)).toEqual(times)
    }
  })

  test.each([
    ['2', 2000],
    ['0', 0],
    ['1.5', 1500],
    ['Sun, 01 Mar 2026 12:00:07 GMT', 7000],
    ['Sunday, 01-Mar-26 12:00:07 GMT', 7000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    ['', 0],
  ])('Retry-After: %s', async (text, ms) => {
    const { transport, at } = world([answer(503, { 'retry-after': text }), answer(200)], 0)
    expect(await outcome(transport, request('GET', { deadline: start + 60_000 }))).toBe(200)
    expect(at).toEqual([0, ms])
  })

  test('never earlier than Retry-After, whatever chance says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(50), async (random, seconds) => {
        const { transport, at } = world([answer(429, { 'retry-after': String(seconds) }), answer(200)], random)
        await outcome(transport, request('PUT', { deadline: start + 60_000 }))
        expect(at[1]).toBeGreaterThanOrEqual(seconds * 1000)
        expect(at[1]).toBeLessThan(60_000)
      }),
    )
  })

  test.each([
    ['3600', '2026-03-01T13:00:00.000Z'],
    ['Sun, 01 Mar 2026 13:00:00 GMT', '2026-03-01T13:00:00.000Z'],
    ['60', '2026-03-01T12:01:00.000Z'],
    ['99999999999999999999', 'the end of time'],
  ])('a Retry-After of %s is beyond the deadline: it stops at once and names the time', async (text, time) => {
    for (const method of ['GET', 'PUT']) {
      const { transport, at, now } = world([answer(429, { 'retry-after': text })])
      const error = await outcome(transport, request(method, { deadline: start + 60_000 }))
      expect(error).toBeInstanceOf(UnavailableError)
      expect((error as Error).message).toBe(`the service asks to wait until ${time}, which is later than the deadline`)
      expect(error).toMatchObject({ status: 429 })
      expect(at).toEqual([0])
      expect(now()).toBe(start)
    }
  })

  test('without a deadline, a wait longer than a timer can hold is no wait of no time', async () => {
    const { transport, at } = world([answer(429, { 'retry-after': '9999999' })])
    expect(await outcome(transport, request('GET'))).toBeInstanceOf(UnavailableError)
    expect(at).toEqual([0])
  })

  test('a wait of our own beyond the deadline ends with what was said last', async () => {
    const { transport, at } = world([answer(500)])
    expect(await outcome(transport, request('GET', { deadline: start + 50 }))).toBe(500)
    expect(at).toEqual([0])
  })
})

describe('the budget of a batch', () => {
  test('in an outage at most a tenth is added', async () => {
    for (const event of [answer(500), answer(503, { 'retry-after': '1' }), refused]) {
      const { transport, at } = world([event])
      for (let i = 0; i < 200; i++) await outcome(transport, request('POST'))
      expect(at.length / 200).toBeLessThanOrEqual(1.1)
    }
  })

  test('one failure in ten is repeated for ever', async () => {
    const events = Array.from({ length: 20_000 }, (_, i) => answer(i % 11 === 10 ? 500 : 200))
    const { transport } = world(events)
    const statuses = new Set<unknown>()
    for (let i = 0; i < 10_000; i++) statuses.add(await outcome(transport, request('POST')))
    expect([...statuses]).toEqual([200])
  })

  test('to come back later, as a busy service asks, is not counted', async () => {
    const { transport, at } = world([answer(429, { 'retry-after': '1' })])
    for (let i = 0; i < 100; i++) await outcome(transport, request('POST'))
    expect(at).toHaveLength(300)
  })
})

test('whoever gives up while it waits learns what was known by then', async () => {
  const reason = new Error('enough')
  const stop = new AbortController()
  const transport = retrying(
    {
      sleep: async () => {
        stop.abort(reason)
        throw new Error('aborted')
      },
    },
    async () => answer(429),
  )
  const error = await outcome(transport, request('PUT', { signal: stop.signal }))
  expect(error).toMatchObject({ name: 'TransportError', outcome: 'not applied', transient: false, cause: reason })
})

test('what is no matter of the network is passed on', async () => {
  const transport = retrying({}, async () => {
    throw new RangeError('a bug')
  })
  await expect(transport(request('GET'))).rejects.toThrow(RangeError)
})
