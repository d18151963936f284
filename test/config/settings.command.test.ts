import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Configuration } from '../../src/config/configuration.ts'
import { findService } from '../../src/config/service.ts'
import { createSettings, type SettingName, type Settings } from '../../src/config/settings.ts'
import { openStorage } from '../../src/config/storage.ts'
import { UnauthorizedError, UsageError } from '../../src/errors.ts'
import type { Flags } from '../../src/flags.ts'
import type { Io } from '../../src/io.ts'

let home: string
let file: string
let opened: number
beforeEach(() => {
  home = fs.mkdtempSync(join(tmpdir(), 'testctl-settings-'))
  file = join(home, '.config', 'testctl', 'config.json')
  opened = 0
})
afterEach(() => fs.rmSync(home, { recursive: true, force: true }))

type Given = { env?: Io['env']; flags?: Flags; cwd?: string }

const settingsOf = ({ env = {}, flags = {}, cwd = home }: Given = {}): Settings => {
  const io: Io = {
    argv: [],
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: { HOME: home, ...env },
    cwd,
    platform: 'linux',
    root: home,
    node: process.execPath,
    user: () => 'ana',
    now: () => new Date(),
    pid: 1,
    uid: process.getuid?.(),
    isRunning: () => false,
    stop: new AbortController().signal,
  }
  const open = async () => {
    opened++
    return openStorage(io)
  }
  return createSettings({ io, flags: () => flags, openStorage: open })
}

const store = (configuration: Configuration | string) => {
  fs.mkdirSync(join(file, '..'), { recursive: true })
  fs.writeFileSync(file, typeof configuration === 'string' ? configuration : JSON.stringify(configuration))
}

const profiles = {
  default: { url: 'https://a.example.com/base', apiKey: 'canary-a', project: 'AAA', timeout: '5s', columns: 'name' },
  work: { url: 'https://b.example.com', apiKey: 'canary-b', project: 'BBB' },
  keyless: { url: 'https://c.example.com' },
}

const valueOf = async (name: SettingName, given?: Given) => (await settingsOf(given).find(name))?.value

test('a flag goes before the environment, that before the project file, that before the profile, that before the default', async () => {
  const flags = { project: 'FLAG' }
  const env = { TESTCTL_PROJECT: 'ENV' }
  expect(await settingsOf().find('project')).toBeUndefined()
  expect(await settingsOf().find('timeout')).toEqual({ value: '60s', origin: 'default' })
  store({ profiles })
  expect(await settingsOf().find('project')).toEqual({ value: 'AAA', origin: 'profile default' })
  expect(await settingsOf().find('timeout')).toEqual({ value: '5s', origin: 'profile default' })
  const projectFile = join(home, '.testctl.json')
  fs.writeFileSync(projectFile, '{"project":"FILE"}')
  expect(await settingsOf().find('project')).toEqual({ value: 'FILE', origin: projectFile })
  expect(await settingsOf({ env }).find('project')).toEqual({ value: 'ENV', origin: 'TESTCTL_PROJECT' })
  expect(await settingsOf({ env, flags }).find('project')).toEqual({ value: 'FLAG', origin: '--project' })
})

test('an empty variable counts as not set', async () => {
  store({ profiles })
  const env = { TESTCTL_URL: '', TESTCTL_API_KEY: '', TESTCTL_PROJECT: ' ', TESTCTL_PROFILE: '', TESTCTL_TIMEOUT: '' }
  const origins = (await settingsOf({ env }).all()).map(({ name, origin }) => `${name} ${origin}`)
  expect(origins).toEqual([
    'url profile default',
    'project profile default',
    'timeout profile default',
    'columns profile default',
    'apiKey profile default',
    'profile default',
  ])
})

test('with URL and key in the environment, looking for them opens no storage and touches no file', async () => {
  store('not JSON at all')
  const settings = settingsOf({ env: { TESTCTL_URL: 'https://x.example.com', TESTCTL_API_KEY: 'canary' } })
  const { url, key } = await findService(settings)
  expect([url.value, key?.value, opened]).toEqual(['https://x.example.com', 'canary', 0])
})

