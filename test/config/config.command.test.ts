import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { type Configured, createConfigured, profiles } from './configured.ts'

let given: Configured
beforeEach(() => {
  given = createConfigured()
})
afterEach(() => given.remove())

test('a flag goes before the environment, that before the project file, that before the profile, that before the default', async () => {
  const flags = { project: 'FLAG' }
  const env = { TESTCTL_PROJECT: 'ENV' }
  expect(await given.settingsOf().find('project')).toBeUndefined()
  expect(await given.settingsOf().find('timeout')).toEqual({ value: '60s', origin: 'default' })
  given.store({ profiles })
  expect(await given.settingsOf().find('project')).toEqual({ value: 'AAA', origin: 'profile default' })
  expect(await given.settingsOf().find('timeout')).toEqual({ value: '5s', origin: 'profile default' })
  const projectFile = join(given.home, '.testctl.json')
  fs.writeFileSync(projectFile, '{"project":"FILE"}')
  expect(await given.settingsOf().find('project')).toEqual({ value: 'FILE', origin: projectFile })
  expect(await given.settingsOf({ env }).find('project')).toEqual({ value: 'ENV', origin: 'TESTCTL_PROJECT' })
  expect(await given.settingsOf({ env, flags }).find('project')).toEqual({ value: 'FLAG', origin: '--project' })
})

test('an empty variable counts as not set', async () => {
  given.store({ profiles })
  const env = { TESTCTL_URL: '', TESTCTL_API_KEY: '', TESTCTL_PROJECT: ' ', TESTCTL_PROFILE: '', TESTCTL_TIMEOUT: '' }
  const origins = (await given.settingsOf({ env }).all()).map(({ name, origin }) => `${name} ${origin}`)
  expect(origins).toEqual([
    'url profile default',
    'project profile default',
    'timeout profile default',
    'columns profile default',
    'color default',
    'plain default',
    'apiKey profile default',
    'profile default',
  ])
})

test('with URL and key in the environment, looking for them reads no configuration', async () => {
  given.store('not JSON at all')
  const env = { TESTCTL_URL: 'https://x.example.com', TESTCTL_API_KEY: 'canary' }
  const { url, key } = await given.serviceOf({ env })
  expect([url.value, key?.value]).toEqual(['https://x.example.com', 'canary'])
})

test('without a configuration file there are the defaults, and nothing is created', async () => {
  expect(await given.settingsOf().all()).toEqual([
    { name: 'timeout', value: '60s', origin: 'default' },
    { name: 'color', value: 'auto', origin: 'default' },
    { name: 'plain', value: 'auto', origin: 'default' },
  ])
  expect(fs.readdirSync(given.home)).toEqual([])
})

test('a home that is not there breaks nothing', async () => {
  const env = { HOME: '/nowhere/at/all', TESTCTL_URL: 'file:./team.db' }
  expect(await given.valueOf('url', { env })).toBe(`file:${given.home}/team.db`)
  expect(await given.valueOf('apiKey', { env })).toBeUndefined()
})

test('the configuration is read once, however much is asked', async () => {
  given.store({ profiles })
  const settings = given.settingsOf()
  await settings.find('timeout')
  given.store('not JSON at all')
  expect((await settings.find('url'))?.value).toBe(profiles.default.url)
  expect((await settings.find('apiKey'))?.value).toBe(profiles.default.apiKey)
})

test('the configuration stands where the platform and the environment say', async () => {
  given.store({ profiles })
  const elsewhere = join(given.home, 'elsewhere')
  fs.cpSync(join(given.home, '.config', 'testctl'), join(elsewhere, 'testctl'), { recursive: true })
  fs.writeFileSync(join(elsewhere, 'testctl', 'config.json'), '{"profiles":{"default":{"project":"XDG"}}}')
  expect(await given.valueOf('project', { env: { XDG_CONFIG_HOME: elsewhere } })).toBe('XDG')
  expect(await given.valueOf('project', { env: { XDG_CONFIG_HOME: 'elsewhere' } })).toBe('AAA')
  expect(await given.valueOf('project', { env: { TESTCTL_CONFIG_DIR: 'elsewhere/testctl' } })).toBe('XDG')
})

test('the current profile is used, unless another one is named', async () => {
  given.store({ current: 'work', profiles })
  expect(await given.valueOf('project')).toBe('BBB')
  expect(await given.valueOf('project', { env: { TESTCTL_PROFILE: 'default' } })).toBe('AAA')
  expect(
    await given.valueOf('project', { env: { TESTCTL_PROFILE: 'default' }, flags: { profile: 'keyless' } }),
  ).toBeUndefined()
  expect(await given.settingsOf({ flags: { profile: 'default' } }).find('profile')).toEqual({
    value: 'default',
    origin: '--profile',
  })
})

test.each([{ flags: { profile: 'wrok' } }, { env: { TESTCTL_PROFILE: 'wrok' } }, { flags: { profile: '__proto__' } }])(
  'a profile that was named and is not there is told, with those that are',
  async (named) => {
    given.store({ profiles })
    const failing = given.settingsOf({ ...named, env: { TESTCTL_URL: 'file:x', ...named.env } }).find('url')
    await expect(failing).rejects.toThrow(UsageError)
    await expect(failing).rejects.toMatchObject({ hint: 'profiles: default, work, keyless' })
  },
)

test('a profile that was named is told to be missing where nothing is stored at all', async () => {
  const failing = given.settingsOf({ flags: { profile: 'work' } }).find('apiKey')
  await expect(failing).rejects.toMatchObject({ hint: 'testctl auth login --profile work' })
})

test('the list of all settings never holds the key', async () => {
  given.store({ profiles })
  const all = await given.settingsOf().all()
  expect(all.find(({ name }) => name === 'apiKey')).toEqual({
    name: 'apiKey',
    value: '********',
    origin: 'profile default',
  })
  expect(JSON.stringify(all)).not.toContain('canary')
  const elsewhere = await given.settingsOf({ env: { TESTCTL_URL: 'https://x.example.com' } }).all()
  expect(elsewhere.map(({ name }) => name)).not.toContain('apiKey')
})
