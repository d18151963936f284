import { describe, expect, test } from 'vitest'
import { bodyLimit } from '../../src/wire/body-limits.ts'
import { startServed } from './served.ts'
import { areServed } from './others.ts'

// RELIABILITY 16

const project = JSON.stringify({ name: 'Web', identifier: 'WEB', icon: 'globe', color: 'red' })

describe('too slow', () => {
  test('who drips the head of a request is told 408, while others are served', async () => {
    const { dial, ask } = await startServed({ headersTimeout: 1000, requestTimeout: 5000 })
    const { socket, closed } = dial()
    socket.write('GET /v1/projects HTTP/1.1\r\nhost: x\r\n')
    const drip = setInterval(() => socket.write('x-drip: 1\r\n'), 50)
    expect((await ask('/v1/projects')).status).toBe(200)
    expect(await closed).toMatch(/^HTTP\/1\.1 408 .*the request took too long to arrive/s)
    clearInterval(drip)
  })

  test('who drips a body is told 408, and nothing is done', async () => {
    const { dial, ask, secrets, logged } = await startServed({ headersTimeout: 1000, requestTimeout: 1500 })
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
    const { dial } = await startServed({ headersTimeout: 1000 })
    expect(await dial().closed).toMatch(/^(HTTP\/1\.1 408 .*)?$/s)
  })

  test('who never reads its answers is cut off, while others are served', async () => {
    const { dial, ask, secrets } = await startServed({ answerTimeout: 6000 })
    const { socket, closed } = dial()
    socket.pause()
    const request = `GET /openapi.json HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\n\r\n`
    // The client keeps writing, so it notices the cut although it does not read. Nothing else would end its connection.
    const flood = setInterval(() => socket.write(request.repeat(20)), 5)
    const ended = closed.finally(() => clearInterval(flood))
    // A new connection for each request: the server could close an idle one just when it is used again. On a busy machine, this process
    // may pause for seconds, too.
    await areServed(10, () => ask('/v1/projects', { agent: false }))
    expect((await ended).length).toBeLessThan(50_000_000)
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

  test('a head of more than 200 headers is 431, whatever stands behind them', async () => {
    const { dial, ask, secrets } = await startServed()
    const put = (fillers: number) => {
      const { socket, closed } = dial()
      socket.write(
        `PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\n${'a:\r\n'.repeat(fillers)}content-length: ${project.length}\r\nconnection: close\r\n\r\n${project}`,
      )
      return closed
    }
    for (const fillers of [197, 1500, 3000])
      expect(await put(fillers)).toMatch(/^HTTP\/1\.1 431 .*"there are more than 200 headers"/s)
    expect(JSON.parse((await ask('/v1/projects')).body)).toMatchObject({ projects: [] })
    expect(await put(196)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('a path of 3,000 characters is 414', async () => {
    const { ask } = await startServed()
    expect((await ask(`/v1/tests/${'a'.repeat(3000)}`)).status).toBe(414)
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
    'http://elsewhere/v1/./projects',
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
