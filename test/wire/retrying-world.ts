import type { Response } from '../../src/wire/message.ts'
import type { OutgoingRequest, Sender } from '../../src/wire/outgoing.ts'
import { TransportError } from '../../src/wire/request-outcome.ts'
import { retrying } from '../../src/wire/resilience/retry.ts'

type Event = Response | TransportError

/** The start time of the clock. */
export const start = Date.parse('2026-03-01T12:00:00Z')
/** Answers of a service and failures of a connection. */
export const answer = (status: number, headers: Record<string, string> = {}): Response => ({
  status,
  headers,
  body: '{}',
})
export const refused = new TransportError('refused', { outcome: 'not applied', transient: true, code: 'ECONNREFUSED' })
export const reset = new TransportError('reset', { outcome: 'unknown', transient: true, code: 'ECONNRESET' })

/** Returns a request with this method. */
export const request = (method: string, details: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  method,
  path: '/v1/projects',
  query: '',
  headers: {},
  repeatable: method !== 'PUT',
  ...details,
})

/** Creates a service on a fake clock that answers with one event per attempt and repeats the last one. */
export const world = (events: readonly Event[], random = 0.5) => {
  let time = start
  const at: number[] = []
  const service: Sender = async () => {
    const event = events[Math.min(at.length, events.length - 1)]
    at.push(time - start)
    if (event instanceof TransportError) throw event
    return event as Response
  }
  const transport = retrying(
    {
      now: () => time,
      wallClock: () => time,
      random: () => random,
      sleep: async (ms) => {
        time += ms
      },
    },
    service,
  )
  return { transport, at, now: () => time }
}

/** Sends a request. Returns the status of the answer, or the error. */
export const outcome = (transport: Sender, asked: OutgoingRequest): Promise<number | Error> =>
  transport(asked).then(
    ({ status }) => status,
    (error: unknown) => error as Error,
  )
