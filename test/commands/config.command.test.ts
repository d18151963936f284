import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld({ TESTCTL_URL: '' })
})
afterEach(() => world.remove())

const type: World['type'] = (line, typed) => world.type(line, typed)
const configuration = () => join(world.folder, '.config', 'testctl', 'config.json')
const stored = () => JSON.parse(fs.readFileSync(configuration(), 'utf8')) as { profiles: Record<string, object> }
const store = (document: object) => {
  fs.mkdirSync(join(configuration(), '..'), { recursive: true })
  fs.writeFileSync(configuration(), JSON.stringify(document))
}

test('a setting that was set is there afterwards, and gone when it was unset', async () => {
  expect(await type('testctl config set project WEB')).toEqual({
    exitCode: 0,
    stdout: 'project is WEB (profile default)\n',
    stderr: '',
  })
  expect(await type('testctl config get project')).toEqual({ exitCode: 0, stdout: 'WEB\n', stderr: '' })
  expect(await type('testctl config unset project')).toMatchObject({ exitCode: 0 })
  const unset = await type('testctl config get project')
  expect(unset).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: 'error: project is not set\n  such as: testctl config set project WEB\n',
  })
})

test('a default project that was set makes short identifiers work, on a service in a file', async () => {
  const env = { TESTCTL_URL: `file:${world.folder}/team.db` }
  await type('testctl projects create --name Web --identifier WEB', { env })
  await type('testctl config set project WEB', { env })
  await type('testctl cases create --name Login', { env })
  expect(await type('testctl cases get C1 --json', { env })).toMatchObject({ exitCode: 0 })
})

test.each([
  ['url', 'https://tests.example.com', 'https://tests.example.com'],
  ['timeout', '500ms', '500ms'],
  ['timeout', '60', '60'],
  ['columns', 'identifier,name', 'identifier,name'],
  ['columns', 'identifier,result,customFields.area', 'identifier,result,customFields.area'],
  ['limit', '20', '20'],
  ['color', 'never', 'never'],
])('%s can be set to %s', async (name, value, expected) => {
  expect((await type(`testctl config set ${name} ${value}`)).exitCode).toBe(0)
  expect(stored().profiles).toEqual({ default: { [name]: expected } })
})

test.each([
  ['url', 'tests.example.com'],
  ['url', 'https://ana:secret@tests.example.com'],
  ['timeout', 'soon'],
  ['timeout', '0'],
  ['limit', '0'],
  ['limit', '-5'],
  ['limit', '1.5'],
  ['color', 'pink'],
  ['project', '../etc'],
  ['columns', 'name;result'],
  ['columns', 'identifier,nme'],
])('%s cannot be %s', async (name, value) => {
  const refused = await type(`testctl config set ${name} -- ${value}`)
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
  expect(refused.stderr).toContain(name)
  expect(fs.existsSync(configuration())).toBe(false)
})

test('the address of a file is stored so that it is found from any folder', async () => {
  await type('testctl config set url file:./team.db')
  expect(stored().profiles).toEqual({ default: { url: `file:${world.folder}/team.db` } })
})

test('the key is not set on the command line, where the history of the shell would keep it', async () => {
  const refused = await type('testctl config set apiKey canary')
  expect(refused.exitCode).toBe(2)
  expect(refused.stderr).toContain('testctl auth login')
  expect(refused.stderr).not.toContain('canary')
  expect((await type('testctl config unset apiKey')).stderr).toBe(
    'error: config unset does not remove the key\n  try: testctl auth logout\n',
  )
})

test('the profile is chosen with the command that is shown, for the one that was typed', async () => {
  expect((await type('testctl config set profile local')).stderr).toBe(
    'error: config set does not choose the profile\n  try: testctl auth profile use local\n',
  )
  expect((await type('testctl config unset profile')).stderr).toContain('the others: testctl auth profile list')
})

test('a name that is no setting is told, with the nearest one', async () => {
  for (const line of ['get projct', 'set projct WEB', 'unset projct']) {
    const refused = await type(`testctl config ${line}`)
    expect(refused.exitCode).toBe(2)
    expect(refused.stderr).toContain('did you mean project?')
  }
})

