import { expect, test } from 'vitest'
import { proxyFault } from '../../../src/wire/network/proxy-fault.ts'

const settings = 'correct HTTPS_PROXY or HTTP_PROXY, or add the host to NO_PROXY'

test.each([
  [
    { message: 'Proxy response (407) !== 200 when HTTP Tunneling' },
    'UND_ERR_ABORTED',
    'it asks for a user and a password (407)',
    false,
    expect.stringContaining('HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT'),
  ],
  [
    { message: 'Proxy response (403) !== 200 when HTTP Tunneling' },
    'UND_ERR_ABORTED',
    'it refuses the connection (403)',
    true,
    'a host of your own goes into NO_PROXY',
  ],
  [{ hostname: 'proxy.example' }, 'ENOTFOUND', 'there is no host named proxy.example', false, settings],
  [{ hostname: 'proxy.example' }, 'EAI_AGAIN', 'there is no host named proxy.example', true, settings],
  [{ address: '10.0.0.1', port: 3128 }, 'ECONNREFUSED', 'nothing listens at 10.0.0.1:3128', true, settings],
  [{}, 'ECONNREFUSED', 'nothing listens at it', true, settings],
  [undefined, 'ECONNRESET', 'ECONNRESET', true, settings],
])('a proxy that fails with %j (%s): %s', (error, code, reason, transient, hint) => {
  expect(proxyFault(error, code)).toEqual({ reason, transient, hint })
})
