import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../../helpers/remote.ts'
import { createWorld, type World } from '../../../helpers/world.ts'

// Another user changes a case between the plan of an import and its requests.

const key = 'test-key-1234567890'
let remote: Remote
let world: World
let caseId: string
const type = (line: string) => world.type(`testctl ${line} -p WEB`, { cwd: world.folder })
const file = () => join(world.folder, 'cases/WEB-C1-logs-in.md')
const edit = async (from: string, to: string) => writeFile(file(), (await readFile(file(), 'utf8')).replace(from, to))
const there = async () => (await remote.api.cases.get({ identifier: 'WEB-C1' })).case

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  const { project } = await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'i', color: '#000000' })
  const content = { preconditions: '', steps: [], customFields: { area: 'login', weight: '1' } }
  caseId = (await remote.api.cases.create({ projectId: project.id, name: 'logs in', ...content })).case.id
  await type('cases export cases')
})
afterEach(async () => {
  await world.remove()
  await remote.close()
})

/** Calls `change` when the import reads the case again. */
const meanwhile = (change: () => Promise<unknown>) => {
  remote.before = async ({ method, path }) => {
    if (method !== 'GET' || !path.startsWith('/v1/cases/case/')) return
    delete remote.before
    await change()
  }
}

test('a field that was changed there meanwhile is left, and is a conflict the next time', async () => {
  await edit('# logs in', '# logs in here')
  meanwhile(() => remote.api.cases.update({ caseId, name: 'logs in there' }))
  const { stderr, exitCode } = await type('cases import cases')
  expect(exitCode).toBe(7)
  expect(stderr).toContain('- WEB-C1-logs-in.md: ana changed name meanwhile; it is left as it is\n')
  expect((await there()).name).toBe('logs in there')
  expect((await type('cases import cases')).stdout).toContain('! 1 conflict')
})

test('so is one that was changed within the second, of a service that tells times to the second', async () => {
  remote.after = (_, response) => ({
    ...response,
    body: response.body.replace(/"updatedAt":"[^"]*"/g, '"updatedAt":"2026-01-31T12:00:00.000Z"'),
  })
  await edit('# logs in', '# logs in here')
  meanwhile(() => remote.api.cases.update({ caseId, name: 'logs in there' }))
  const { stderr, exitCode } = await type('cases import cases')
  expect({ stderr, exitCode }).toEqual({
    stderr: expect.stringContaining('ana changed name meanwhile; it is left as it is\n') as string,
    exitCode: 7,
  })
  expect((await there()).name).toBe('logs in there')
})

test('another custom field that was changed there meanwhile is kept, and an export takes it', async () => {
  await edit('area: login', 'area: shop')
  meanwhile(() => remote.api.cases.update({ caseId, customFields: { area: 'login', weight: '2' } }))
  expect(await type('cases import cases')).toMatchObject({
    stdout: expect.stringContaining('~ 1 changed'),
    exitCode: 0,
  })
  expect((await there()).customFields).toEqual({ area: 'shop', weight: '2' })
  expect((await type('cases status cases')).stdout).toBe('< 1 changed there  = 0 unchanged\n')
  await type('cases export cases')
  expect(await readFile(file(), 'utf8')).toContain('weight: "2"')
})

test('--ours sends the field whatever is there', async () => {
  await edit('# logs in', '# logs in here')
  await remote.api.cases.update({ caseId, name: 'logs in there' })
  meanwhile(() => remote.api.cases.update({ caseId, name: 'logs in there again' }))
  expect((await type('cases import cases --ours all')).exitCode).toBe(0)
  expect((await there()).name).toBe('logs in here')
})

test('a case that was changed there meanwhile is not deleted', async () => {
  await rm(file())
  meanwhile(() => remote.api.cases.update({ caseId, preconditions: 'a user' }))
  const { stderr, exitCode } = await type('cases import cases --prune --yes')
  expect({ exitCode, stderr }).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('ana changed preconditions meanwhile'),
  })
  expect((await there()).preconditions).toBe('a user')
})
