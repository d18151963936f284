import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkRuntime, checkSqlite } from '../../src/doctor/runtime.ts'
import { createWorld, type World } from '../helpers/world.ts'
import { authority } from './certificates.ts'
import { examined, key } from './examined.ts'

let world: World
let configuration: string
beforeEach(async () => {
  world = await createWorld({ TESTCTL_URL: '' })
  configuration = join(world.folder, '.config/testctl/config.json')
  mkdirSync(join(world.folder, '.config/testctl'), { recursive: true, mode: 0o700 })
})
afterEach(() => world.remove())

const store = (text: string, mode = 0o600): void => writeFileSync(configuration, text, { mode })

test('where nothing is set up, it says what to do first', async () => {
  const { stdout, stderr, exitCode } = await world.type('testctl doctor')
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/^error: address: no service is named\n {2}set TESTCTL_URL .+: testctl auth login/)
  expect(stdout).toMatch(/^configuration\tok\t.*config\.json is not there; testctl auth login makes it\t$/m)
  expect(stdout).toMatch(/^dns\tskipped\tskipped, because address failed\t$/m)
})

test('settings are told with where each comes from, and the key is not', async () => {
  const profile = { url: 'http://127.0.0.1:9', apiKey: key, columns: 'name', color: 'never' }
  store(JSON.stringify({ current: 'work', profiles: { work: profile, other: {} } }))
  writeFileSync(join(world.folder, '.testctl.json'), '{"project":"WEB"}')
  const { checks, named } = await examined(world, { TESTCTL_TIMEOUT: '3s' })
  expect(named('failed')).toEqual(['connection'])
  expect(checks['configuration']?.message).toBe(`${configuration}, 2 profiles, in use: work (current profile)`)
  expect(checks['project-file']?.message).toBe(`${world.folder}/.testctl.json sets project`)
  expect(checks['settings']?.message).toBe(
    `project WEB (${world.folder}/.testctl.json), timeout 3s (TESTCTL_TIMEOUT), columns name (profile work), color never (profile work), plain auto (default)`,
  )
  expect(checks['address']?.message).toBe('http://127.0.0.1:9 (profile work)')
  expect(checks['key']?.message).toBe('from profile work; it is sent only to http://127.0.0.1:9')
  expect(checks['permissions']?.message).toBe(`${configuration} 0600, ${world.folder}/.config/testctl 0700`)
})

describe('what is wrong with the settings', () => {
  test('a configuration that is no JSON does not keep the rest from being looked at', async () => {
    store(`{"profiles": {"default": {"apiKey": "${key}"`)
    const { checks, named, exitCode } = await examined(world, { TESTCTL_URL: 'file:./team.db' })
    expect(exitCode).toBe(2)
    expect(named('failed')).toEqual(['configuration'])
    expect(checks['configuration']).toMatchObject({
      message: `cannot use ${configuration}: it is not valid JSON (line 1, column 60)`,
      hint: 'correct it, or move it away and start again',
    })
    expect(checks['store']?.status).toBe('skipped')
    const seen = await world.type('testctl doctor', { terminal: 80 })
    expect(seen.stdout).toMatch(/configuration  cannot use/)
    expect(seen.stdout).toMatch(/address .*skipped, because configuration failed/)
    expect(seen.stdout + seen.stderr).not.toContain('canary')
  })

  test('a profile that is not there', async () => {
    store('{"profiles": {"work": {"url": "http://127.0.0.1:9"}}}')
    const { checks, exitCode } = await examined(world, { TESTCTL_PROFILE: 'wrok' })
    expect(exitCode).toBe(2)
    expect(checks['configuration']).toMatchObject({ message: 'there is no profile "wrok"', hint: 'profiles: work' })
  })

  test('a project file that oversteps', async () => {
    writeFileSync(join(world.folder, '.testctl.json'), '{"url":"https://evil.example.com"}')
    const { checks, exitCode } = await examined(world)
    expect(exitCode).toBe(2)
    expect(checks['project-file']?.message).toMatch(/may not set "url"/)
  })

  test('a key that belongs to another service', async () => {
    store(JSON.stringify({ profiles: { default: { url: 'https://tests.example.com', apiKey: key } } }))
    const { checks, exitCode, named } = await examined(world, { TESTCTL_URL: 'http://127.0.0.1:9' })
    expect({ failed: named('failed'), exitCode }).toEqual({ failed: ['key', 'connection'], exitCode: 4 })
    expect(checks['key']?.message).toBe(
      'the key of profile default belongs to https://tests.example.com and is not sent to http://127.0.0.1:9',
    )
  })

  test('a key file that is not there', async () => {
    const env = { TESTCTL_URL: 'http://127.0.0.1:9', TESTCTL_API_KEY_FILE: 'absent.txt' }
    const { checks, exitCode } = await examined(world, env)
    expect(exitCode).toBe(2)
    expect(checks['key']?.message).toMatch(/^cannot read the key file absent\.txt/)
  })
})

