import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createSecret } from '../../src/service/secret.ts'
import { bodyLimit } from '../../src/wire/message.ts'
import { startServed } from './served.ts'

const project = JSON.stringify({ name: 'Web', identifier: 'WEB', icon: 'globe', color: 'red' })

/** Others are served while one misbehaves: so many reads, one after another. */
const areServed = async (times: number, read: () => Promise<{ status: number }>) => {
  for (let time = 0; time < times; time++) expect((await read()).status).toBe(200)
}

describe('too slow', () => {
  test('who drips the head of a request is told 408, while others are served', async () => {
    const { dial, ask } = await startServed({ headersTimeout: 300, requestTimeout: 5000 })
    const { socket, closed } = dial()
    socket.write('GET /v1/projects HTTP/1.1\r\nhost: x\r\n')
    const drip = setInterval(() => socket.write('x-drip: 1\r\n'), 50)
    expect((await ask('/v1/projects')).status).toBe(200)
    expect(await closed).toMatch(/^HTTP\/1\.1 408 .*the request took too long to arrive/s)
    clearInterval(drip)
  })

  test('who drips a body is told 408, and nothing is done', async () => {
    const { dial, ask, secrets, logged } = await startServed({ headersTimeout: 300, requestTimeout: 600 })
    const { socket, closed } = dial()
    socket.write(
      `PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\ncontent-length: ${project.length}\r\n\r\n`,
    )
    let at = 0
    const drip = setInterval(() => socket.write(project[at++] ?? ''), 100)
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /)
    clearInterval(drip)
    expect(JSON.parse((await ask('/v1/projects')).body)).toMatchObject({ projects: [] })
    expect(logged().lines).toContainEqual(expect.objectContaining({ status: 408, address: '127.0.0.1' }))
  })

  test('who never says anything is let go', async () => {
    const { dial } = await startServed({ headersTimeout: 300 })
    expect(await dial().closed).toMatch(/^(HTTP\/1\.1 408 .*)?$/s)
  })

  test('who never reads its answers is cut off, while others are served', async () => {
    const { dial, ask, secrets } = await startServed({ answerTimeout: 300 })
    const { socket, closed } = dial()
    socket.pause()
    const request = `GET /openapi.json HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\n\r\n`
    const flood = setInterval(() => socket.write(request.repeat(20)), 5)
    await areServed(10, () => ask('/v1/projects'))
    clearInterval(flood)
    await sleep(1500)
    // What the server has let go of can still be read to where it ends.
    socket.resume()
    const seen = await closed
    expect(seen.length).toBeLessThan(50_000_000)
  })

  test('who closes its half of a connection is let go', async () => {
    const { dial, ask, secrets } = await startServed()
    const { socket, closed } = dial()
    socket.end(`GET /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\n\r\n`)
    await closed
    expect((await ask('/v1/projects')).status).toBe(200)
  })
})

describe('too large', () => {
  const large = Buffer.alloc(bodyLimit + 1, ' ')

  test('a body that says so is refused before it is sent', async () => {
    const { dial, secrets } = await startServed()
    const { socket, closed } = dial()
    socket.write(
      `PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\nexpect: 100-continue\r\ncontent-length: ${bodyLimit + 1}\r\n\r\n`,
    )
    const said = await closed
    expect(said).toMatch(/^HTTP\/1\.1 413 /)
    expect(said).not.toContain('100 Continue')
  })

  test('a body that does not say so is refused when it is', async () => {
    const { ask } = await startServed()
    const headers = { 'transfer-encoding': 'chunked' }
    const answer = await ask('/v1/projects', { method: 'PUT', headers, body: large })
    expect(answer).toMatchObject({ status: 413, headers: { connection: 'close' } })
    expect(answer.body).toMatch(/larger than 1048576 bytes/)
  })

  test('whoever has no key is told so before the body is read', async () => {
    const { ask } = await startServed()
    expect(await ask('/v1/projects', { method: 'PUT', key: '', body: large })).toMatchObject({ status: 401 })
  })

  test('a body of 3 MB that is sent anyway gets its answer, each time', async () => {
    const { ask } = await startServed()
    for (let time = 0; time < 5; time++)
      expect((await ask('/v1/projects', { method: 'PUT', body: Buffer.alloc(3 * 1024 * 1024, ' ') })).status).toBe(413)
  })

  test('a head of 20 kB is 431', async () => {
    const { ask } = await startServed()
    expect((await ask('/v1/projects', { headers: { 'x-long': 'x'.repeat(20_000) } })).status).toBe(431)
  })

  test('a path of 3,000 characters is 400', async () => {
    const { ask } = await startServed()
    expect((await ask(`/v1/tests/${'a'.repeat(3000)}`)).status).toBe(400)
  })
})

