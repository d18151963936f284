import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { judgeCertificate } from '../../src/doctor/network/tls.ts'
import { parseAddress } from '../../src/wire/network/address.ts'
import { hostile } from '../wire/hostile.ts'
import { good, key as tlsKey } from './certificates.ts'
import { keep } from '../helpers/keep.ts'
import { examine } from './examined.ts'

const behind = ['connection', 'tls', 'answer', 'interface', 'access', 'clock']

describe('the way there', () => {
  test('a name that does not exist', async () => {
    const { checks, named, exitCode } = await examine('https://tests.invalid')
    expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 6, failed: ['dns'] })
    expect(checks['dns']?.message).toMatch(/tests\.invalid/)
    expect(named('skipped')).toEqual([...behind, 'completion'])
    expect(checks['connection']?.message).toBe('skipped, because dns failed')
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
    keep({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) })
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
    expect(judgeCertificate(handshake, circumstances)).toMatchObject({ status, message })
  })
})
