import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../../helpers/remote.ts'
import { createWorld, type World } from '../../../helpers/world.ts'

// Two cases with the same source: two imports ran at once, or a user copied a case.

const key = 'test-key-1234567890'
let remote: Remote
let world: World
let projectId: string
const type = (line: string, env?: Record<string, string>) =>
  world.type(`testctl ${line} -p WEB`, { cwd: world.folder, ...(env && { env }) })
const create = async (name: string, source: string) =>
  remote.api.cases.create({ projectId, name, preconditions: '', steps: [], customFields: { source } })
const names = async () => (await remote.api.cases.list({ projectId })).cases.map(({ name }) => name).toSorted()
const file = (...titles: string[]) =>
  writeFile(join(world.folder, 'th.csv'), `ID,Title\n${titles.map((title, at) => `${at + 1},${title}\n`).join('')}`)

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  const { project } = await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'i', color: '#000000' })
  projectId = project.id
  await file('One', 'Two')
})
afterEach(async () => {
  await world.remove()
  await remote.close()
})

test('the case that the file was imported as stays its case, and the copy is named', async () => {
  await file('One', 'Two', 'Three')
  await type('cases import th.csv')
  await create('One', 'csv:th#1')
  await file('One here', 'Two', 'Three')
  const { stdout, stderr, exitCode } = await type('cases import th.csv')
  expect([stdout, exitCode]).toEqual(['~ 1 changed (name 1)  = 2 unchanged\n', 0])
  expect(stderr).toMatch(
    /^warning: (WEB-C\d) and WEB-C4 have the source csv:th#1; only \1 is compared: keep one of them, .*\n$/,
  )
  expect(await names()).toEqual(['One', 'One here', 'Three', 'Two'])
})

test('the first case is taken where nothing is known from before', async () => {
  await create('One', 'csv:th#1')
  await create('Other', 'csv:th#1')
  const { stdout, stderr } = await type('cases import th.csv --dry-run')
  expect(stdout).toBe('+ 1 new  = 1 unchanged\n')
  expect(stderr).toContain('WEB-C1 and WEB-C2 have the source csv:th#1; only WEB-C1 is compared')
})

test('somebody who imports the same at once is noticed: exit code 7, and the line that deletes the later cases', async () => {
  remote.before = async ({ method, path }) => {
    if (method === 'GET' || !path.startsWith('/v1/cases')) return
    delete remote.before
    await create('One', 'csv:th#1')
    await create('Two', 'csv:th#2')
  }
  const { stdout, stderr, exitCode } = await type('cases import th.csv')
  expect([stdout, exitCode]).toEqual(['+ 2 new  = 0 unchanged\n', 7])
  expect(stderr).toContain('error: 2 cases exist twice: another import created them at the same time\n')
  const [, line = ''] = /^ {2}try: testctl (cases delete .*)$/m.exec(stderr) ?? []
  expect(line).toMatch(/^cases delete WEB-C\d WEB-C\d$/)
  await world.type(`testctl ${line} --yes`)
  expect(await type('cases import th.csv')).toEqual({ stdout: '= 2 unchanged\n', stderr: '', exitCode: 0 })
  expect(await names()).toEqual(['One', 'Two'])
})

test('so is somebody who imports files without a source: one keeps all of his cases', async () => {
  const folder = join(world.folder, 'cs')
  await mkdir(folder)
  for (const name of ['a', 'b', 'c']) await writeFile(join(folder, `${name}.md`), `# ${name}\n\n## Steps\n\n1. do\n`)
  let seen = 0
  remote.before = async ({ method, path }) => {
    if (method === 'GET' || !path.startsWith('/v1/cases') || ++seen !== 2) return
    delete remote.before
    const steps = [{ action: 'do', expectation: '' }]
    for (const name of ['c', 'a', 'd']) await remote.api.cases.create({ projectId, name, preconditions: '', steps })
  }
  const { stdout, stderr, exitCode } = await type('cases import cs')
  expect([stdout, exitCode]).toEqual(['+ 3 new  = 0 unchanged\n', 7])
  expect(stderr).toContain('error: 2 cases exist twice: another import created them at the same time\n')
  const [, line = ''] = /^ {2}try: testctl (cases delete .*)$/m.exec(stderr) ?? []
  await world.type(`testctl ${line} --yes`)
  expect(await type('cases import cs')).toMatchObject({ exitCode: 0 })
  expect(await names()).toEqual(['a', 'b', 'c', 'd'])
})
