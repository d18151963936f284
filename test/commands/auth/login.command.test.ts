import * as fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { configuration, key, logIn, makeWorlds, remote, stored, type, world } from './auth-world.ts'

makeWorlds()

test('a key from stdin is checked and then stored, and the next command uses it', async () => {
  const login = await logIn()
  expect(login).toEqual({ exitCode: 0, stdout: `Logged in to ${remote.url} (profile default)\n`, stderr: '' })
  expect(stored()).toEqual({ current: 'default', profiles: { default: { url: remote.url, apiKey: key } } })
  expect(remote.requests).toMatchObject([{ method: 'GET', path: '/v1/projects', query: 'limit=1' }])
  expect(await type('testctl projects list --json')).toMatchObject({ exitCode: 0, stdout: '[]\n' })
})

test('on a terminal the address and the key are asked for, and the key is not shown', async () => {
  const login = await type('testctl auth login', { keys: `${remote.url}\n${key}\r`, terminal: 200 })
  expect(login.exitCode).toBe(0)
  expect(login.stderr).toBe(`Address of the service (https://…, or file:./team.db): Key for ${remote.url} (hidden): \n`)
  expect(stored()).toMatchObject({ profiles: { default: { apiKey: key } } })
})

test('a key that the service refuses is not stored', async () => {
  const login = await type(`testctl auth login --url ${remote.url} --with-key`, { stdin: 'canary-wrong' })
  expect(login).toMatchObject({ exitCode: 4, stdout: '' })
  expect(login.stderr).toContain(`${remote.url} refused the key; it was not stored`)
  expect(fs.existsSync(configuration())).toBe(false)
})

test('nothing is stored of a service that is not there, that is none, or that has no TLS', async () => {
  const server = http.createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const at = (url: string) => type(`testctl auth login --url ${url} --with-key --timeout 1m`, { stdin: key })
  expect((await at(`http://127.0.0.1:${port}`)).exitCode).toBe(5)
  await new Promise((resolve) => server.close(resolve))
  // Not the port of the closed server: another test may listen on it by now.
  expect((await at('http://127.0.0.1:1')).exitCode).toBe(6)
  expect((await at('http://tests.example.com')).exitCode).toBe(2)
  expect((await at('tests')).exitCode).toBe(2)
  expect(fs.existsSync(configuration())).toBe(false)
})

test.each([
  ['without a terminal', '', {}],
  ['in CI', '', { env: { CI: 'true' }, keys: `${key}\r`, terminal: 100 }],
  ['with --no-input', '--no-input', { keys: `${key}\r`, terminal: 100 }],
])('%s nobody is asked for a key, and the error says how to give it', async (_, flags, typed) => {
  const login = await type(`testctl auth login --url ${remote.url} ${flags}`, typed)
  expect(login.exitCode).toBe(2)
  expect(login.stderr).toContain(`with the key in a file: testctl auth login --url ${remote.url} --with-key < key.txt`)
  const bare = await type(`testctl auth login ${flags}`, typed)
  expect(bare.exitCode).toBe(2)
  expect(bare.stderr).toContain('with the key in a file: testctl auth login --url https://tests.example.com --with-key')
})

test('keys that type nothing, such as Ctrl-B, are no part of a key', async () => {
  const keys = `${key.slice(0, 3)}\u0002\u0001${key.slice(3)}\r`
  const login = await type(`testctl auth login --url ${remote.url}`, { keys, terminal: 100 })
  expect(login.exitCode).toBe(0)
  expect(stored()).toMatchObject({ profiles: { default: { apiKey: key } } })
})

test('Ctrl-C at the question for the key ends with 130 and stores nothing', async () => {
  const login = await type(`testctl auth login --url ${remote.url}`, { keys: 'canary\u0003', terminal: 100 })
  expect(login.exitCode).toBe(130)
  expect(fs.existsSync(configuration())).toBe(false)
})

test.each(['', 'canary key', 'canary\u001b[2J', `canary\nsecond`])(
  'a key that cannot be one is refused without being sent (%#)',
  async (stdin) => {
    expect((await type(`testctl auth login --url ${remote.url} --with-key`, { stdin })).exitCode).toBe(2)
    expect(remote.requests).toEqual([])
  },
)

test('a service in a file needs no key, and is found from any folder', async () => {
  const login = await type('testctl auth login --url file:./team.db --profile local')
  const url = `file:${world.folder}/team.db`
  expect(login).toMatchObject({ exitCode: 0, stdout: `Stored ${url}, which needs no key (profile local)\n` })
  expect(stored()).toEqual({ current: 'local', profiles: { local: { url } } })
  expect(await type('testctl auth status')).toMatchObject({ exitCode: 0 })
  expect(fs.readdirSync(world.folder)).toEqual(['.config'])
})

test('a second log-in keeps what the profile prefers, and the current profile', async () => {
  await logIn()
  await type('testctl config set project WEB')
  await logIn()
  await type(`testctl auth login --url ${remote.url} --with-key --profile work`, { stdin: key })
  expect(stored()).toEqual({
    current: 'default',
    profiles: { default: { url: remote.url, apiKey: key, project: 'WEB' }, work: { url: remote.url, apiKey: key } },
  })
})

test('a log-in to a profile that was named stays with its service, whatever TESTCTL_URL says', async () => {
  await type(`testctl auth login --url ${remote.url} --with-key --profile work`, { stdin: key })
  const again = { stdin: key, env: { TESTCTL_URL: 'https://elsewhere.example.com' } }
  expect((await type('testctl auth login --with-key --profile work', again)).exitCode).toBe(0)
  expect(stored()).toMatchObject({ profiles: { work: { url: remote.url } } })
})

test.each(['a b', '../x', '__proto__', '.hidden', '-x'])('a profile cannot be called %j', async (name) => {
  const login = await type(`testctl auth login --url file:x.db '--profile=${name}'`)
  expect(login).toMatchObject({ exitCode: 2 })
  expect(login.stderr).toContain('cannot be the name of a profile')
})
