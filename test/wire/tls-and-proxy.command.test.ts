import https from 'node:https'
import net from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { UnavailableError } from '../../src/errors.ts'
import { parseAddress } from '../../src/wire/network/address.ts'
import { connect } from '../../src/wire/connect.ts'
import { withApiKey } from '../../src/wire/middleware/api-key.ts'
import { throughProxy } from '../../src/wire/network/proxy.ts'
import { remote } from '../../src/wire/network/pool.ts'
import { samples } from './fake.ts'
import { hostile, http } from './hostile.ts'
import { tunnelsTo } from './tunnels.ts'

const canary = 'canary-key-5f1d'
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const client = (url: string, proxy?: string) => {
  const service = remote({ address: parseAddress(url), open: proxy ? throughProxy(proxy) : undefined })
  open.push(service)
  return connect(withApiKey(canary, service.transport))
}

const failure = (promise: Promise<unknown>): Promise<Error & { hint?: string }> =>
  promise.then(
    () => new Error('was a success'),
    (error: unknown) => error as Error,
  )

const good = JSON.stringify({ milestone: samples.milestones })

describe('TLS', () => {
  test('a certificate that nobody vouches for: nothing is sent, and there is a way', async () => {
    let requests = 0
    const server = https.createServer({ key, cert }, () => requests++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) })
    const { port } = server.address() as net.AddressInfo
    const error = await failure(
      client(`https://localhost:${port}`).projects.create({ name: 'n', identifier: 'N', icon: '', color: '' }),
    )
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error.message).toBe(
      `the certificate of https://localhost:${port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); nothing was changed`,
    )
    expect(error.hint).toMatch(/NODE_EXTRA_CA_CERTS/)
    expect(requests).toBe(0)
  })

  test('a service without TLS', async () => {
    const server = await hostile(
      () => undefined,
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    )
    open.push(server)
    const error = await failure(client(server.url.replace('http:', 'https:')).projects.list({}))
    expect(error.message).toMatch(/does not speak TLS$/)
  })
})

