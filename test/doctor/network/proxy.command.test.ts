import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { tunnelsTo } from '../../wire/tunnels.ts'
import { good, key as tlsKey } from '../certificates.ts'
import { keep } from '../../helpers/keep.ts'
import { examine } from '../examined.ts'

describe('a proxy', () => {
  const credentials = 'canary-user:canary-password'

  const proxyTo = async (port: number, status?: number) => {
    const tunnels = keep(await tunnelsTo(port, status))
    const at = `127.0.0.1:${tunnels.port}`
    return { url: `http://${credentials}@${at}`, shown: `http://********@${at}`, heads: tunnels.heads }
  }

  test('is named without its password, and asked for a tunnel', async () => {
    const server = https.createServer({ key: tlsKey, cert: good })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    keep({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) })
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
    [407, /refused to connect to tests\.example\.com:443 \(407\)/, /USER:PASSWORD/],
    [502, /refused to connect to tests\.example\.com:443 \(502\)/, /NO_PROXY/],
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

  test('whose password has a % in it', async () => {
    const { url, heads } = await proxyTo(9, 407)
    await examine('https://tests.example.com', { https_proxy: url.replace('canary-password', '100%canary') })
    expect(heads.join()).toContain(`Basic ${Buffer.from('canary-user:100%canary').toString('base64')}`)
  })

  test.each([`http://${credentials}@:x`, `socks5h://${credentials}@127.0.0.1:9`])('that is none: %s', async (url) => {
    const { checks, named, exitCode } = await examine('https://tests.example.com', { HTTPS_PROXY: url })
    expect({ exitCode, failed: named('failed') }).toEqual({ exitCode: 2, failed: ['proxy'] })
    expect(checks['dns']?.message).toBe('skipped, because proxy failed')
  })

  test.each([
    ['http://127.0.0.1:9', {}, 'none is used for this very machine, though HTTP_PROXY is set'],
    ['https://tests.invalid', { NO_PROXY: '.invalid' }, 'none is used: NO_PROXY excepts tests.invalid from HTTP_PROXY'],
  ])('that is not used for %s', async (url, env, message) => {
    const { checks } = await examine(url, { HTTP_PROXY: `http://${credentials}@127.0.0.1:9`, ...env })
    expect(checks['proxy']?.message).toBe(message)
  })
})