test('without a configuration file no storage is opened and nothing is created', async () => {
  expect(await settingsOf().all()).toEqual([{ name: 'timeout', value: '60s', origin: 'default' }])
  expect([opened, fs.readdirSync(home)]).toEqual([0, []])
})

test('a home that is not there breaks nothing', async () => {
  const env = { HOME: '/nowhere/at/all', TESTCTL_URL: 'file:./team.db' }
  expect(await valueOf('url', { env })).toBe(`file:${home}/team.db`)
  expect(await valueOf('apiKey', { env })).toBeUndefined()
})

test('the storage is opened once, however much is asked', async () => {
  store({ profiles })
  const settings = settingsOf()
  await Promise.all([settings.find('url'), settings.find('apiKey'), settings.find('limit'), settings.all()])
  expect(opened).toBe(1)
})

test('the configuration stands where the platform and the environment say', async () => {
  store({ profiles })
  const elsewhere = join(home, 'elsewhere')
  fs.cpSync(join(home, '.config', 'testctl'), join(elsewhere, 'testctl'), { recursive: true })
  fs.writeFileSync(join(elsewhere, 'testctl', 'config.json'), '{"profiles":{"default":{"project":"XDG"}}}')
  expect(await valueOf('project', { env: { XDG_CONFIG_HOME: elsewhere } })).toBe('XDG')
  expect(await valueOf('project', { env: { XDG_CONFIG_HOME: 'elsewhere' } })).toBe('AAA')
  expect(await valueOf('project', { env: { TESTCTL_CONFIG_DIR: 'elsewhere/testctl' } })).toBe('XDG')
})

test('the current profile is used, unless another one is named', async () => {
  store({ current: 'work', profiles })
  expect(await valueOf('project')).toBe('BBB')
  expect(await valueOf('project', { env: { TESTCTL_PROFILE: 'default' } })).toBe('AAA')
  expect(
    await valueOf('project', { env: { TESTCTL_PROFILE: 'default' }, flags: { profile: 'keyless' } }),
  ).toBeUndefined()
  expect(await settingsOf({ flags: { profile: 'default' } }).find('profile')).toEqual({
    value: 'default',
    origin: '--profile',
  })
})

test.each([{ flags: { profile: 'wrok' } }, { env: { TESTCTL_PROFILE: 'wrok' } }, { flags: { profile: '__proto__' } }])(
  'a profile that was named and is not there is told, with those that are',
  async (given) => {
    store({ profiles })
    const failing = settingsOf({ ...given, env: { TESTCTL_URL: 'file:x', ...given.env } }).find('url')
    await expect(failing).rejects.toThrow(UsageError)
    await expect(failing).rejects.toMatchObject({ hint: 'profiles: default, work, keyless' })
  },
)

test('a profile that was named is told to be missing where nothing is stored at all', async () => {
  const failing = settingsOf({ flags: { profile: 'work' } }).find('apiKey')
  await expect(failing).rejects.toMatchObject({ hint: 'testctl auth login creates one' })
})

test('a stored key goes to the scheme, host and port that it was stored for', async () => {
  store({ profiles })
  const at = (url: string) => valueOf('apiKey', { env: { TESTCTL_URL: url } })
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
  store({ profiles })
  const env = { TESTCTL_URL: 'https://x.example.com', TESTCTL_API_KEY: 'canary-x' }
  const { url, key } = await findService(settingsOf({ env, flags: { profile: 'work' } }))
  expect([url.value, key?.value]).toEqual(['https://b.example.com', 'canary-b'])
  const keyless = findService(settingsOf({ env, flags: { profile: 'keyless' } }))
  await expect(keyless).rejects.toThrow(UnauthorizedError)
  const { key: given } = await findService(
    settingsOf({ env: { TESTCTL_API_KEY: 'canary-x' }, flags: { profile: 'keyless' } }),
  )
  expect(given).toEqual({ value: 'canary-x', origin: 'TESTCTL_API_KEY' })
})

test('the key comes from the environment, from a file that it names, or from the profile', async () => {
  store({ profiles })
  fs.writeFileSync(join(home, 'key.txt'), 'canary-file\n')
  const file = { TESTCTL_API_KEY_FILE: 'key.txt' }
  expect(await valueOf('apiKey')).toBe('canary-a')
  expect(await valueOf('apiKey', { env: file })).toBe('canary-file')
  expect(await valueOf('apiKey', { env: { ...file, TESTCTL_API_KEY: 'canary-env' } })).toBe('canary-env')
  await expect(valueOf('apiKey', { env: { TESTCTL_API_KEY_FILE: 'gone.txt' } })).rejects.toThrow(/gone\.txt/)
})

