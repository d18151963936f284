import { afterEach, describe, expect, test, vi } from 'vitest'
import { InterruptedError, UnconfirmedError, UnknownOutcomeError } from '../../../src/errors.ts'
import { parseAddress } from '../../../src/wire/network/address.ts'
import { connect } from '../../../src/wire/connect.ts'
import { interruptible } from '../../../src/wire/middleware/interrupt.ts'
import { retrying } from '../../../src/wire/resilience/retry.ts'
import { withDeadline } from '../../../src/wire/middleware/deadline.ts'
import { remote } from '../../../src/wire/network/pool.ts'
import { samples } from '../fake.ts'
import { hostile, http } from '../hostile.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((one) => one.close()))
})

const reason = new InterruptedError('interrupted')
const good = http(200, JSON.stringify({ milestone: samples.milestones }))

/** Starts a service that answers after `delay` ms (never if undefined). The user presses Ctrl-C 20 ms after the request arrives. */
const interrupted = async (delay?: number, grace = 100) => {
  const stop = new AbortController()
  const hurry = new AbortController()
  const server = await hostile(({ socket }) => {
    setTimeout(() => stop.abort(reason), 20)
    if (delay !== undefined) setTimeout(() => socket.write(good), delay)
  })
  const service = remote({ address: parseAddress(server.url) })
  open.push(server, service)
  const transport = interruptible(
    { stop: stop.signal, hurry: hurry.signal, grace },
    withDeadline({ ms: 60_000 }, retrying({}, service.transport)),
  )
  return { api: connect(transport), server, stop, hurry }
}

describe('Ctrl-C', () => {
  test('ends a read at once', async () => {
    const { api } = await interrupted(undefined, 60_000)
    await expect(api.milestones.get({ identifier: 'WEB-M7' })).rejects.toBe(reason)
  })

  test('lets a change have its answer', async () => {
    const { api } = await interrupted(60, 60_000)
    expect(await api.milestones.create({ projectId: 'p', name: 'n', testRunIds: [] })).toMatchObject({ milestone: {} })
  })

  test('a second time does not wait for it any longer', async () => {
    const { api, stop, hurry } = await interrupted(undefined, 60_000)
    stop.signal.addEventListener('abort', () => setImmediate(() => hurry.abort()))
    const error: unknown = await api.milestones
      .create({ projectId: 'p', name: 'n', testRunIds: [] })
      .catch((one: unknown) => one)
    expect(error).toBeInstanceOf(UnknownOutcomeError)
    expect((error as Error).cause).toBe(reason)
  })

  test('and when none comes in time, says that nobody knows', async () => {
    for (const [method, Unknown] of [
      ['create', UnknownOutcomeError],
      ['update', UnconfirmedError],
    ] as const) {
      const { api, server } = await interrupted()
      const call = {
        create: () => api.milestones.create({ projectId: 'p', name: 'n', testRunIds: [] }),
        update: () => api.milestones.update({ milestoneId: 'm' }),
      }[method]
      const error: unknown = await call().catch((one: unknown) => one)
      expect(error).toBeInstanceOf(Unknown)
      expect((error as Error).cause).toBe(reason)
      expect(server.requests).toHaveLength(1)
    }
  })

  test('lets nothing new begin', async () => {
    const { api, server, stop } = await interrupted(0)
    stop.abort(reason)
    await expect(api.milestones.update({ milestoneId: 'm' })).rejects.toBe(reason)
    expect(server.requests).toHaveLength(0)
  })

  test('between two attempts of a read ends it too', async () => {
    const stop = new AbortController()
    const transport = interruptible(
      { stop: stop.signal },
      retrying({}, async () => {
        setTimeout(() => stop.abort(reason), 10)
        return { status: 503, headers: { 'retry-after': '1000' }, body: '' }
      }),
    )
    await expect(connect(transport).projects.list({})).rejects.toBe(reason)
  })
})

test('the deadline covers connecting, answering and waiting in a row', async () => {
  // Fake timers, because calls that begin within 50 ms share a deadline, and a busy machine may take longer between them.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const server = await hostile(({ socket, nth }) => {
    if (nth > 1) socket.write(good)
    else vi.advanceTimersByTime(1000)
  })
  const service = remote({ address: parseAddress(server.url), connections: 1 })
  open.push(server, service)
  const api = connect(withDeadline({ ms: 1000 }, service.transport))
  // The second call waits for the connection that the first one holds. It was never sent.
  const [first, second] = await Promise.allSettled([
    api.milestones.create({ projectId: 'p', name: 'a', testRunIds: [] }),
    api.milestones.create({ projectId: 'p', name: 'b', testRunIds: [] }),
  ])
  expect(first).toMatchObject({ reason: { code: 'unknown_outcome' } })
  expect(second).toMatchObject({
    reason: { code: 'unavailable', message: 'no answer within 1 s; nothing was changed' },
  })
  await connect(service.transport).milestones.get({ identifier: 'WEB-M7' })
  expect(server.requests.map((one) => one.split(' ')[0])).toEqual(['PUT', 'GET'])
})
