import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startServed } from './served.ts'

test('two Host headers are 400, whatever they say', async () => {
  const { dial, secrets } = await startServed()
  for (const second of ['x', 'y']) {
    const { socket, closed } = dial()
    socket.write(
      `GET /v1/projects HTTP/1.1\r\nhost: x\r\nHost: ${second}\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`,
    )
    expect(await closed).toMatch(/^HTTP\/1\.1 400 .*more than one Host/s)
  }
})

test('a request without a Host header is 400 with a reason; one of HTTP 1.0 needs none', async () => {
  const { dial, secrets } = await startServed()
  const ask = (version: string) => {
    const { socket, closed } = dial()
    socket.write(`GET /v1/projects HTTP/${version}\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`)
    return closed
  }
  expect(await ask('1.1')).toMatch(/^HTTP\/1\.1 400 .*"message":"there is no Host header"/s)
  expect(await ask('1.0')).toMatch(/^HTTP\/1\.1 200 /)
})

test.for(['a b<>', 'a,b', 'a;b', '/x', 'evil@x', 'x/', 'http://x', '[::1', '::1', 'x:y', 'täst', '[::1]x'])(
  'a Host that names no host is 400: %s',
  async (host) => {
    const { dial, secrets } = await startServed()
    const { socket, closed } = dial()
    socket.write(
      `GET /v1/projects HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`,
    )
    expect(await closed).toMatch(/^HTTP\/1\.1 400 .*"the Host header names no host"/s)
  },
)

test.for([
  'x',
  '',
  'tests.example.com',
  'tests.example.com.:8787',
  '127.0.0.1:80',
  '[::1]',
  '[fe80::1]:8787',
  'my_service:',
  'a%20b',
  'xn--tst-qla.de',
])('a Host that names one is answered: %s', async (host) => {
  const { dial, secrets } = await startServed()
  const { socket, closed } = dial()
  socket.write(
    `GET /v1/projects HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`,
  )
  expect(await closed).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['host: a,b\r\n', 400, 'INVALID_HOST'],
  ['host: x\r\nHost: y\r\n', 400, 'SEVERAL_HOSTS'],
  ['', 400, 'NO_HOST'],
  ['host: x\r\ntransfer-encoding: gzip, chunked\r\n', 501, 'UNKNOWN_TRANSFER_CODING'],
  [`host: x\r\n${'a: b\r\n'.repeat(201)}`, 431, 'TOO_MANY_HEADERS'],
])('a request that is refused for its head %j is in the log', async (head, status, code) => {
  const { dial, logged } = await startServed()
  const { socket, closed } = dial()
  socket.write(`GET /v1/projects HTTP/1.1\r\n${head}connection: close\r\n\r\n`)
  expect(await closed).toMatch(/^HTTP\/1\.1 [45]/)
  expect(logged().lines).toContainEqual(expect.objectContaining({ status, code, address: expect.any(String) }))
})

test('what else a client expects is nothing to refuse it for', async () => {
  const { dial, secrets } = await startServed()
  const { socket, closed } = dial()
  socket.write(
    `GET /v1/projects HTTP/1.1\r\nhost: x\r\nexpect: more\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`,
  )
  expect(await closed).toMatch(/^HTTP\/1\.1 200 .*x-request-id: .*"projects"/s)
})

test('half a request does not hold a server that ends; one that arrives in time is answered', async () => {
  const { dial, stop, secrets } = await startServed({ headersTimeout: 60_000, requestTimeout: 60_000 })
  const dials = [dial(), dial(), dial(), dial()] as const
  const [head, body, silent, late] = dials
  await Promise.all(dials.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
  head.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  late.socket.write('GET /readyz HTTP/1.1\r\nhost: x\r\n')
  body.socket.write(
    `PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\nexpect: 100-continue\r\ncontent-length: 100\r\n\r\n`,
  )
  while (!body.heard().includes('100 Continue')) await sleep(5)
  const stopped = stop()
  // Shorter than the wait for requests whose headers have arrived. In steps, so that a machine that was paused does not fail the test.
  const waited = (async () => {
    for (let seconds = 0; seconds < 8; seconds++) await sleep(1000)
    return 'waited for half a request'
  })()
  late.socket.write('x-late: 1\r\n\r\n')
  expect(await late.closed).toMatch(/^HTTP\/1\.1 503 .*the server is stopping/s)
  // Only the request whose headers had arrived counts as cut off.
  expect(await Promise.race([stopped, waited])).toBe(1)
  await Promise.all([head.closed, body.closed, silent.closed])
})

test.for<[sent: string, status: number]>([
  ['BREW /pot HTTP/1.1\r\nhost: x\r\n\r\n', 501],
  ['get /healthz HTTP/1.1\r\nhost: x\r\n\r\n', 501],
  ['CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n', 501],
  ['\u0016\u0003\u0001\u0002\r\n', 400],
  ['EHLO x\r\n', 400],
])('a method that no server knows is 501, and what is no request 400: %j', async ([sent, status]) => {
  const { dial, logged } = await startServed()
  const { socket, closed } = dial()
  socket.write(sent)
  expect(await closed).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*"message":"`, 's'))
  expect(logged().lines).toContainEqual(expect.objectContaining({ status, code: expect.any(String) }))
})

test('a body that is compressed and chunked is not taken for one that is only chunked', async () => {
  const { dial, secrets, store } = await startServed()
  const { socket, closed } = dial()
  const body = '{"name":"x","identifier":"WEB","icon":"","color":""}'
  socket.write(
    `PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\ntransfer-encoding: gzip, chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  )
  expect(await closed).toMatch(/^HTTP\/1\.1 501 .*the only transfer coding here is chunked/s)
  expect(await store.read((queries) => queries.selectFrom('projects').selectAll().execute())).toEqual([])
})

test('a client that asks for a tunnel and resets the connection harms nobody', async () => {
  const { dial, ask } = await startServed()
  const { socket } = dial()
  socket.write('CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n')
  await new Promise((resolve) => socket.once('data', resolve))
  socket.resetAndDestroy()
  expect((await ask('/healthz')).status).toBe(200)
})
