import http from 'node:http'
import net from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '../../../src/wire/connect.ts'
import { parseAddress } from '../../../src/wire/network/address.ts'
import { expose } from '../../../src/wire/expose.ts'
import { withApiKey } from '../../../src/wire/middleware/api-key.ts'
import { listen } from '../../../src/server/http/listen.ts'
import { wholly } from '../../helpers/wholly.ts'
import { bodyLimit } from '../../../src/wire/body-limits.ts'
import type { Transport } from '../../../src/wire/message.ts'
import { remote } from '../../../src/wire/network/pool.ts'
import { fakeApi } from '../../wire/fake.ts'

const open: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const serve = async (transport: Transport) => {
  const server = await listen(wholly(transport))
  open.push(server)
  return server
}

const service = async () => {
  const { api, calls } = fakeApi()
  const { url } = await serve(expose((key) => (key === 'k' ? api : undefined)))
  const client = remote({ address: parseAddress(url) })
  open.push(client)
  return { url, calls, there: connect(withApiKey('k', client.transport)) }
}

type Answer = { status: number | undefined; headers: http.IncomingHttpHeaders; body: string }

const ask = (url: string, options: http.RequestOptions & { body?: string | Buffer }): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = http.request(url, { agent: false, ...options }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
    })
    request.on('error', reject)
    request.end(options.body)
  })

test('an API behind a port is the same API', async () => {
  const { there, calls } = await service()
  const { case: made } = await there.cases.create({ projectId: 'p', name: 'é ✓', preconditions: '', steps: [] })
  expect(made).toMatchObject({ name: 'Login', added: 'by an alpha' })
  await there.cases.list({ projectId: 'p', customFields: { 'a[b]': 'c&d' }, relations: ['comments'] })
  expect(calls).toEqual([
    ['cases.create', { projectId: 'p', name: 'é ✓', preconditions: '', steps: [] }],
    ['cases.list', { projectId: 'p', customFields: { 'a[b]': 'c&d' }, relations: ['comments'] }],
  ])
})

test('an idle connection is kept for longer than a proxy with its defaults keeps it, Caddy for two minutes', async () => {
  const { url } = await service()
  const { headers } = await ask(url, { agent: new http.Agent({ keepAlive: true }) })
  expect(Number(String(headers['keep-alive']).replace('timeout=', ''))).toBeGreaterThan(120)
})

describe('at the port', () => {
  test('a body that is too large is refused without being read to its end', async () => {
    const { url, calls } = await service()
    const answer = await ask(`${url}/v1/projects`, {
      method: 'PUT',
      headers: { 'x-api-key': 'k', 'content-length': 1 << 30 },
      body: Buffer.alloc(bodyLimit + 100, 'x'),
    })
    expect(answer).toMatchObject({ status: 413, headers: { connection: 'close' } })
    expect(calls).toEqual([])
  })

  test('a body of exactly the limit is read', async () => {
    const { url } = await service()
    const body = JSON.stringify({ content: '' })
    const padded = body + ' '.repeat(bodyLimit - body.length)
    const answer = await ask(`${url}/v1/comments/c`, { method: 'PUT', headers: { 'x-api-key': 'k' }, body: padded })
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body).toMatch(/content must have at least 1 character/)
  })

  test('a body that is not UTF-8 is refused', async () => {
    const { url } = await service()
    const body = Buffer.from([0x7b, 0xff, 0x7d])
    expect(await ask(`${url}/v1/projects`, { method: 'PUT', headers: { 'x-api-key': 'k' }, body })).toMatchObject({
      status: 400,
    })
  })

  test('other methods: 405, and 401 without a key', async () => {
    const { url } = await service()
    for (const method of ['HEAD', 'OPTIONS', 'PATCH']) {
      const answer = await ask(`${url}/v1/projects`, { method, headers: { 'x-api-key': 'k' } })
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, PUT' } })
      expect(await ask(`${url}/v1/projects`, { method })).toMatchObject({ status: 401 })
    }
  })

  test('a path is taken as it was sent', async () => {
    const { url } = await service()
    const { port } = new URL(url)
    for (const path of ['/v1/tests/..', '/v1/tests/%2e%2e', '/v1/tests/a%2fb', '//v1/projects', '/v1/./projects']) {
      const answer = await ask(url, { path, port, method: 'DELETE', headers: { 'x-api-key': 'k' } })
      expect([400, 404], path).toContain(answer.status)
    }
  })

  test('a client that goes away midway harms nobody', async () => {
    const { url, there } = await service()
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: k\r\ncontent-length: 100\r\n\r\n{')
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.resetAndDestroy()
    expect((await there.projects.list({})).projects).toHaveLength(1)
  })

  test('closing waits for what has begun', async () => {
    let finish = () => {}
    const begun = new Promise<void>((resolve) => {
      finish = resolve
    })
    const server = await listen(async () => {
      finish()
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { status: 200, headers: {}, body: 'whole' }
    })
    const answer = ask(server.url, {})
    await begun
    await server.close()
    expect(await answer).toMatchObject({ status: 200, body: 'whole' })
    await expect(ask(server.url, {})).rejects.toThrow(/ECONNREFUSED/)
  })

  test('a read that takes longer than a request may take to arrive is answered by a server that ends', async () => {
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const server = await listen(async () => {
      begin()
      // Longer than the two seconds after which a partial request is cut off.
      await new Promise((resolve) => setTimeout(resolve, 2500))
      return { status: 200, headers: {}, body: 'whole' }
    })
    const answer = ask(server.url, {})
    await begun
    expect(await server.close()).toBe(0)
    expect(await answer).toMatchObject({ status: 200, body: 'whole' })
  })

  test('a port that is taken is an error', async () => {
    const { url } = await serve(async () => ({ status: 200, headers: {}, body: '' }))
    await expect(
      listen(async () => ({ status: 200, headers: {}, body: '' }), { port: Number(new URL(url).port) }),
    ).rejects.toThrow(/^port \d+ of 127\.0\.0\.1 is already in use$/)
  })
})
