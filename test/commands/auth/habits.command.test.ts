import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { defaultSettings, plainSettings } from '../../../src/config/setting-values.ts'
import { keep } from '../../helpers/keep.ts'
import { hostile } from '../../wire/hostile.ts'
import { createWorld, type World } from '../../helpers/world.ts'

// Mistakes of the first day: addresses and keys as they are pasted, and forgotten environment variables.

const key = 'canary-0123456789'
let remote: Remote
beforeAll(async () => {
  remote = await startRemote(key)
})
afterAll(() => remote.close())

let world: World
beforeEach(async () => {
  world = await createWorld({ TESTCTL_URL: '' })
})
afterEach(() => world.remove())
const type = (line: string, env: Record<string, string> = {}, stdin = '') =>
  world.type(`testctl ${line}`, { env: { NO_COLOR: '1', ...env }, stdin, terminal: 200 })

test('--url of a login takes a host without a scheme, as the question for it does', async () => {
  const line = `auth login --url ${remote.url.replace('http://', '')} --with-key`
  expect((await type(line, {}, key)).stdout).toBe(`Logged in to ${remote.url} (profile default)\n`)
})

test('a login to a host that is not there asks about the address that was typed, not about a variable', async () => {
  // DNS is not asked about a label of more than 63 letters, so the answer is the same with and without a network.
  const host = `${'tests'.repeat(13)}.example`
  for (const [url, hint] of [
    [`https://${host}`, 'is the address right?'],
    ['http://127.0.0.1:1', 'is the service up, and is the address right?'],
  ] as const) {
    const { stderr } = await type(`auth login --url ${url} --with-key --timeout 1m`, {}, key)
    expect(stderr.split('\n')[1]).toBe(`  ${hint}`)
  }
})

test.each([
  ['closes the connection', ''],
  ['sends an alert of TLS', '\x15\x03\x01\x00\x02\x02\x46'],
  ['says so in HTTP', 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n'],
])('a login without a scheme to a server of this machine with TLS, which %s, offers https:', async (_, answer) => {
  const server = keep(await hostile(({ socket }) => socket.end(answer)))
  const host = server.url.replace('http://', '')
  const { stderr } = await type(`auth login --url ${host} --with-key`, {}, key)
  expect(stderr.split('\n')[1]).toBe(`  does it speak TLS? then: --url https://${host}`)
})

test('an address and a key that a file of variables left in quotes are told as such, before anything is sent', async () => {
  const address = await type('projects list', { TESTCTL_URL: `"${remote.url}"` })
  expect(address.stderr).toContain('  leave out the quotes; an address is written')
  const quoted = await type('projects list', { TESTCTL_URL: remote.url, TESTCTL_API_KEY: `"${key}"` })
  expect(quoted).toMatchObject({
    exitCode: 2,
    stderr: 'error: the key from TESTCTL_API_KEY is not a key: it is in quotes\n  leave out the quotes\n',
  })
})

test('what goes before a profile or a setting that was just chosen is said', async () => {
  await type('auth login --url file:./a.db --profile one')
  await type('auth login --url file:./b.db --profile two')
  const notes = async (line: string, env: Record<string, string> = {}) => (await type(line, env)).stderr
  const other = { TESTCTL_URL: 'file:/tmp/c.db' }
  expect(await notes('auth profile use two')).toBe('')
  expect(await notes('auth profile use two', { TESTCTL_PROFILE: 'one' })).toBe('TESTCTL_PROFILE overrides it: one\n')
  const said = 'TESTCTL_URL overrides the url of the profile: file:/tmp/c.db\n'
  expect(await notes('auth profile use one', other)).toBe(said)
  expect(await notes('auth login --url file:./d.db', other)).toBe(said)
  expect(await notes('config set project WEB')).toBe('')
  expect(await notes('config set project WEB', { TESTCTL_PROJECT: 'APP' })).toBe(
    'TESTCTL_PROJECT overrides the project of the profile: APP\n',
  )
  await mkdir(join(world.folder, 'deep'))
  await writeFile(join(world.folder, '.testctl.json'), '{"limit":7}')
  const inFolder = await world.type('testctl config set limit 20', { cwd: join(world.folder, 'deep'), terminal: 200 })
  expect(inFolder.stderr).toMatch(/\.testctl\.json overrides the limit of the profile: 7\n$/)
})

test.each(plainSettings)('the example of a setting that is not set can be typed: %s', async (name) => {
  if (!(name in defaultSettings)) {
    const { stderr, exitCode } = await type(`config get ${name}`)
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining(`\n  such as: testctl config set ${name} `)])
    expect((await type(stderr.trim().split('such as: testctl ')[1]!)).exitCode).toBe(0)
  }
  expect((await type(`config get ${name}`)).exitCode).toBe(0)
})
