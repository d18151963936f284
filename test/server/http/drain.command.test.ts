import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '../../../src/server/http/listen.ts'
import { wholly } from '../../helpers/wholly.ts'

const answering = () =>
  listen(wholly(async () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'done' })))

const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

test.each([
  ['', 0],
  [', also by a process that stood still meanwhile', 300],
])('a request that is under way on a kept connection when the server ends is answered%s', async (_, still) => {
  const server = await answering()
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += data))
  socket.write(get)
  await once(socket, 'data')
  heard = ''
  const closed = server.close()
  socket.write(get)
  for (const start = performance.now(); performance.now() - start < still;);
  await once(socket, 'close')
  expect(heard).toMatch(/^HTTP\/1\.1 200 .*connection: close.*done$/is)
  expect(await closed).toBe(0)
})

test('a connection that nothing comes through does not keep the server', async () => {
  const server = await answering()
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(get)
  await once(socket, 'data')
  const ended = once(socket, 'close')
  expect(await server.close()).toBe(0)
  await ended
})

test('a request that gets no answer is cut off when nobody wants to wait any longer', async () => {
  let asked = false
  const server = await listen(async () => {
    asked = true
    return new Promise(() => undefined)
  })
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(get)
  await expect.poll(() => asked).toBe(true)
  const hurry = new AbortController()
  const closed = server.close({ timeoutMs: 3_600_000, hurry: hurry.signal })
  hurry.abort()
  expect(await closed).toBe(1)
})