describe('too many', () => {
  test('requests by one key are 429, while other keys are served', async () => {
    const { ask, secrets } = await startServed({ rateLimit: 10 })
    const all = await Promise.all(Array.from({ length: 40 }, () => ask('/v1/projects')))
    const refused = all.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(15)
    expect(refused[0]).toMatchObject({ headers: { 'retry-after': '1' }, body: '{"message":"too many requests"}' })
    expect((await ask('/v1/projects', { key: secrets.reader })).status).toBe(200)
  })

  test('requests without a key are 429, while those with one from the same address are served', async () => {
    const { ask } = await startServed({ rateLimit: 10 })
    const all = await Promise.all(Array.from({ length: 40 }, () => ask('/healthz', { key: '' })))
    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThan(15)
    expect((await ask('/v1/projects')).status).toBe(200)
  })

  test('wrong keys are 401 ten times, then 429 with a wait that grows; a right key still works', async () => {
    const { ask } = await startServed()
    const seen = []
    for (let time = 0; time < 14; time++) seen.push(await ask('/v1/projects', { key: createSecret() }))
    expect(seen.map(({ status }) => status)).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    expect(seen.slice(10).map(({ headers }) => headers['retry-after'])).toEqual(['1', '2', '4', '8'])
    expect((await ask('/v1/projects')).status).toBe(200)
    expect((await ask('/v1/projects', { key: '' })).status).toBe(401)
  })

  test('behind a proxy, each client has its own ten wrong keys', async () => {
    const { ask } = await startServed({ trustProxy: true })
    const guess = (address: string) =>
      ask('/v1/projects', { key: createSecret(), headers: { 'x-forwarded-for': `203.0.113.7, ${address}` } })
    for (let time = 0; time < 10; time++) expect((await guess('198.51.100.1')).status).toBe(401)
    expect((await guess('198.51.100.1')).status).toBe(429)
    expect((await guess('198.51.100.2')).status).toBe(401)
  })

  test('without trust in a proxy, nobody gets new tries by making up addresses', async () => {
    const { ask } = await startServed()
    const guess = (time: number) =>
      ask('/v1/projects', { key: createSecret(), headers: { 'x-forwarded-for': `198.51.100.${time}` } })
    for (let time = 0; time < 10; time++) expect((await guess(time)).status).toBe(401)
    expect((await guess(11)).status).toBe(429)
  })

  test('connections are told 503, and served again when there is room', async () => {
    const { ask, dial, logged } = await startServed({ connections: { most: 5, perAddress: 5 } })
    const held = Array.from({ length: 5 }, () => dial())
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
    const refused = await ask('/v1/projects')
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1', connection: 'close' } })
    expect(logged().lines).toContainEqual(expect.objectContaining({ status: 503, code: 'TOO_MANY_CONNECTIONS' }))
    for (const { socket } of held) socket.destroy()
    await sleep(50)
    expect((await ask('/v1/projects')).status).toBe(200)
  })

  test('connections that only wait for a next request make room', async () => {
    const { ask, dial } = await startServed({ connections: { most: 5, perAddress: 50 } })
    const idle = Array.from({ length: 5 }, () => dial())
    for (const { socket, heard } of idle) {
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      while (!heard().includes('ok\n')) await sleep(5)
    }
    expect((await ask('/healthz')).status).toBe(503)
    await Promise.all(idle.map(({ closed }) => closed))
    expect((await ask('/healthz')).status).toBe(200)
  })

  test('a thousand connections of one client leave room for another', async () => {
    const { ask, dial } = await startServed({ headersTimeout: 20_000 })
    const held = Array.from({ length: 1000 }, () => dial())
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
    expect((await ask('/v1/projects')).status).toBe(503)
    const other = await ask('/v1/projects', { localAddress: '127.0.0.2' })
    expect(other.status).toBe(200)
  })

  test('two thousand pipelined requests are answered in order, and others are served meanwhile', async () => {
    const { ask, dial, secrets } = await startServed()
    const { socket, closed } = dial()
    const one = `GET /v1/projects?offset=AT HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\n\r\n`
    for (let at = 0; at < 2000; at++) socket.write(one.replace('AT', String(at)))
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await areServed(3, () => ask('/v1/projects'))
    const offsets = [...(await closed).matchAll(/"offset":(\d+)/g)].map(([, offset]) => Number(offset))
    expect(offsets).toEqual(Array.from({ length: 2000 }, (_, at) => at))
  })
})

describe('what could be read in two ways', () => {
  test.for([
    '/v1/tests/..',
    '/v1/tests/%2e%2E',
    '/v1/./projects',
    '/v1/tests/a%2fb',
    '/v1/tests/a%5Cb',
    '/v1/tests/a%00',
    '//v1/projects',
    '/v1//projects',
    '/v1/tests/%zz',
    '/settings/../v1/projects',
    'http://elsewhere/v1/projects',
  ])('%s is 400', async (path) => {
    const { dial, secrets } = await startServed()
    const { socket, closed } = dial()
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`)
    expect(await closed).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.for<[what: string, request: string]>([
    ['two lengths', 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
    ['a length and chunks', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a bare line feed in a header', 'x: a\nb: c\n\n'],
    ['garbage', '\0\0\0\r\n\r\n'],
  ])('%s is 400, and the connection is closed', async ([, rest]) => {
    const { dial } = await startServed()
    const { socket, closed } = dial()
    socket.write(`PUT /v1/projects HTTP/1.1\r\nhost: x\r\n${rest}`)
    expect(await closed).toMatch(/^HTTP\/1\.1 400 /)
  })
})
