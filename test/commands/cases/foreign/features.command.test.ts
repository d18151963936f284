import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await mkdir(join(world.folder, 'features'))
})
afterEach(() => world.remove())

const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const write = (name: string, text: string) => writeFile(join(world.folder, 'features', name), text)
const login = 'Feature: Login\nScenario: Logs in\nWhen I submit\nThen I am in\n'

test('feature files, or their folder, are imported; a second import sends what was changed', async () => {
  await write('login.feature', login)
  await write('shop.feature', 'Feature: Shop\n  Background:\n    Given a cart\n  Scenario: Pays\n    When I pay\n')
  await write('empty.feature', 'Feature: Empty\n')
  const { stdout, stderr, exitCode } = await type('cases import features -p WEB')
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: '+ 2 new  = 0 unchanged\n', stderr: '', exitCode: 0 })
  expect(await world.json('testctl cases get WEB-C15')).toMatchObject({
    name: 'Logs in',
    steps: [{ action: 'When I submit', expectation: 'Then I am in' }],
    customFields: { section: 'Login', source: 'gherkin:features/login.feature#Logs in' },
  })
  await write('login.feature', login.replace('submit', 'press Enter'))
  expect((await type('cases import features/login.feature features/shop.feature -p WEB')).stdout).toBe(
    '~ 1 changed (steps 1)  = 1 unchanged\n',
  )
  expect((await type('cases import features -p WEB')).stdout).toBe('= 2 unchanged\n')
})

test('each file has its balance in the report', async () => {
  await write('a.feature', login)
  await write('b.feature', `Feature: B\n  about it\n  Scenario:\n  Scenario: x\n  Scenario: y\n`)
  const { stderr, exitCode } = await type('cases import features -p WEB')
  expect(exitCode).toBe(7)
  expect(stderr).toContain('warning: features/b.feature (Gherkin): 3 read = 2 new + 1 unreadable\n')
  expect(stderr).toContain('in custom fields: section (Feature), feature description\n')
  expect(stderr).toContain('- features/b.feature:3: it has no name\n')
})

test('a scenario that stands in two files is refused before anything is sent', async () => {
  await write('a.feature', login)
  const { stderr, exitCode } = await type('cases import features/a.feature ./features/a.feature -p WEB')
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('is also in') })
})

test('--to writes Markdown that imports as the same cases', async () => {
  await write('login.feature', login)
  await type('cases import features --to cases')
  expect((await type('cases import cases -p WEB')).stdout).toMatch(/^\+ 1 new/)
  expect((await type('cases import features -p WEB')).stdout).toBe('= 1 unchanged\n')
})

test('what is not Gherkin is said with file and line, and the other features are imported', async () => {
  await write('a.feature', login)
  await write('b.feature', 'Feature: B\nScenario: x\nWhen a\nNow y\n')
  await write('c.feature', '')
  const { stdout, stderr, exitCode } = await type('cases import features -p WEB -v')
  expect({ stdout, exitCode }).toEqual({ stdout: '+ 1 new  = 0 unchanged\n', exitCode: 7 })
  expect(stderr).toContain('error: 2 files could not be read\n')
  expect(stderr).toContain('- features/b.feature:4: expected:')
  expect(stderr).toContain('- features/c.feature:1: features/c.feature is empty')
  expect((await type('cases import features --to cases')).exitCode).toBe(7)
  for (const line of [
    'cases import features/b.feature -p WEB -v',
    'cases import features/b.feature features/c.feature -p WEB -v',
  ]) {
    const alone = await type(line)
    expect(alone).toMatchObject({ stdout: '', exitCode: 2 })
    expect(alone.stderr).not.toMatch(/^> (PUT|POST|DELETE)/m)
  }
})

test('features that were imported from another folder are refused, and --ours all gives their cases the new paths', async () => {
  await write('login.feature', login)
  const from = (folder: string, line: string) => world.type(`testctl ${line}`, { cwd: join(world.folder, folder) })
  await type('cases import features -p WEB')
  for (const path of ['.', 'login.feature', '../features']) {
    const { stdout, stderr, exitCode } = await from('features', `cases import ${path} -p WEB`)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toContain('has scenarios that were imported from another folder before; nothing was sent\n')
    expect(stderr).toContain(':2: "Logs in"; gherkin:features/login.feature#Logs in is WEB-C15 "Logs in"\n')
  }
  expect((await from('features', 'cases import . -p WEB --ours all')).stdout).toBe(
    '~ 1 changed (source 1)  = 0 unchanged\n',
  )
  expect((await from('features', 'cases import . -p WEB')).stdout).toBe('= 1 unchanged\n')
  expect((await type('cases import features -p WEB')).exitCode).toBe(2)
})

test('a copy of a feature file below another folder has cases of its own, and so has one with other steps', async () => {
  await write('login.feature', login)
  await type('cases import features -p WEB')
  await mkdir(join(world.folder, 'shop', 'features'), { recursive: true })
  const copy = join(world.folder, 'shop', 'features', 'login.feature')
  await writeFile(copy, login)
  expect((await type('cases import shop -p WEB')).stdout).toBe('+ 1 new  = 0 unchanged\n')
  await writeFile(copy, login.replace('submit', 'pay'))
  const inside = { cwd: join(world.folder, 'shop', 'features') }
  expect((await world.type('testctl cases import login.feature -p WEB', inside)).stdout).toBe(
    '+ 1 new  = 0 unchanged\n',
  )
})

