import * as fs from 'node:fs'
import { expect, test } from 'vitest'
import { startRemote } from '../../helpers/remote.ts'
import { configuration, key, logIn, makeWorlds, remote, stored, type } from './auth-world.ts'

makeWorlds()

test('the status says which service, whose key, and that it is accepted', async () => {
  expect((await type('testctl auth status')).exitCode).toBe(2)
  await logIn()
  expect(await type('testctl auth status')).toEqual({
    exitCode: 0,
    stdout: `${remote.url} (profile default)\nthe key of profile default is accepted\n`,
    stderr: '',
  })
  const json = await type('testctl auth status --json', { env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key } })
  expect(JSON.parse(json.stdout)).toEqual({
    url: remote.url,
    from: 'TESTCTL_URL',
    profile: 'default',
    key: 'TESTCTL_API_KEY',
    accepted: true,
    name: null,
    role: null,
  })
})

test('the status of a key that is refused ends with 4 and says whose it was', async () => {
  const refused = await type('testctl auth status', {
    env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'canary-wrong' },
  })
  expect(refused).toEqual({
    exitCode: 4,
    stdout: '',
    stderr: `error: ${remote.url} refused the key of TESTCTL_API_KEY\n  set TESTCTL_API_KEY to a valid key, or unset it to use the stored one\n`,
  })
})

test('the status warns of a file that others can read', async () => {
  await logIn()
  fs.chmodSync(configuration(), 0o644)
  expect((await type('testctl auth status')).stderr).toContain(`other users can read ${configuration()}`)
})

test('a stored key is not sent to another service', async () => {
  await logIn()
  const other = await startRemote(key)
  const list = await type('testctl projects list', { env: { TESTCTL_URL: other.url } })
  await other.close()
  expect(list.exitCode).toBe(4)
  expect(list.stderr).toContain(`testctl auth login --url ${other.url}`)
  expect(other.requests).toEqual([])
})

test('after a log-out there is no key', async () => {
  await logIn()
  expect(await type('testctl auth logout')).toMatchObject({
    exitCode: 0,
    stdout: 'Removed the key of the profile default\n',
  })
  expect(stored()).toEqual({ current: 'default', profiles: { default: { url: remote.url } } })
  expect((await type('testctl projects list')).exitCode).toBe(4)
  expect(await type('testctl auth logout')).toMatchObject({ exitCode: 0, stdout: 'The profile default has no key\n' })
  expect((await type('testctl auth logout --profile gone')).exitCode).toBe(2)
})

test('profiles are listed without their keys, and one of them is used', async () => {
  await logIn()
  await type('testctl auth login --url file:/srv/team.db --profile local')
  const list = await type('testctl auth profile list --json')
  expect(JSON.parse(list.stdout)).toEqual([
    { profile: 'default', url: remote.url, key: 'stored', project: '', current: true },
    { profile: 'local', url: 'file:/srv/team.db', key: '', project: '', current: false },
  ])
  expect(await type('testctl auth profile use local')).toMatchObject({
    exitCode: 0,
    stdout: 'Using the profile local\n',
  })
  expect(await type('testctl config get url')).toMatchObject({ stdout: 'file:/srv/team.db\n' })
  const wrong = await type('testctl auth profile use loacl')
  expect(wrong).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: there is no profile "loacl"\n  profiles: default, local\n',
  })
})
