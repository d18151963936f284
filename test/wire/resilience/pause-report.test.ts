import { expect, test } from 'vitest'
import type { Response } from '../../../src/wire/message.ts'
import type { OutgoingRequest, Sender } from '../../../src/wire/outgoing.ts'
import { TransportError } from '../../../src/wire/request-outcome.ts'
import type { Pause } from '../../../src/wire/resilience/pause-report.ts'
import { retrying } from '../../../src/wire/resilience/retry.ts'
import { createClock } from '../clock.ts'

const request: OutgoingRequest = { method: 'GET', path: '/v1/projects', query: '', headers: {}, repeatable: true }
const ok: Response = { status: 200, headers: {}, body: '{}' }
const busy = (status: number, headers: Record<string, string> = {}): Response => ({ status, headers, body: '{}' })
const refused = new TransportError('refused', { outcome: 'not applied', transient: true, code: 'ECONNREFUSED' })
const reset = new TransportError('reset', { outcome: 'unknown', transient: true, code: 'ECONNRESET' })

/** Creates a service that answers with these events in turn. `heard` lists when each pause begins and ends. */
const world = (events: readonly (Response | Error)[]) => {
  const clock = createClock()
  const heard: string[] = []
  const hear = (what: string) => {
    heard.push(`${clock.now()} ${what}`)
    return () => void heard.push(`${clock.now()} not ${what}`)
  }
  const onPause = ({ why, until }: Pause) => hear(`${why} until ${Math.floor(until)}`)
  let sent = 0
  const service: Sender = async () => {
    await clock.sleep(10)
    const event = events[Math.min(sent++, events.length - 1)]
    if (event instanceof Error) throw event
    return event as Response
  }
  const surroundings = { now: clock.now, sleep: clock.sleep, random: () => 0.5, onPause }
  const transport = retrying(surroundings, service)
  return {
    heard,
    ask: async () => {
      const answer = transport({ ...request, deadline: clock.now() + 60_000 }).catch((error: unknown) => error)
      await clock.run()
      return answer
    },
  }
}

test('a service that asks to wait is told of until it answers', async () => {
  const { ask, heard } = world([busy(429, { 'retry-after': '12' }), ok])
  expect(await ask()).toBe(ok)
  expect(heard).toContain('10 busy until 12010')
  expect(heard.filter((one) => / busy/.test(one) && !/not/.test(one)).length).toBe(
    heard.filter((one) => / not busy/.test(one)).length,
  )
})

test.for([
  [refused, 'unreachable'],
  [reset, 'broken'],
  [busy(502), 'failing'],
] as const)('what has to be asked for again is told of until it has ended: %s', async ([event, why]) => {
  const { ask, heard } = world([event, event, ok])
  expect(await ask()).toBe(ok)
  expect(heard).toEqual([
    `10 ${why} until 110`,
    `120 not ${why} until 110`,
    `120 ${why} until 320`,
    `330 not ${why} until 320`,
  ])
})