test('packages that have the same features have cases of their own, from whichever folder they are imported', async () => {
  const inPackage = (name: string) => join(world.folder, 'packages', name)
  for (const name of ['a', 'b', 'c']) {
    await mkdir(join(inPackage(name), 'features'), { recursive: true })
    await writeFile(join(inPackage(name), 'features', 'login.feature'), login)
  }
  await type('cases import packages/a packages/b -p WEB')
  const from = (name: string, line: string) => world.type(`testctl ${line}`, { cwd: inPackage(name) })
  expect((await from('b', 'cases import features -p WEB')).stderr).toContain(
    'packages/b/features/login.feature#Logs in is',
  )
  expect((await from('b', 'cases import features -p WEB --ours all')).stdout).toContain('~ 1 changed (source 1)')
  const { stdout } = await type('cases list -p WEB --columns customFields.source')
  expect(stdout.split('\n').filter((line) => line.startsWith('gherkin:'))).toEqual([
    'gherkin:packages/a/features/login.feature#Logs in',
    'gherkin:features/login.feature#Logs in',
  ])
})

test('a new package beside one with the same features is not taken for it', async () => {
  for (const name of ['a', 'c#']) {
    await mkdir(join(world.folder, name, 'features'), { recursive: true })
    await writeFile(join(world.folder, name, 'features', 'login.feature'), login)
  }
  await type('cases import a -p WEB')
  const { stdout } = await world.type('testctl cases import features -p WEB', { cwd: join(world.folder, 'c#') })
  expect(stdout).toBe('+ 1 new  = 0 unchanged\n')
})

test('of two copies of what was one file, one has its case where --ours all gives it the new path', async () => {
  await write('login.feature', login)
  await type('cases import features -p WEB')
  for (const name of ['a', 'b']) {
    await mkdir(join(world.folder, name, 'features'), { recursive: true })
    await writeFile(join(world.folder, name, 'features', 'login.feature'), login)
  }
  await rm(join(world.folder, 'features'), { recursive: true })
  expect((await type('cases import a b -p WEB')).exitCode).toBe(2)
  const { stdout, exitCode } = await type('cases import a b -p WEB --ours all')
  expect({ stdout, exitCode }).toEqual({ stdout: '+ 1 new  ~ 1 changed (source 1)  = 0 unchanged\n', exitCode: 0 })
})

test('a folder whose name has a # is found again from within', async () => {
  await mkdir(join(world.folder, 'c#', 'features'), { recursive: true })
  await writeFile(join(world.folder, 'c#', 'features', 'login.feature'), login)
  await type("cases import 'c#/features' -p WEB")
  const inside = { cwd: join(world.folder, 'c#') }
  expect((await world.type('testctl cases import features -p WEB', inside)).exitCode).toBe(2)
})

test.each([
  ['renamed', 'features/sign-in.feature'],
  ['moved', 'features/auth/login.feature'],
])('a feature file that was %s is refused, and --ours all lets its cases keep their identifiers', async (_, path) => {
  await write('login.feature', `${login}Scenario: Logs out\nWhen I leave\n`)
  await write('shop.feature', 'Feature: Shop\nScenario: Pays\nWhen I pay\nScenario: Leaves\nWhen I leave\n')
  await type('cases import features -p WEB')
  await mkdir(join(world.folder, 'features', 'auth'))
  await rename(join(world.folder, 'features', 'login.feature'), join(world.folder, path))
  for (const flags of ['', ' --dry-run']) {
    const { stdout, stderr, exitCode } = await type(`cases import features -p WEB${flags}`)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toBe(
      `error: ${path} has scenarios that were imported from a file that is gone before; nothing was sent\n` +
        '  if it was moved or renamed, --ours all gives the cases its path; if these are other scenarios: --theirs all\n' +
        `  - ${path}:2: "Logs in"; gherkin:features/login.feature#Logs in is WEB-C15 "Logs in"\n` +
        `  - ${path}:5: "Logs out"; gherkin:features/login.feature#Logs out is WEB-C16 "Logs out"\n`,
    )
  }
  expect((await type('cases import features -p WEB --ours all')).stdout).toBe('~ 2 changed (source 2)  = 2 unchanged\n')
  expect((await type('cases import features -p WEB')).stdout).toBe('= 4 unchanged\n')
})

test('a new feature file whose scenarios have other steps, or none, is not taken for one that is gone', async () => {
  await write('login.feature', login)
  await write('later.feature', 'Feature: Later\nScenario: Pays\n')
  await type('cases import features -p WEB')
  await rm(join(world.folder, 'features', 'login.feature'))
  await rm(join(world.folder, 'features', 'later.feature'))
  await write('sign-in.feature', login.replace('submit', 'press Enter'))
  await write('soon.feature', 'Feature: Soon\nScenario: Pays\n')
  expect((await type('cases import features -p WEB')).stdout).toBe('+ 2 new  = 0 unchanged\n')
})