describe('a proxy', () => {
  const proxyTo = async (target: string, status?: number) => {
    const tunnels = await tunnelsTo(Number(new URL(target).port), status)
    open.push(tunnels)
    return { url: `http://u%3A:p%40@127.0.0.1:${tunnels.port}`, heads: tunnels.heads }
  }

  test('is asked for a tunnel, and never sees the key', async () => {
    const target = await hostile(({ socket }) => socket.write(http(200, good)))
    open.push(target)
    const proxy = await proxyTo(target.url)
    expect(await client(target.url, proxy.url).milestones.get({ identifier: 'WEB-M7' })).toEqual(JSON.parse(good))
    expect(proxy.heads.join()).toMatch(/^CONNECT 127\.0\.0\.1:\d+ HTTP\/1\.1\r\n/)
    expect(proxy.heads.join()).toMatch(/proxy-authorization: Basic dTo6cEA=/)
    expect(proxy.heads.join()).not.toContain(canary)
    expect(target.requests[0]).toContain(canary)
    expect(target.requests[0]).not.toMatch(/proxy-authorization/i)
  })

  test('that writes an empty line too much behind the head of its answer is one', async () => {
    const target = await hostile(({ socket }) => socket.write(http(200, good)))
    const proxy = await tunnelsTo(Number(new URL(target.url).port), 200, '\r\n')
    open.push(target, proxy)
    const { milestones } = client(target.url, `http://127.0.0.1:${proxy.port}`)
    expect(await milestones.get({ identifier: 'WEB-M7' })).toEqual(JSON.parse(good))
  })

  test('opens a tunnel for each call at once, and uses it again', async () => {
    const target = await hostile(({ socket }) => socket.write(http(200, good)))
    open.push(target)
    const proxy = await proxyTo(target.url)
    const { milestones } = client(target.url, proxy.url)
    for (let round = 0; round < 5; round++)
      await Promise.all([1, 2, 3].map(() => milestones.get({ identifier: 'WEB-M7' })))
    expect(target.requests).toHaveLength(15)
    expect(proxy.heads.filter((head) => head.startsWith('CONNECT'))).toHaveLength(3)
  })

  test('that refuses: nothing was changed', async () => {
    const target = await hostile(() => undefined)
    open.push(target)
    const proxy = await proxyTo(target.url, 407)
    const error = await failure(client(target.url, proxy.url).comments.create({ resourceId: 'c', content: 'x' }))
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error.message).toMatch(
      /^no connection to http:\/\/127\.0\.0\.1:\d+ through the proxy: it refuses the user and the password \(407\); nothing was changed$/,
    )
    expect(target.connections()).toBe(0)
  })

  test('that closes the connection is asked once for each request, and is told from the service', async () => {
    let asked = 0
    const server = net.createServer((socket) => {
      asked++
      socket.on('error', () => undefined)
      socket.once('data', () => socket.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) })
    const { port } = server.address() as net.AddressInfo
    const error = await failure(client('https://tests.example.com', `http://127.0.0.1:${port}`).projects.list({}))
    expect(error.message).toBe(
      'no connection to https://tests.example.com through the proxy: it closes the connection without an answer',
    )
    expect(asked).toBe(1)
  })

  test.each(['http:', 'https:'])('that is a web server with a page for whatever is asked: %s', async (scheme) => {
    let asked = 0
    const server = net.createServer((socket) => {
      asked++
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n<html></html>'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) })
    const { port } = server.address() as net.AddressInfo
    const url = `${scheme}//127.0.0.1:9`
    const error = await failure(client(url, `http://127.0.0.1:${port}`).projects.list({}))
    expect(error.message).toBe(
      `no connection to ${url} through the proxy: it answers with a page, as a web server does`,
    )
    expect(asked).toBe(1)
  })

  test('that is given a user without a password', async () => {
    const target = await hostile(({ socket }) => socket.write(http(200, good)))
    open.push(target)
    const { url, heads } = await proxyTo(target.url)
    await client(target.url, url.replace('u%3A:p%40@', 'token@')).milestones.get({ identifier: 'WEB-M7' })
    expect(heads.join()).toMatch(/proxy-authorization: Basic dG9rZW46\r/)
  })

  test('that is not there', async () => {
    const error = await failure(client('https://tests.example.com', 'http://u:secret@127.0.0.1:1').projects.list({}))
    expect(error.message).toBe(
      'no connection to https://tests.example.com through the proxy: nothing listens at 127.0.0.1:1',
    )
    expect(error.hint).toBe('correct HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or add the host to NO_PROXY')
  })
})

// Made for this test. Valid for a hundred years, and in no trust store.
const cert = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUYr6MiVR2Brk02lcgBfqlYVCD0m8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAyNTM1N1oYDzIxMjYxMDI4
MDI1MzU3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATJ8ON6Q9NPFFd8tz1TrZN1aFCK5SeNTNzWUzVXOTjqYdz9K74O0cmL
asktRr0zMqPh9MPNwdJN2dl20CDQf38No28wbTAdBgNVHQ4EFgQU26JdbwW0Kpvz
wwYiHeAc5RUZwoIwHwYDVR0jBBgwFoAU26JdbwW0KpvzwwYiHeAc5RUZwoIwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAOvoP8h16pIASDjOaa5ybvmnnau9DUAAsdt3T7f9MMtuAiEA
8hGKJs/WmS0D10hR26JPxQe7eOgHdORGM+Uam3oSD6k=
-----END CERTIFICATE-----`

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgITGJeOjJgOcmcs8m
uQdmmIC44JZ3HjamyTrAp+hngNyhRANCAATJ8ON6Q9NPFFd8tz1TrZN1aFCK5SeN
TNzWUzVXOTjqYdz9K74O0cmLasktRr0zMqPh9MPNwdJN2dl20CDQf38N
-----END PRIVATE KEY-----`
