import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ok, busy, type Sent, world, only, roundsOf } from '../paced-world.ts'

describe('a service that has enough', () => {
  test.for([429, 503])('a %i halves what goes at once, one time for a whole round', async (status) => {
    const { all, sent, warm } = world({ answer: ({ at }) => (at >= 100 && at < 110 ? busy(status, '1') : ok) })
    await warm()
    expect(only(await all(600))).toEqual([200])
    const after = roundsOf(sent.filter(({ at }) => at > 200))
    // First a single request, then half of the roughly 24 that ran before.
    expect(after[0]).toBe(1)
    expect(after[1]).toBeGreaterThanOrEqual(10)
    expect(after[1]).toBeLessThanOrEqual(13)
  })

  test('a limit that it has is found and kept', async () => {
    const { all, sent, warm } = world({ answer: ({ inFlight }) => (inFlight > 4 ? busy(429) : ok) })
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
          // A request may retry at once, while another one is told to wait.
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
