import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { UnavailableError } from '../../../src/errors.ts'
import { TransportError } from '../../../src/wire/request-outcome.ts'
import { retrying } from '../../../src/wire/resilience/retry.ts'
import { start, answer, request, world, outcome } from '../retrying-world.ts'

// RELIABILITY 14

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

  test('a date without a zone in Retry-After is in UTC, wherever this computer is', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { transport, at } = world([answer(503, { 'retry-after': 'Sun Mar  1 12:00:07 2026' }), answer(200)], 0)
    expect(await outcome(transport, request('GET', { deadline: start + 60_000 }))).toBe(200)
    expect(at).toEqual([0, 7000])
  })

  test.each([
    ['an hour behind', 'Sun, 01 Mar 2026 13:00:00 GMT', 'Sun, 01 Mar 2026 13:00:07 GMT'],
    ['an hour ahead', 'Sun, 01 Mar 2026 11:00:00 GMT', 'Sun, 01 Mar 2026 11:00:07 GMT'],
  ])('a date in Retry-After counts by the clock of the service, where ours is %s', async (_, date, until) => {
    const { transport, at } = world([answer(503, { date, 'retry-after': until }), answer(200)], 0)
    expect(await outcome(transport, request('GET', { deadline: start + 60_000 }))).toBe(200)
    expect(at).toEqual([0, 7000])
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

  test('a Retry-After shortly before the deadline is waited for, and the request is sent in time', async () => {
    const { transport, at } = world([answer(429, { 'retry-after': '1' }), answer(200)], 0.999)
    expect(await outcome(transport, request('PUT', { deadline: start + 1100 }))).toBe(200)
    expect(at).toEqual([0, 1050])
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

test('where the wait ends behind the deadline, because the process stood still, nothing more is sent', async () => {
  const [due, late] = [start + 3000, new Error('no answer within 3 s')]
  const deadline = new AbortController()
  let time = start
  const sent: boolean[] = []
  const transport = retrying(
    {
      now: () => time,
      wallClock: () => time,
      sleep: async () => {
        time = due + 2000
        setImmediate(() => deadline.abort(late))
      },
    },
    async ({ signal }) => {
      sent.push(signal?.aborted === false)
      if (!signal?.aborted) return answer(429, { 'retry-after': '1' })
      throw new TransportError(late.message, { outcome: 'not applied', transient: false, code: 'ABORTED', cause: late })
    },
  )
  const asked = request('PUT', { deadline: due, signal: deadline.signal })
  expect(await outcome(transport, asked)).toMatchObject({ message: late.message, outcome: 'not applied' })
  expect(sent).toEqual([true, false])
})
