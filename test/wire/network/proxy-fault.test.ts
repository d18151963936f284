import { expect, test } from 'vitest'
import { ProxyError, proxyFault } from '../../../src/wire/network/proxy-fault.ts'

const settings = 'correct HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or add the host to NO_PROXY'
const form = expect.stringContaining('HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT')

test.each([
  [407, false, 'it asks for a user and a password (407)', false, form],
  [407, true, 'it refuses the user and the password (407)', false, form],
  [200, false, 'it answers with a page, as a web server does', false, settings],
  [403, true, 'it refuses the connection (403)', true, 'a host of your own goes into NO_PROXY'],
])('a proxy that refuses with %i, identified: %j: %s', (status, identified, reason, transient, hint) => {
  expect(proxyFault(new ProxyError({ status, identified }), 'ProxyError')).toEqual({ reason, transient, hint })
})

test.each([
  [{ hostname: 'proxy.example' }, 'ENOTFOUND', 'there is no host named proxy.example', false, settings],
  [{ hostname: 'proxy.example' }, 'EAI_AGAIN', 'there is no host named proxy.example', true, settings],
  [{ address: '10.0.0.1', port: 3128 }, 'ECONNREFUSED', 'nothing listens at 10.0.0.1:3128', true, settings],
  [{}, 'ECONNREFUSED', 'nothing listens at it', true, settings],
  [undefined, 'ECONNRESET', 'it closes the connection without an answer', true, settings],
  [{}, 'UND_ERR_CONNECT_TIMEOUT', 'it cannot be reached in time', true, settings],
  [{}, 'EHOSTUNREACH', 'EHOSTUNREACH', true, settings],
  [{}, 'ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak TLS', false, expect.stringContaining('http://HOST:PORT')],
  [
    {},
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
    false,
    expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  ],
])('a proxy that fails with %j (%s): %s', (cause, code, reason, transient, hint) => {
  expect(proxyFault(new ProxyError({ cause }), code)).toEqual({ reason, transient, hint })
})
