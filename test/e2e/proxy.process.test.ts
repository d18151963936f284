import { expect, onTestFinished, test } from 'vitest'
import { keep } from '../helpers/keep.ts'
import { tunnelsTo } from '../wire/tunnels.ts'
import { createMachine } from './machine.ts'

// The bundler drops calls of decodeURIComponent whose result is not used, so the shipped program has to be tested. TRAPS 28
test.each(['100%canary', '%e4', '100%25'])('the proxy gets the password %s as it was typed', async (typed) => {
  const machine = await createMachine({ TESTCTL_URL: 'https://tests.example.com', TESTCTL_API_KEY: 'canary-key' })
  onTestFinished(machine.remove)
  const proxy = keep(await tunnelsTo(9, 407))
  const seen = await machine.type('testctl projects list', {
    env: { HTTPS_PROXY: `http://ana:${typed}@127.0.0.1:${proxy.port}` },
  })
  expect(seen).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('407') })
  const password = typed === '100%25' ? '100%' : typed
  expect(proxy.heads.join()).toContain(`Basic ${Buffer.from(`ana:${password}`).toString('base64')}`)
})

test('a proxy that never answers keeps no process alive', async () => {
  const machine = await createMachine({ TESTCTL_URL: 'https://tests.example.com', TESTCTL_API_KEY: 'canary-key' })
  onTestFinished(machine.remove)
  const proxy = keep(await tunnelsTo(9, 0))
  const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }
  const seen = await machine.type('testctl projects list --timeout 1s', { env })
  expect(seen).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('no answer within 1 s') })
  expect(proxy.heads).toHaveLength(1)
})

test('an address that is named as a proxy with https: is not warned of by Node.js', async () => {
  const machine = await createMachine({ TESTCTL_URL: 'https://tests.example.com', TESTCTL_API_KEY: 'canary-key' })
  onTestFinished(machine.remove)
  const proxy = keep(await tunnelsTo(9, 407))
  const env = { HTTPS_PROXY: `https://127.0.0.1:${proxy.port}` }
  expect((await machine.type('testctl projects list', { env })).stderr).toBe(
    'error: no connection to https://tests.example.com through the proxy: it does not speak TLS\n' +
      '  most proxies are named with http:, also for https: addresses: HTTPS_PROXY=http://HOST:PORT\n',
  )
})
