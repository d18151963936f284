import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

const key = 'canary-0123456789'
let remote: Remote
let world: World
beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: '' })
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

const logIn = (keys: string, flags = '') =>
  world.type(`testctl auth login --timeout 1m ${flags}`, { keys, terminal: 200, env: { NO_COLOR: '1' } })
const stored = () => {
  const file = join(world.folder, '.config', 'testctl', 'config.json')
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as unknown) : undefined
}
const host = () => remote.url.replace('http://', '')

test('a bare host of this computer becomes an address', async () => {
  const { exitCode, stdout } = await logIn(`${host()}\n${key}\r`)
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `Logged in to ${remote.url} (profile default)\n` })
})

test('the address is tried before the key is asked for', async () => {
  const { stderr } = await logIn(`127.0.0.1:1\n127.0.0.1:1\n127.0.0.1:1\n${key}\r`)
  expect(stderr).not.toContain('Key for')
  expect(stderr).not.toContain('canary')
  expect(stored()).toBeUndefined()
})

test('a mistake is told, and asked again', async () => {
  const { exitCode, stderr } = await logIn(`nonsense\n${remote.url}\ncanary-wrong\r${key}\r`)
  expect(exitCode).toBe(0)
  expect(stderr).toBe(
    [
      'Address of the service (https://…, or file:./team.db): error: the answer is not the address of a service',
      '  an address is written https://tests.example.com or file:./team.db',
      `Address of the service (https://…, or file:./team.db): Key for ${remote.url} (hidden): `,
      `error: ${remote.url} refused the key; it was not stored`,
      `  a service of testctl shows its keys at ${remote.url}/settings/keys`,
      `Key for ${remote.url} (hidden): `,
      '',
    ].join('\n'),
  )
})

test('a third mistake ends it, and a key that was pasted meanwhile is shown to nobody', async () => {
  const { exitCode, stdout, stderr } = await logIn(`${key}\n${key}\n${key}\n${key}\n${key}\r`)
  expect(exitCode).toBe(2)
  expect(stderr.match(/Address of the service/g)).toHaveLength(3)
  expect(stdout + stderr).not.toContain('canary')
  expect(remote.requests).toEqual([])
})

test.for(['file:./team.db', './team.db', 'team.db'])('%s is a service in a file', async (typed) => {
  expect((await logIn(`${typed}\n`)).exitCode).toBe(0)
  expect(stored()).toMatchObject({ profiles: { default: { url: `file:${world.folder}/team.db` } } })
})

test('a login where TESTCTL_URL is blank says that no service is named', async () => {
  const { stderr, exitCode } = await world.type('testctl auth login', { env: { TESTCTL_URL: ' ' } })
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/^error: no service is named\n/) })
})

test('the first command of all says that a service comes first', async () => {
  for (const line of ['runs list', 'tests get T1', 'projects list', 'cases create --name x'])
    expect(await world.type(`testctl ${line}`)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: no service is named\n  set TESTCTL_URL (https://…, or file:./team.db), or store an address: testctl auth login; to have a look: testctl demo\n',
    })
})
