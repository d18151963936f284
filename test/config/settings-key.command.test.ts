import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SettingName } from '../../src/config/index.ts'
import { UnauthorizedError, UsageError } from '../../src/errors.ts'
import { type Given, type Configured, createConfigured, profiles } from './configured.ts'

let given: Configured
beforeEach(() => {
  given = createConfigured()
})
afterEach(() => given.remove())

test('a stored key goes to the scheme, host and port that it was stored for', async () => {
  given.store({ profiles })
  const at = (url: string) => given.valueOf('apiKey', { env: { TESTCTL_URL: url } })
  expect(await at('https://a.example.com/another/path')).toBe('canary-a')
  expect(await at('https://A.example.com:443')).toBe('canary-a')
  for (const url of ['http://a.example.com', 'https://a.example.com:8443', 'https://a.example.com.evil.org']) {
    await expect(at(url)).rejects.toThrow(UnauthorizedError)
    await expect(at(url)).rejects.toThrow(
      /^the key of profile default belongs to https:\/\/a\.example\.com and is not sent/,
    )
    await expect(at(url)).rejects.toMatchObject({ hint: `testctl auth login --url ${url}` })
    await expect(at(url)).rejects.not.toThrow(/canary/)
  }
  expect(await at('file:./team.db')).toBeUndefined()
})

test('a profile named by a flag gives the service and its key, even where the environment names others', async () => {
  given.store({ profiles })
  const env = { TESTCTL_URL: 'https://x.example.com', TESTCTL_API_KEY: 'canary-x' }
  const { url, key } = await given.serviceOf({ env, flags: { profile: 'work' } })
  expect([url.value, key?.value]).toEqual(['https://b.example.com', 'canary-b'])
  const keyless = given.serviceOf({ env, flags: { profile: 'keyless' } })
  await expect(keyless).rejects.toThrow(UnauthorizedError)
  const { key: theirs } = await given.serviceOf({ env: { TESTCTL_API_KEY: 'canary-x' }, flags: { profile: 'keyless' } })
  expect(theirs).toEqual({ value: 'canary-x', origin: 'TESTCTL_API_KEY' })
})

test.each(['', ' '])(
  'where TESTCTL_URL is %j, the key of the environment goes to the service of the profile',
  async (blank) => {
    given.store({ profiles })
    const { url, key } = await given.serviceOf({ env: { TESTCTL_URL: blank, TESTCTL_API_KEY: 'canary-x' } })
    expect([url.value, key?.value]).toEqual(['https://a.example.com/base', 'canary-x'])
  },
)

test('the key comes from the environment, from a file that it names, or from the profile', async () => {
  given.store({ profiles })
  fs.writeFileSync(join(given.home, 'key.txt'), 'canary-file\n')
  const file = { TESTCTL_API_KEY_FILE: 'key.txt' }
  expect(await given.valueOf('apiKey')).toBe('canary-a')
  expect(await given.valueOf('apiKey', { env: file })).toBe('canary-file')
  expect(await given.valueOf('apiKey', { env: { ...file, TESTCTL_API_KEY: 'canary-env' } })).toBe('canary-env')
  await expect(given.valueOf('apiKey', { env: { TESTCTL_API_KEY_FILE: 'gone.txt' } })).rejects.toThrow(/gone\.txt/)
})

test('no service and no key are told apart', async () => {
  await expect(given.serviceOf()).rejects.toThrow(UsageError)
  const env = { TESTCTL_URL: 'https://x.example.com' }
  await expect(given.serviceOf({ env })).rejects.toThrow(UnauthorizedError)
  expect(await given.serviceOf({ env: { TESTCTL_URL: 'file:/srv/team.db' } })).toEqual({
    url: { value: 'file:/srv/team.db', origin: 'TESTCTL_URL' },
    key: undefined,
  })
})

test.each<[SettingName, Given, RegExp]>([
  ['timeout', { env: { TESTCTL_TIMEOUT: 'soon' } }, /^TESTCTL_TIMEOUT: "soon" is not a time/],
  ['timeout', { flags: { timeout: '0' } }, /^--timeout: "0" is not a time/],
  ['project', { flags: { project: '../etc' } }, /^--project: "..\/etc" is not the identifier/],
  ['color', { flags: { color: 'pink' } }, /^--color: "pink" is not one of/],
  ['url', { env: { TESTCTL_URL: 'canary' } }, /^TESTCTL_URL is not the address of a service/],
  ['apiKey', { env: { TESTCTL_API_KEY: 'can ary' } }, /^the key from TESTCTL_API_KEY is not a key/],
])('a wrong %s is told with where it came from', async (name, wrong, message) => {
  const failing = given.settingsOf(wrong).find(name)
  await expect(failing).rejects.toThrow(UsageError)
  await expect(failing).rejects.toThrow(message)
})
