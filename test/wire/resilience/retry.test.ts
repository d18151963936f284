import { describe, expect, test } from 'vitest'
import { lifetimeHeader } from '../../../src/contract/idempotency.ts'
import { TransportError } from '../../../src/wire/request-outcome.ts'
import { retrying } from '../../../src/wire/resilience/retry.ts'
import { answer, refused, reset, request, world, outcome } from '../retrying-world.ts'

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
    const said = { message: 'got no clear answer, and sent again: refused', outcome: 'unknown' }
    expect(await outcome(world([reset, refused]).transport, request('POST'))).toMatchObject(said)
    const create = request('PUT', { isKeyHonoured: () => true })
    expect(await outcome(world([reset, refused]).transport, create)).toMatchObject(said)
  })
})

describe('a change that may be repeated, refused after an attempt that may have done it', () => {
  test.each(
    [302, 400, 401, 403, 409, 422, 429].flatMap((status) =>
      ['POST', 'DELETE'].map((method) => [method, status] as const),
    ),
  )('%s, and %i', async (method, status) => {
    const { transport } = world([reset, answer(status)])
    expect(await outcome(transport, request(method))).toMatchObject({
      message: `got no clear answer, and sent again: the service answered ${status}`,
      outcome: 'unknown',
    })
    expect(await outcome(world([reset, answer(status)]).transport, request('GET'))).toBe(status)
  })

  test('what is not there any more is not found', async () => {
    expect(await outcome(world([reset, answer(404)]).transport, request('POST'))).toBe(404)
  })

  test('a wait that is longer than the deadline says nothing else', async () => {
    const { transport, now } = world([reset, answer(429, { 'retry-after': '3600' })])
    const late = request('POST', { deadline: now() + 60_000 })
    expect(await outcome(transport, late)).toMatchObject({ name: 'TransportError', outcome: 'unknown' })
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
    [[answer(503), answer(404)], 204],
    [[answer(503), refused, answer(404)], 204],
    [[answer(503, { 'retry-after': '1' }), answer(404)], 204],
    [[answer(503, { [lifetimeHeader]: '60' }), answer(404)], 404],
  ])('%#', async (events, status) => {
    expect(await outcome(world(events).transport, request('DELETE'))).toBe(status)
    if (status === 204) expect(await outcome(world(events).transport, request('GET'))).toBe(404)
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
    for (let i = 0; i < 10; i++) await outcome(transport, request('POST'))
    expect(at).toHaveLength(30)
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
