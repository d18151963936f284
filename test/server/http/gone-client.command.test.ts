import net from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../../src/server/http/listen.ts'
import type { Stream } from '../../../src/wire/message.ts'
import { startServed } from '../served.ts'

/** Starts a server that answers with events when `answer` is called. `count` has the requests and the begun and stopped streams. */
const startEvents = async () => {
  const count = { asked: 0, begun: 0, stopped: 0 }
  const waiting: (() => void)[] = []
  let isGone = () => false
  const stream: Stream = () => {
    count.begun += 1
    return () => void (count.stopped += 1)
  }
  const server = await listen(async (request) => {
    count.asked += 1
    isGone = request.isGone
    await new Promise<void>((resolve) => void waiting.push(resolve))
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: ':\n\n', stream }
  })
  onTestFinished(async () => void (await server.close({ timeoutMs: 0 })))
  /** Sends requests on one connection, of which one begins. Returns a function that closes it and waits until the server has noticed. */
  const ask = async (requests: number) => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(requests))
    await expect.poll(() => count.asked).toBe(1)
    return async () => {
      socket.destroy()
      await expect.poll(() => isGone()).toBe(true)
    }
  }
  const answer = async () => {
    for (const begin of waiting.splice(0)) begin()
    await setImmediate()
  }
  return { count, ask, answer }
}

test('events of a client that left before they began are not begun', async () => {
  const { count, ask, answer } = await startEvents()
  const leave = await ask(1)
  await leave()
  await answer()
  expect(count).toEqual({ asked: 1, begun: 0, stopped: 0 })
})

test('of events that wait behind others on one connection only the first begin, and they stop when the client leaves', async () => {
  const { count, ask, answer } = await startEvents()
  const leave = await ask(3)
  await answer()
  await leave()
  await expect.poll(() => count).toEqual({ asked: 1, begun: 1, stopped: 1 })
})

test('a client that leaves in the middle of a body, while its key is looked up, is logged, and its request is over', async () => {
  let find = (): void => undefined
  const found = new Promise<undefined>((resolve) => (find = () => resolve(undefined)))
  let isAsked = false
  const { dial, logged, ask } = await startServed({
    find: async () => {
      isAsked = true
      await found
      return { id: 'k', name: 'ana', role: 'writer' }
    },
  })
  const { socket, closed } = dial()
  socket.write('PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: k\r\ncontent-length: 100\r\n\r\n{"name"')
  await expect.poll(() => isAsked).toBe(true)
  socket.resetAndDestroy()
  await closed
  // The server has seen the end of that connection by the time that it answers on another one.
  await ask('/healthz')
  find()
  await expect.poll(() => logged().lines.map(({ status }) => status)).toEqual([200, 499])
  expect((await ask('/metrics')).body).toContain('\ntestctl_http_requests_in_flight 1\n')
})
