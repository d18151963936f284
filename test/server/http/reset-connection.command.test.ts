import { expect, test } from 'vitest'
import { startServed } from '../served.ts'

test('a connection that a proxy resets while it is idle is no request: the log tells of none', async () => {
  const { dial, logged, ask } = await startServed()
  const { socket } = dial()
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await new Promise((resolve) => socket.once('data', resolve))
  socket.resetAndDestroy()
  const { socket: other, closed } = dial()
  other.write('no HTTP\r\n\r\n')
  expect(await closed).toMatch(/^HTTP\/1\.1 400 /)
  await ask('/readyz')
  await expect.poll(() => logged().lines.length).toBeGreaterThan(2)
  expect(logged().lines.map(({ status }) => status)).toEqual([200, 400, 200])
})
