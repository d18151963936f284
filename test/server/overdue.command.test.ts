import { expect, test } from 'vitest'
import { listen } from '../../src/server/http/listen.ts'
import { reply } from '../../src/server/http/response.ts'
import { logAccess } from '../../src/server/access-log.ts'
import { createLog } from '../../src/server/monitoring/log.ts'
import { createMetrics } from '../../src/server/monitoring/metrics.ts'
import { PassThrough } from 'node:stream'
import net from 'node:net'
import { startServed } from './served.ts'

/** Starts a server whose key lookup never ends, as with a store that does not answer. */
const startHanging = () => startServed({ answerTimeout: 1000, find: () => new Promise(() => undefined) })

test('a change that the store does not answer is told as unknown before its connection is closed', async () => {
  const { ask, logged } = await startHanging()
  const answer = await ask('/v1/projects', { method: 'PUT', body: '{}' })
  expect(answer).toMatchObject({
    status: 500,
    body: '{"message":"there was no answer in time: it may or may not have been done"}',
  })
  await new Promise(setImmediate)
  expect(logged().lines).toMatchObject([{ level: 'error', status: 500, error: { message: expect.any(String) } }])
})

test.each(['GET', 'HEAD'])(
  'a read (%s) that the store does not answer is 503, and can be sent again',
  async (method) => {
    const { ask } = await startHanging()
    expect(await ask('/v1/projects', { method })).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  },
)

test('an answer whose client has gone is logged as 499, with the status that it did not get', async () => {
  const log = new PassThrough()
  let text = ''
  log.on('data', (data) => (text += data))
  let isBegun = false
  const handler = logAccess({ log: createLog(log, 'info'), metrics: createMetrics() }, async (request) => {
    isBegun = true
    await expect.poll(request.isGone, { timeout: 60_000 }).toBe(true)
    return reply('text/plain', 'done')
  })
  const server = await listen((request) => handler(request, { kind: 'site', label: '/' }))
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write('PUT / HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => isBegun, { timeout: 60_000 }).toBe(true)
  socket.destroy()
  await expect.poll(() => text, { timeout: 60_000 }).not.toBe('')
  expect(JSON.parse(text)).toMatchObject({ level: 'info', status: 499, unsent: 200 })
  await server.close()
})
