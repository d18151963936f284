import { expect } from 'vitest'
import { batch } from '../../src/system/async/batch.ts'
import type { Response } from '../../src/wire/message.ts'
import type { OutgoingRequest, Sender } from '../../src/wire/outgoing.ts'
import { TransportError } from '../../src/wire/request-outcome.ts'
import { retrying } from '../../src/wire/resilience/retry.ts'
import { withoutStacks } from '../helpers/stacks.ts'
import { createClock } from './clock.ts'

/** Answers of a service and failures of a connection. */
export const ok: Response = { status: 200, headers: {}, body: '{}' }
export const busy = (status: number, after?: string): Response => ({
  status,
  headers: after === undefined ? {} : { 'retry-after': after },
  body: '{}',
})
export const refused = new TransportError('refused', { outcome: 'not applied', transient: true, code: 'ECONNREFUSED' })
export const reset = new TransportError('reset', { outcome: 'unknown', transient: true, code: 'ECONNRESET' })

/** A request that reached the service. */
export type Sent = { at: number; path: string; method: string; inFlight: number }

/**
 * Creates a service on a fake clock: each request takes `latency` ms and then ends as `answer` says.
 * `sent` are the requests that reached it; `most` returns the highest number of requests in flight.
 */
export const world = ({
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
  let inFlight = 0
  const service: Sender = async ({ path, method }) => {
    const one: Sent = { at: clock.now(), path, method, inFlight: ++inFlight }
    sent.push(one)
    await clock.sleep(latency)
    inFlight -= 1
    const end = answer(one, sent.indexOf(one))
    if (end instanceof Error) throw end
    return end
  }
  const surroundings = { now: clock.now, wallClock: clock.now, sleep: clock.sleep, random: () => random }
  const transport = retrying(retries ? surroundings : { ...surroundings, attempts: 1 }, service)
  const ask = (path: string | number, details: Partial<OutgoingRequest> = {}): Promise<number | Error> => {
    const method = details.method ?? 'POST'
    const request = { method, path: String(path), query: '', headers: {}, repeatable: method !== 'PUT', ...details }
    return transport(request).then(
      ({ status }) => status,
      (error: unknown) => error as Error,
    )
  }
  /** Sends `count` requests, `workers` at a time, and runs the clock until all have ended. */
  const all = async (
    count: number,
    { workers = 64, ...details }: Partial<OutgoingRequest> & { workers?: number } = {},
  ) => {
    const ends: (number | Error)[] = []
    const work = batch(
      Array.from({ length: count }, (_, index) => index),
      async (index) => {
        ends[index] = await ask(index, { deadline: clock.now() + 60_000, ...details })
      },
      { concurrency: workers },
    )
    withoutStacks()
    await clock.run()
    await work
    return ends
  }
  /** Sends a first request, so that the client knows that the service is up. */
  const warm = async () => {
    const one = ask('first')
    await clock.run()
    expect(await one).toBe(200)
    sent.length = 0
  }
  return { clock, sent, ask, all, warm, most: () => Math.max(...sent.map((one) => one.inFlight)) }
}

/** Returns the distinct values. */
export const only = <End>(ends: readonly End[]) => [...new Set(ends)]

/** Returns how many requests were sent at each point in time. */
export const roundsOf = (sent: readonly Sent[]): number[] =>
  only(sent.map(({ at }) => at)).map((time) => sent.filter(({ at }) => at === time).length)
