import type net from 'node:net'
import { describe, expect, test } from 'vitest'
import { startRemote } from '../../helpers/remote.ts'
import { hostile, http } from '../../wire/hostile.ts'
import { key, examine } from '../examined.ts'
import { keep } from '../../helpers/keep.ts'

test('a service that is as it should be', async () => {
  const { url } = keep(await startRemote(key))
  const { checks, named, exitCode, stderr } = await examine(url)
  expect({ exitCode, stderr, failed: named('failed'), skipped: named('skipped') }).toEqual({
    exitCode: 0,
    stderr: '',
    failed: [],
    skipped: ['completion'],
  })
  expect(checks['address']?.message).toBe(`${url} (TESTCTL_URL)`)
  expect(checks['key']?.message).toBe(`from TESTCTL_API_KEY; it is sent only to ${url}`)
  expect(checks['dns']?.message).toBe('not needed for 127.0.0.1')
  expect(checks['connection']?.message).toMatch(/^connected to 127\.0\.0\.1 port \d+ in [\d.]+ ms$/)
  expect(checks['answer']?.message).toMatch(/^200 in [\d.]+ ms, then in [\d.]+ ms$/)
  expect(checks['interface']?.message).toBe('the answer is a list of projects')
  expect(checks['access']?.message).toBe('the key is accepted')
})

test('a key that the service refuses: exit 4', async () => {
  const { url } = keep(await startRemote('another-key'))
  const { checks, named, exitCode, stderr } = await examine(url)
  expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 4, failed: ['access'] })
  expect(checks['answer']?.message).toMatch(/^401 in /)
  expect(checks['access']).toMatchObject({
    message: 'the service refused the key (401)',
    hint: expect.stringContaining('testctl auth login'),
  })
  expect(JSON.parse(stderr)).toMatchObject({
    error: { code: 'unauthorized', exitCode: 4, message: 'access: the service refused the key (401)' },
  })
})

describe('a server that closes its connections', () => {
  const list = '{"projects":[],"pagination":{"limit":1,"offset":0,"total":0}}'

  test('without notice, after an answer: asked again, and named', async () => {
    const used = new WeakSet<net.Socket>()
    const server = keep(
      await hostile(({ socket }) => {
        if (used.has(socket)) return void socket.resetAndDestroy()
        used.add(socket)
        socket.write(http(200, list))
      }),
    )
    const { checks, named, exitCode } = await examine(server.url)
    expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 0, failed: [] })
    expect(checks['answer']).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/^200 in .*; \d connections? closed without notice, and opened again$/),
      hint: expect.stringContaining('a create may end with 9'),
    })
  })

  test('with notice: as it should be', async () => {
    const server = keep(await hostile(({ socket }) => socket.end(http(200, list, { connection: 'close' }))))
    const { checks, exitCode } = await examine(server.url)
    expect([exitCode, checks['answer']?.status]).toEqual([0, 'ok'])
  })

  test('always, without an answer: failed', async () => {
    const server = keep(await hostile(({ socket }) => void socket.resetAndDestroy()))
    const { checks, exitCode } = await examine(server.url)
    expect([exitCode, checks['answer']?.status]).toEqual([6, 'failed'])
  })
})

test('no key: the service is looked at all the same', async () => {
  const { url } = keep(await startRemote(key))
  const { checks, named, exitCode } = await examine(url, { TESTCTL_API_KEY: '' })
  expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 4, failed: ['key'] })
  expect(checks['key']).toMatchObject({ message: `there is no key for ${url}`, hint: expect.stringContaining('login') })
  expect(checks['answer']?.message).toMatch(/^401 in /)
  expect(checks['access']).toMatchObject({ status: 'skipped', message: 'there is no key' })
})

describe('what is no service of this interface', () => {
  const page = '<html><script>alert(1)</script></html>'
  test.each([
    ['a page for people', http(200, page, { 'content-type': 'text/html' }), 5, 'answer', /a web page answered \(200\)/],
    ['a page that asks to log in', http(401, page), 5, 'answer', /a web page answered \(401\)/],
    ['a server that knows nothing here', http(404, '{}'), 5, 'answer', /no service below that address \(404\)/],
    [
      'a redirect',
      http(302, '', { location: 'https://elsewhere.invalid/' }),
      5,
      'answer',
      /redirects to https:\/\/elsewhere\.invalid\/ \(302\)/,
    ],
    [
      'a failure',
      http(500, '{"message":"out of \\u001b[31mluck"}'),
      6,
      'answer',
      /the service failed: out of .*luck \(500\)/,
    ],
    ['too many requests', http(429, '{}'), 6, 'answer', /try again later/],
    ['something that is no list', http(200, '{"projects":7}'), 5, 'interface', /outside its interface/],
    ['a refusal of the key', http(403, '{"message":"no"}'), 4, 'access', /the key may not do this: no \(403\)/],
    ['what is no HTTP', 'SSH-2.0-OpenSSH_9\r\n\r\n', 5, 'answer', /does not speak HTTP/],
  ] as const)('%s', async (_, response, exitCode, name, message) => {
    const server = keep(await hostile(({ socket }) => socket.write(response)))
    const { checks, named, ...end } = await examine(server.url)
    expect({ failed: named('failed'), exitCode: end.exitCode }).toEqual({ failed: [name], exitCode })
    expect(checks[name]?.message).toMatch(message)
    expect(checks[name]?.hint).not.toBe('')
  })

  test('one that repeats the key in all that it says', async () => {
    for (const status of [200, 302, 401, 500]) {
      const body = JSON.stringify({ message: key, projects: key })
      const server = keep(await hostile(({ socket }) => socket.write(http(status, body, { location: `/${key}` }))))
      await examine(server.url)
      expect(server.requests.join('')).toContain(key)
    }
  })

  test('one that answers a letter at a time, and one that never does', async () => {
    const drip = ({ socket }: { socket: net.Socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
      const timer = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(timer))
    }
    for (const answer of [drip, () => undefined]) {
      const server = keep(await hostile(answer))
      const { checks, exitCode } = await examine(server.url, {}, '--timeout 1s')
      expect(exitCode).toBe(6)
      expect(checks['answer']).toMatchObject({ status: 'failed', message: 'not finished within 1 s' })
      expect(checks['cache']?.status).toBe('ok')
    }
  })
})

test('a clock that is not that of the service', async () => {
  const body = '{"projects":[],"pagination":{"limit":1,"offset":0,"total":0}}'
  const date = new Date(Date.now() - 3600_000).toUTCString()
  const server = keep(await hostile(({ socket }) => socket.write(http(200, body, { date }))))
  const { checks, exitCode } = await examine(server.url)
  expect(exitCode).toBe(0)
  expect(checks['clock']?.status).toBe('warning')
  expect(checks['clock']?.message).toMatch(/^this machine is 3[56]\d\d s ahead of the service$/)
})
