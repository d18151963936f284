import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { judge } from '../../src/doctor/encryption.ts'
import { parseAddress } from '../../src/wire/address.ts'
import { startRemote } from '../helpers/remote.ts'
import { createWorld, type World } from '../helpers/world.ts'
import { hostile, http } from '../wire/hostile.ts'
import { tunnelsTo } from '../wire/tunnels.ts'
import { good, key as tlsKey } from './certificates.ts'
import { type Examined, examined, key } from './examined.ts'

let world: World
const open: { close: () => Promise<void> }[] = []
beforeEach(async () => {
  world = await createWorld()
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
  await world.remove()
})

const keep = <T extends { close: () => Promise<void> }>(one: T): T => {
  open.push(one)
  return one
}

const examine = (url: string, env: Record<string, string> = {}, flags = ''): Promise<Examined> =>
  examined(world, { TESTCTL_URL: url, TESTCTL_API_KEY: key, ...env }, flags)

const behind = ['connection', 'tls', 'answer', 'interface', 'access', 'clock']

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
  expect(checks['key']?.message).toBe(`there is one, from TESTCTL_API_KEY, and it goes to ${url} alone`)
  expect(checks['dns']?.message).toBe('127.0.0.1 needs no looking up')
  expect(checks['connection']?.message).toMatch(/^connected to 127\.0\.0\.1 port \d+ in [\d.]+ ms$/)
  expect(checks['answer']?.message).toMatch(/^200 in [\d.]+ ms, then in [\d.]+ ms$/)
  expect(checks['interface']?.message).toBe('what was answered is a list of projects')
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
    ['a page for people', http(200, page, { 'content-type': 'text/html' }), 5, 'answer', /page for people \(200\)/],
    ['a page that asks to log in', http(401, page), 5, 'answer', /page for people \(401\)/],
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
    ['too many requests', http(429, '{}'), 6, 'answer', /patience/],
    ['something that is no list', http(200, '{"projects":7}'), 5, 'interface', /outside its interface/],
    ['a refusal of the key', http(403, '{"message":"no"}'), 4, 'access', /refused the key: no \(403\)/],
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
      const { checks, exitCode } = await examine(server.url, {}, '--timeout 300ms')
      expect(exitCode).toBe(6)
      expect(checks['answer']).toMatchObject({ status: 'failed', message: 'no end within 0.3 s' })
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

describe('the way there', () => {
  test('a name that does not exist', async () => {
    const { checks, named, exitCode } = await examine('https://tests.invalid')
    expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 6, failed: ['dns'] })
    expect(checks['dns']?.message).toMatch(/tests\.invalid/)
    expect(named('skipped')).toEqual([...behind, 'completion'])
    expect(checks['connection']?.message).toBe('not tried, because dns did not succeed')
  })

  test('nothing listens', async () => {
    const { checks, named, exitCode } = await examine('http://127.0.0.1:9')
    expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 6, failed: ['connection'] })
    expect(checks['connection']?.message).toBe('nothing listens at http://127.0.0.1:9 (connection refused)')
  })

  test.each([
    ['http://tests.example.com', /no TLS: the key could be read/],
    ['ftp://tests.example.com', /not the address of a service/],
  ])('an address that is none: %s', async (url, message) => {
    const { checks, named, exitCode } = await examine(url)
    expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 2, failed: ['address'] })
    expect(checks['address']?.message).toMatch(message)
  })
})