test('no service and no key are told apart', async () => {
  await expect(findService(settingsOf())).rejects.toThrow(UsageError)
  const env = { TESTCTL_URL: 'https://x.example.com' }
  await expect(findService(settingsOf({ env }))).rejects.toThrow(UnauthorizedError)
  expect(await findService(settingsOf({ env: { TESTCTL_URL: 'file:/srv/team.db' } }))).toEqual({
    url: { value: 'file:/srv/team.db', origin: 'TESTCTL_URL' },
    key: undefined,
  })
})

test('the list of all settings never holds the key', async () => {
  store({ profiles })
  const all = await settingsOf().all()
  expect(all.find(({ name }) => name === 'apiKey')).toEqual({
    name: 'apiKey',
    value: '********',
    origin: 'profile default',
  })
  expect(JSON.stringify(all)).not.toContain('canary')
  const elsewhere = await settingsOf({ env: { TESTCTL_URL: 'https://x.example.com' } }).all()
  expect(elsewhere.map(({ name }) => name)).not.toContain('apiKey')
})

test('the nearest project file counts, and only that one', async () => {
  const deep = join(home, 'repo', 'packages', 'web')
  fs.mkdirSync(deep, { recursive: true })
  fs.writeFileSync(join(home, 'repo', '.testctl.json'), '{"project":"REPO","limit":20,"columns":["identifier","name"]}')
  expect(await valueOf('project', { cwd: deep })).toBe('REPO')
  expect(await valueOf('limit', { cwd: deep })).toBe('20')
  expect(await valueOf('columns', { cwd: deep })).toBe('identifier,name')
  fs.writeFileSync(join(deep, '.testctl.json'), '{"project":"DEEP"}')
  expect(await valueOf('project', { cwd: deep })).toBe('DEEP')
  expect(await valueOf('limit', { cwd: deep })).toBeUndefined()
})

test.each([
  ['{"url":"https://evil.example.com"}', /may not set "url"/],
  ['{"project":"WEB","apiKey":"canary"}', /may not set "apiKey"/],
  ['{"timeout":"1s"}', /may not set "timeout"/],
  ['{"__proto__":{"url":"https://evil.example.com"}}', /may not set "__proto__"/],
  ['{"project":"WEB"', /it is not valid JSON/],
  ['["project"]', /does not hold a JSON object/],
  ['{"project":{"canary":1}}', /"project" must be a text/],
])('the project file %s is refused by every command, by name', async (text, message) => {
  fs.writeFileSync(join(home, '.testctl.json'), text)
  for (const name of ['url', 'timeout', 'limit'] as const) {
    const failing = settingsOf({ env: { TESTCTL_URL: 'file:x', TESTCTL_TIMEOUT: '1s' } }).find(name)
    await expect(failing).rejects.toThrow(UsageError)
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toThrow(join(home, '.testctl.json'))
    await expect(failing).rejects.not.toThrow(/canary|evil/)
  }
})

test.each<[SettingName, Given, RegExp]>([
  ['timeout', { env: { TESTCTL_TIMEOUT: 'soon' } }, /^TESTCTL_TIMEOUT: "soon" is not a time/],
  ['timeout', { flags: { timeout: '0' } }, /^--timeout: "0" is not a time/],
  ['project', { flags: { project: '../etc' } }, /^--project: "..\/etc" is not the identifier/],
  ['color', { flags: { color: 'pink' } }, /^--color: "pink" is not one of/],
  ['url', { env: { TESTCTL_URL: 'canary' } }, /^TESTCTL_URL is not the address of a service/],
  ['apiKey', { env: { TESTCTL_API_KEY: 'can ary' } }, /^the key from TESTCTL_API_KEY is not a key/],
])('a wrong %s is told with where it came from', async (name, given, message) => {
  const failing = settingsOf(given).find(name)
  await expect(failing).rejects.toThrow(UsageError)
  await expect(failing).rejects.toThrow(message)
})
