import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.remove())

const isThere = () => existsSync(join(world.folder, 'team.db'))

test.for([
  'projects list',
  'projects get WEB',
  'cases list -p WEB',
  'runs get WEB-R1',
  'runs submit - --run WEB-R1',
  'tests set WEB-T1 passed',
  'keys list',
  'keys revoke ci --yes',
  'store check',
  'store backup copy.db',
  'api GET /v1/projects',
])('testctl %s in the wrong folder says where it looked, and creates no store', async (line) => {
  const { stdout, stderr, exitCode } = await world.type(`testctl ${line}`, { stdin: '1..1\nok 1 - logs in\n' })
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr).toContain(`error: there is no store ${join(world.folder, 'team.db')}\n  `)
  expect(isThere()).toBe(false)
})

test.for(['projects list', 'runs submit - --run WEB-R1', 'tests set WEB-T1 passed'])(
  'testctl %s on a file without a byte says so, and makes no store of it',
  async (line) => {
    const file = join(world.folder, 'team.db')
    await writeFile(file, '')
    const { stderr, exitCode } = await world.type(`testctl ${line}`, { stdin: '1..1\nok 1 - logs in\n' })
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`error: the store ${file} is an empty file\n  is it in another folder?`)
    expect((await readFile(file)).length).toBe(0)
    expect((await world.type('testctl projects create --name Web --identifier WEB')).exitCode).toBe(0)
  },
)

test('the next step creates it after a dry run, too', async () => {
  const { stderr } = await world.type('testctl runs submit - -p WEB --name A --dry-run', { stdin: '1..1\nok 1 - a\n' })
  expect(stderr).toMatch(/ to make a new one: testctl projects create\n$/)
})

test('the next step creates it', async () => {
  const { stderr } = await world.type('testctl cases list -p WEB')
  expect(stderr).toMatch(/\n {2}is it in another folder\? to make a new one: testctl projects create\n$/)
  const made = await world.type('testctl projects create --name Web --identifier WEB')
  expect(made).toEqual({ stdout: 'WEB\n', stderr: '', exitCode: 0 })
  expect(isThere()).toBe(true)
})

test.for(['projects create --name Web --identifier WEB --dry-run', 'keys create --name ci --dry-run'])(
  'testctl %s creates no store',
  async (line) => {
    expect((await world.type(`testctl ${line}`)).exitCode).toBe(0)
    expect(isThere()).toBe(false)
  },
)

test.for(['keys create --name ci', 'demo --file team.db', 'api PUT /v1/projects --field name=Web'])(
  'testctl %s is allowed to create it',
  async (line) => {
    await world.type(`testctl ${line}`)
    expect(isThere()).toBe(true)
  },
)

test('a relative address is shown as the place that it names', async () => {
  const { stderr } = await world.type('testctl projects list', { env: { TESTCTL_URL: 'file:./other.db' } })
  expect(stderr).toContain(`there is no store ${join(world.folder, 'other.db')}\n`)
})