describe('TLS', () => {
  const start = async (cert: string): Promise<{ url: string; requests: () => number }> => {
    let requests = 0
    const server = https.createServer({ key: tlsKey, cert }, (_, response) => response.end(String(++requests)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) })
    const { port } = server.address() as AddressInfo
    return { url: `https://127.0.0.1:${port}`, requests: () => requests }
  }

  test('a certificate that nobody vouches for: nothing is sent', async () => {
    const server = await start(good)
    const { checks, named, exitCode } = await examine(server.url)
    expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 6, failed: ['tls'] })
    expect(checks['tls']?.message).toMatch(
      /is not trusted \(\w+\): TLSv1\.3, certificate of localhost by Some Authority, valid until 2126-/,
    )
    expect(checks['tls']?.hint).toMatch(/NODE_EXTRA_CA_CERTS/)
    expect(server.requests()).toBe(0)
  })

  test('a server without TLS', async () => {
    const server = keep(
      await hostile(
        () => undefined,
        (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      ),
    )
    const { checks, named } = await examine(server.url.replace('http:', 'https:'))
    expect(named('failed')).toEqual(['tls'])
    expect(checks['tls']?.message).toMatch(/does not speak TLS$/)
  })

  test('a server that hangs up at once', async () => {
    const server = keep(
      await hostile(
        () => undefined,
        (socket) => socket.end(),
      ),
    )
    const { named, exitCode } = await examine(server.url.replace('http:', 'https:'))
    expect({ failed: named('failed'), exitCode }).toEqual({ failed: ['tls'], exitCode: 6 })
  })

  test.each([
    [
      '2027-01-01',
      'ok',
      'TLSv1.3, certificate of tests.example.com by Some Authority, valid until 2027-03-01 (59 days)',
    ],
    ['2027-02-20', 'warning', expect.stringContaining('valid until 2027-03-01 (9 days)')],
    ['2027-02-28', 'warning', expect.stringContaining('valid until 2027-03-01 (1 day)')],
  ])('a certificate that ends in March, on %s', (day, status, message) => {
    const certificate = {
      subject: 'tests.example.com',
      issuer: 'Some Authority',
      from: new Date('2026-12-01'),
      to: new Date('2027-03-01'),
    }
    const handshake = { protocol: 'TLSv1.3', certificate, distrust: undefined }
    const circumstances = { address: parseAddress('https://tests.example.com'), now: new Date(day), lenient: false }
    expect(judge(handshake, circumstances)).toMatchObject({ status, message })
  })
})

describe('a proxy', () => {
  const credentials = 'canary-user:canary-password'

  const proxyTo = async (port: number, status?: number) => {
    const tunnels = await tunnelsTo(port, status)
    open.push(tunnels)
    const at = `127.0.0.1:${tunnels.port}`
    return { url: `http://${credentials}@${at}`, shown: `http://********@${at}`, heads: tunnels.heads }
  }

  test('is named without its password, and asked for a tunnel', async () => {
    const server = https.createServer({ key: tlsKey, cert: good })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) })
    const proxy = await proxyTo((server.address() as AddressInfo).port)
    const { checks, named } = await examine('https://tests.example.com', { HTTPS_PROXY: proxy.url })
    expect(checks['proxy']?.message).toBe(`${proxy.shown} (HTTPS_PROXY)`)
    expect(checks['connection']?.message).toMatch(/\(the proxy\)$/)
    expect(named('failed')).toEqual(['tls'])
    expect(checks['tls']?.message).toMatch(
      /the certificate of https:\/\/tests\.example\.com is for another host|not trusted/,
    )
    const asked = proxy.heads.find((head) => head.startsWith('CONNECT tests.example.com:443 HTTP/1.1\r\n'))
    expect(asked).toContain(`Basic ${Buffer.from(credentials).toString('base64')}`)
  })

  test.each([
    [407, /opens no way to tests\.example\.com:443 \(407\)/, /USER:PASSWORD/],
    [502, /opens no way to tests\.example\.com:443 \(502\)/, /NO_PROXY/],
  ])('that refuses with %i', async (status, message, hint) => {
    const proxy = await proxyTo(9, status)
    const { checks, named, exitCode } = await examine('https://tests.example.com', { https_proxy: proxy.url })
    expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 6, failed: ['tls'] })
    expect(checks['tls']?.message).toMatch(message)
    expect(checks['tls']?.hint).toMatch(hint)
  })

  test('that is not there', async () => {
    const { checks, named } = await examine('https://tests.example.com', {
      HTTPS_PROXY: `http://${credentials}@127.0.0.1:9`,
    })
    expect(named('failed')).toEqual(['connection'])
    expect(checks['connection']).toMatchObject({
      message: 'nothing listens at http://127.0.0.1:9 (connection refused)',
      hint: expect.stringContaining('HTTPS_PROXY'),
    })
  })

  test('that is no URL', async () => {
    const { checks, named, exitCode } = await examine('https://tests.example.com', {
      HTTPS_PROXY: `http://${credentials}@:x`,
    })
    expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 2, failed: ['proxy'] })
    expect(checks['dns']?.message).toBe('not tried, because proxy did not succeed')
  })

  test.each([
    ['http://127.0.0.1:9', {}, 'none is used for this very machine, though HTTP_PROXY is set'],
    ['https://tests.invalid', { NO_PROXY: '.invalid' }, 'none is used: NO_PROXY excepts tests.invalid from HTTP_PROXY'],
  ])('that is not used for %s', async (url, env, message) => {
    const { checks } = await examine(url, { HTTP_PROXY: `http://${credentials}@127.0.0.1:9`, ...env })
    expect(checks['proxy']?.message).toBe(message)
  })
})