test('files that hold a key and can be read by others', async () => {
  store('{"profiles":{}}', 0o644)
  chmodSync(join(world.folder, '.config/testctl'), 0o755)
  writeFileSync(join(world.folder, 'key.txt'), key, { mode: 0o640 })
  const { checks, exitCode } = await examined(world, { TESTCTL_API_KEY_FILE: 'key.txt', TESTCTL_URL: 'file:./team.db' })
  expect(exitCode).toBe(0)
  expect(checks['permissions']).toEqual({
    status: 'warning',
    message: `other users can read ${configuration} (0644); other users can look into ${world.folder}/.config/testctl (0755); other users can read ${world.folder}/key.txt (0640)`,
    hint: `chmod 600 ${configuration} && chmod 700 ${world.folder}/.config/testctl && chmod 600 ${world.folder}/key.txt`,
  })
})

test('a device that the key is read from is not to be closed to others', async () => {
  const env = { TESTCTL_API_KEY_FILE: '/dev/null', TESTCTL_URL: 'file:./team.db' }
  expect((await examined(world, env)).checks['permissions']?.hint ?? '').not.toContain('/dev/null')
})

describe('NODE_EXTRA_CA_CERTS', () => {
  test.each([
    ['a file of certificates', authority + '\n' + authority, 'ok', /and 2 of .*pem \(NODE_EXTRA_CA_CERTS\)$/],
    ['a file without', 'nothing', 'warning', /: 0 of its 0 certificates can be read/],
    ['one that is broken', authority.replace('MII', 'AAA'), 'warning', /: 0 of its 1 certificates can be read/],
    ['a file that is not there', undefined, 'warning', /which cannot be read: it is not there/],
  ])('%s', async (_, text, status, message) => {
    const file = join(world.folder, 'authority.pem')
    if (text !== undefined) writeFileSync(file, text)
    const { checks } = await examined(world, { NODE_EXTRA_CA_CERTS: file })
    expect(checks['certificates']?.status).toBe(status)
    expect(checks['certificates']?.message).toMatch(message)
  })
})

test('a runtime that is too old, and one without an SQLite that can be trusted', () => {
  expect(checkRuntime({ platform: 'linux', root: '/srv/testctl', node: '20.18.0' })).toMatchObject({ status: 'failed' })
  expect(checkRuntime({ platform: 'linux', root: '/srv/testctl', node: '20.18.1' })).toMatchObject({ status: 'ok' })
  expect(checkRuntime({ platform: 'linux', root: '/srv/testctl', node: '24.0.0-nightly' })).toMatchObject({
    status: 'ok',
  })
  expect(checkSqlite({ refused: [] }, { isNeeded: false })).toMatchObject({ status: 'warning' })
  expect(checkSqlite({ refused: [] }, { isNeeded: true })).toMatchObject({ status: 'failed' })
})

describe('on a terminal', () => {
  test('it is wrapped, and what to do stands below', async () => {
    const { stdout } = await world.type('testctl doctor --color never', { terminal: 60 })
    expect(stdout).toContain('✓ runtime        testctl ')
    expect(stdout).toContain(
      '✗ address        no service is named\n                 → set TESTCTL_URL (https://…, or\n',
    )
    for (const line of stdout.split('\n')) if (!line.includes('/')) expect(line.length).toBeLessThanOrEqual(60)
  })

  test('of one column nothing is cut off, and without UTF-8 it is ASCII', async () => {
    const { stdout } = await world.type('testctl doctor --color never', { terminal: 1, env: { LANG: 'C' } })
    expect(stdout).toMatch(/^x address: no service is named$/m)
    expect(stdout.replaceAll('https://…', '')).toMatch(/^[ -~\n]*$/)
  })

  test('names with escapes in them are harmless', async () => {
    const env = { TESTCTL_CONFIG_DIR: `${world.folder}/\u001b]0;owned\u0007\u202e` }
    const { stdout, stderr } = await world.type('testctl doctor --progress none', { terminal: 80, env })
    expect(stdout.replace(/\u001b\[\d+m/g, '') + stderr.replace(/\u001b\[\d+m/g, '')).not.toMatch(
      /[\0-\u0009\u000b-\u001f\u202e]/,
    )
    expect(stdout).toContain('\\u001b]0;owned')
  })
})

test('its other forms: a line a check, and names alone', async () => {
  const lines = (await world.type('testctl doctor --ndjson')).stdout.trim().split('\n')
  expect(JSON.parse(lines[0]!)).toMatchObject({ name: 'runtime', status: 'ok', hint: null })
  expect((await world.type('testctl doctor --quiet')).stdout).toMatch(/^runtime\nconfiguration\npermissions\n/)
  expect((await world.type('testctl doctor --csv')).stdout).toMatch(/^name,status,message,hint\r\nruntime,ok,/)
})
