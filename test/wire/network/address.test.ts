import { describe, expect, test } from 'vitest'
import { UsageError } from '../../../src/errors.ts'
import { parseAddress } from '../../../src/wire/network/address.ts'
import { proxyFor } from '../../../src/wire/network/choose-proxy.ts'

describe('the address of a service', () => {
  test.each([
    ['https://tests.example.com', 'https://tests.example.com', ''],
    ['https://tests.example.com/', 'https://tests.example.com', ''],
    ['https://tests.example.com/team/a//', 'https://tests.example.com/team/a', '/team/a'],
    ['HTTPS://Tests.Example.com:443/A', 'https://tests.example.com/A', '/A'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787', ''],
    ['http://127.9.9.9', 'http://127.9.9.9', ''],
    ['http://localhost:1', 'http://localhost:1', ''],
    ['http://[::1]:1/x', 'http://[::1]:1/x', '/x'],
    ['http://0x7f.1', 'http://127.0.0.1', ''],
  ])('%s', (given, url, prefix) => {
    expect(parseAddress(given)).toMatchObject({ url, prefix })
  })

  test.each([
    'http://tests.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://[::2]',
    'http://user:secret@localhost',
    'https://secret@tests.example.com',
    'https://tests.example.com?secret=1',
    'https://tests.example.com/?',
    'https://tests.example.com/#secret',
    'tests.example.com',
    'localhost:8787',
    'ftp://tests.example.com',
    'file:./x.db',
    'https://',
    '',
  ])('%j is refused, and what may be a password is not repeated', (url) => {
    const parse = () => parseAddress(url)
    expect(parse).toThrow(UsageError)
    expect(parse).not.toThrow(/secret/)
  })

  test('http: to elsewhere is possible for who asks for it', () => {
    expect(parseAddress('http://tests.example.com', { allowHttp: true })).toMatchObject({ loopback: false })
  })
})

describe('the proxy of an address', () => {
  const proxy = 'http://proxy:3128'
  const other = 'http://other:3128'
  test.each<[string, Record<string, string>, string | undefined]>([
    ['https://a.example.com', {}, undefined],
    ['https://a.example.com', { HTTPS_PROXY: proxy }, proxy],
    ['https://a.example.com', { https_proxy: proxy, HTTPS_PROXY: 'http://other' }, proxy],
    ['https://a.example.com', { HTTP_PROXY: proxy }, proxy],
    ['http://a.example.com', { HTTPS_PROXY: proxy }, undefined],
    ['http://a.example.com', { http_proxy: proxy }, proxy],
    ['https://a.example.com', { HTTPS_PROXY: 'proxy:3128' }, proxy],
    ['https://a.example.com', { HTTPS_PROXY: '' }, undefined],
    ['https://a.example.com', { HTTPS_PROXY: ` ${proxy} ` }, proxy],
    ['https://a.example.com', { https_proxy: ' ', HTTPS_PROXY: proxy }, proxy],
    ['https://a.example.com', { HTTPS_PROXY: proxy, NO_PROXY: '*' }, undefined],
    ['https://a.example.com', { HTTPS_PROXY: proxy, NO_PROXY: 'example.com' }, undefined],
    ['https://a.example.com', { HTTPS_PROXY: proxy, no_proxy: 'x, .example.com' }, undefined],
    ['https://a.example.com', { HTTPS_PROXY: proxy, no_proxy: '*.Example.com:443' }, undefined],
    ['https://a.example.com', { HTTPS_PROXY: proxy, no_proxy: 'example.com:8443' }, proxy],
    ['https://example.com', { HTTPS_PROXY: proxy, NO_PROXY: 'example.com' }, undefined],
    ['https://[fd00::5]:8443', { HTTPS_PROXY: proxy, NO_PROXY: 'fd00::5' }, undefined],
    ['https://[fd00::5]', { HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.1, FD00:0:0::5' }, undefined],
    ['https://[fd00::5]', { HTTPS_PROXY: proxy, NO_PROXY: '[fd00::5]' }, undefined],
    ['https://[fd00::6]', { HTTPS_PROXY: proxy, NO_PROXY: 'fd00::5' }, proxy],
    ['https://badexample.com', { HTTPS_PROXY: proxy, no_proxy: 'example.com' }, proxy],
    ['https://a.example.com', { HTTPS_PROXY: proxy, no_proxy: ' , ' }, proxy],
    ['http://localhost:1', { HTTP_PROXY: proxy }, undefined],
    ['http://127.0.0.1:1', { HTTP_PROXY: proxy }, undefined],
    ['https://a.example.com', { ALL_PROXY: proxy }, proxy],
    ['http://a.example.com', { all_proxy: proxy, ALL_PROXY: other }, proxy],
    ['https://a.example.com', { HTTPS_PROXY: proxy, all_proxy: 'socks5://127.0.0.1:1080' }, proxy],
    ['https://a.example.com', { HTTP_PROXY: proxy, ALL_PROXY: other }, proxy],
    ['https://a.example.com', { ALL_PROXY: proxy, NO_PROXY: 'example.com' }, undefined],
    ['https://a.example.com', { ALL_PROXY: 'socks5://127.0.0.1:1080', NO_PROXY: 'example.com' }, undefined],
  ])('%s with %j', (url, env, expected) => {
    expect(proxyFor(parseAddress(url, { allowHttp: true }), env)).toBe(expected)
  })

  test.each([
    ['100%pure', '100%pure'],
    ['%pure%20gold', '%pure gold'],
    ['%e4', '%e4'],
    ['p%40ss', 'p@ss'],
    ['%40%ab', '%40%ab'],
  ])('its password %s is %s', (typed, meant) => {
    const url = proxyFor(parseAddress('https://a.example.com'), { HTTPS_PROXY: `http://bob:${typed}@proxy:3128` })
    expect(decodeURIComponent(new URL(url!).password)).toBe(meant)
  })

  test.each(['ftp://u:secret@proxy', 'socks5://u:secret@proxy:1080', 'socks5h://u:secret@p', 'secret://proxy'])(
    '%s is refused with a way out',
    (url) => {
      const find = () => proxyFor(parseAddress('https://a.example.com'), { http_proxy: url })
      expect(find).toThrow('http_proxy names a proxy that is neither http: nor https:')
      expect(find).toThrow(expect.objectContaining({ hint: expect.stringMatching(/http_proxy=http:\/\/HOST:PORT/) }))
      expect(find).not.toThrow(/secret/)
    },
  )

  test('a SOCKS proxy in ALL_PROXY is refused, and not bypassed; the way out leaves that variable as it is', () => {
    const find = () => proxyFor(parseAddress('https://a.example.com'), { ALL_PROXY: 'socks5://u:secret@proxy:1080' })
    expect(find).toThrow('ALL_PROXY names a proxy that is neither http: nor https:')
    expect(find).toThrow(expect.objectContaining({ hint: expect.stringMatching(/ HTTPS_PROXY=http:\/\/HOST:PORT/) }))
    expect(find).not.toThrow(/secret/)
  })

  test('one that is no URL is told without its password', () => {
    const find = () => proxyFor(parseAddress('https://a.example.com'), { HTTPS_PROXY: 'http://u:secret@' })
    expect(find).toThrow(UsageError)
    expect(find).not.toThrow(/secret/)
  })
})
