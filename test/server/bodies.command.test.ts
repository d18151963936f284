import { expect, test } from 'vitest'
import { bodyLimit } from '../../src/wire/body-limits.ts'
import { startServed } from './served.ts'

// A request that can be refused by its headers is refused before its body is sent.

const asking = (request: string, headers = '') =>
  `${request} HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 1000\r\n${headers}\r\n`

test.for<[what: string, request: string, headers: string, status: number]>([
  ['a path that is none', 'PUT /v1/nothing', '', 404],
  ['a method that is none', 'PATCH /v1/projects', '', 405],
  ['a form from elsewhere', 'POST /settings/keys', 'sec-fetch-site: cross-site\r\n', 403],
  ['a form to a page that is none', 'POST /settings/elsewhere', 'sec-fetch-site: same-origin\r\n', 404],
  ['no form at all', 'POST /settings/keys', 'sec-fetch-site: same-origin\r\ncontent-type: text/plain\r\n', 415],
])('%s is refused without its body', async ([, request, headers, status]) => {
  const { dial, secrets } = await startServed()
  const { socket, closed } = dial()
  socket.write(asking(request, `x-api-key: ${secrets.writer}\r\n${headers}connection: close\r\n`))
  const said = await closed
  expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(said).not.toContain('100 Continue')
})

test('a reader that wants to write is refused without its body', async () => {
  const { dial, secrets } = await startServed()
  const { socket, closed } = dial()
  socket.write(asking('PUT /v1/projects', `x-api-key: ${secrets.reader}\r\nconnection: close\r\n`))
  const said = await closed
  expect(said).toMatch(/^HTTP\/1\.1 403 .*the key the reader is a reader/s)
  expect(said).not.toContain('100 Continue')
})

test('a form of more than 10 kB is 413', async () => {
  const { ask } = await startServed()
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
  const post = (size: number) =>
    ask('/settings/sign-in', { method: 'POST', headers, body: `key=${'x'.repeat(size)}`, key: '' })
  expect((await post(10_001)).status).toBe(413)
  expect((await post(9000)).status).toBe(403)
})

test('a body in chunks of any size is read whole', async () => {
  const { dial, secrets } = await startServed()
  const body = JSON.stringify({ name: 'é✓', identifier: 'WEB', icon: '', color: '' })
  const padded = Buffer.from(body + ' '.repeat(100_000))
  const { socket, closed } = dial()
  socket.write(
    `PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  const { length } = Buffer.from(body)
  for (let at = 0; at < padded.length;) {
    const size = at < length ? 1 : 20_000
    const chunk = padded.subarray(at, at + size)
    socket.write(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]))
    at += size
  }
  socket.write('0\r\n\r\n')
  expect(await closed).toMatch(/^HTTP\/1\.1 200 .*"name":"é✓"/s)
})

test('a body of exactly the limit is read, whether it says its length or not', async () => {
  const { ask } = await startServed()
  const body = Buffer.alloc(bodyLimit, ' ')
  for (const headers of [{}, { 'transfer-encoding': 'chunked' }])
    expect((await ask('/v1/projects', { method: 'PUT', headers, body })).status).toBe(400)
})