test('the list tells where each setting comes from, and never the key', async () => {
  store({ profiles: { default: { url: 'https://a.example.com', apiKey: 'canary', columns: 'name' } } })
  fs.writeFileSync(join(world.folder, '.testctl.json'), '{"limit":20}')
  const list = await type('testctl config list --show-origin', { env: { TESTCTL_PROJECT: 'WEB' } })
  expect(list.stdout.trimEnd().split('\n')).toEqual([
    'url\thttps://a.example.com\tprofile default',
    'project\tWEB\tTESTCTL_PROJECT',
    'timeout\t60s\tdefault',
    'columns\tname\tprofile default',
    `limit\t20\t${world.folder}/.testctl.json`,
    'color\tauto\tdefault',
    'plain\tauto\tdefault',
    'apiKey\t********\tprofile default',
    'profile\tdefault\tdefault',
  ])
  const plain = await type('testctl config list --json --timeout 5s')
  expect(JSON.parse(plain.stdout)).toContainEqual({ name: 'timeout', value: '5s' })
  expect(await type('testctl config get apiKey --json')).toMatchObject({ exitCode: 0 })
  for (const line of ['list --json', 'list', 'list --show-origin -v', 'get apiKey', 'get apiKey --json', 'path']) {
    const { stdout, stderr } = await type(`testctl config ${line}`)
    expect(stdout + stderr).not.toContain('canary')
  }
})

test('a stored key does not move to another address', async () => {
  store({ profiles: { default: { url: 'https://a.example.com', apiKey: 'canary' } } })
  expect(await type('testctl config set url https://a.example.com/base')).toMatchObject({ stderr: '' })
  expect(stored().profiles).toEqual({ default: { url: 'https://a.example.com/base', apiKey: 'canary' } })
  const moved = await type('testctl config set url https://b.example.com')
  expect(moved.stderr).toContain('the stored key belonged to the other address and was removed')
  expect(stored().profiles).toEqual({ default: { url: 'https://b.example.com' } })
  store({ profiles: { default: { url: 'https://a.example.com', apiKey: 'canary' } } })
  await type('testctl config unset url')
  expect(stored().profiles).toEqual({ default: {} })
})

test('a setting goes into the profile that is named, which must be there', async () => {
  store({ current: 'default', profiles: { default: {}, work: {} } })
  await type('testctl config set project WEB --profile work')
  await type('testctl config set project APP', { env: { TESTCTL_PROFILE: 'work' } })
  expect(stored()).toEqual({ current: 'default', profiles: { default: {}, work: { project: 'APP' } } })
  for (const line of ['set project WEB', 'unset project', 'get project', 'list'])
    expect(await type(`testctl config ${line} --profile wrok`)).toMatchObject({
      exitCode: 2,
      stderr: 'error: there is no profile "wrok"\n  profiles: default, work\n',
    })
})

test('unsetting what is not set changes nothing and creates nothing', async () => {
  expect(await type('testctl config unset project')).toMatchObject({ exitCode: 0 })
  expect(fs.readdirSync(world.folder)).toEqual([])
})

test('the path of the configuration is printed, whether it is there or not', async () => {
  expect(await type('testctl config path')).toMatchObject({ exitCode: 0, stdout: `${configuration()}\n` })
  const env = { TESTCTL_CONFIG_DIR: 'settings' }
  expect(await type('testctl config path', { env })).toMatchObject({ stdout: `${world.folder}/settings/config.json\n` })
  expect(fs.readdirSync(world.folder)).toEqual([])
})

test('a broken file is told by every command that needs it, and not overwritten', async () => {
  store({})
  fs.writeFileSync(configuration(), '{"profiles":{"default":{"apiKey":"canary"')
  for (const line of ['config list', 'config set project WEB', 'auth status', 'auth logout', 'auth profile list']) {
    const failed = await type(`testctl ${line} -v`)
    expect(failed).toMatchObject({ exitCode: 2, stdout: '' })
    expect(failed.stderr).toContain(`cannot use ${configuration()}: it is not valid JSON`)
    expect(failed.stderr).not.toContain('canary')
  }
  expect(fs.readFileSync(configuration(), 'utf8')).toContain('canary')
  expect(await type('testctl config path')).toEqual({ exitCode: 0, stdout: `${configuration()}\n`, stderr: '' })
})

test('a hostile project file is refused, and no request is sent', async () => {
  fs.writeFileSync(join(world.folder, '.testctl.json'), '{"url":"https://evil.example.com"}')
  const refused = await type('testctl projects list', { env: { TESTCTL_URL: `file:${world.folder}/team.db` } })
  expect(refused.exitCode).toBe(2)
  expect(refused.stderr).toContain(`${world.folder}/.testctl.json may not set "url"`)
  expect(fs.readdirSync(world.folder)).toEqual(['.testctl.json'])
})
