import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../../helpers/remote.ts'
import { createWorld, type World } from '../../../helpers/world.ts'

// A service that confirms a change but does not store it as it was sent. DECISIONS 431

const key = 'test-key-1234567890'
let remote: Remote
let world: World
const type = (line: string) => world.type(`testctl ${line} -p WEB`, { cwd: world.folder })
const inFolder = (name: string) => join(world.folder, 'cases', name)
const file = () => inFolder('WEB-C1-logs-in.md')
const edit = async (from: string, to: string) => writeFile(file(), (await readFile(file(), 'utf8')).replace(from, to))
const there = async () => (await remote.api.cases.get({ identifier: 'WEB-C1' })).case

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  const { project } = await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'i', color: '#000000' })
  const content = { preconditions: 'a user', steps: [], customFields: { area: 'login' } }
  await remote.api.cases.create({ projectId: project.id, name: 'logs in', ...content })
  await type('cases export cases')
})
afterEach(async () => {
  await world.remove()
  await remote.close()
})

/** Calls `then` instead of the next request with this method, and answers that request with the current case. */
const answerWithCase = (method: string, then: () => Promise<unknown> = async () => undefined) => {
  remote.before = async (request) => {
    if (request.method !== method || !request.path.startsWith('/v1/cases/')) return
    delete remote.before
    await then()
    return { status: 200, headers: {}, body: JSON.stringify({ case: await there() }) }
  }
}

test('an update that was not stored is told, and sent again by the next import', async () => {
  await edit('# logs in', '# logs in here')
  await edit('area: login', 'area: start')
  answerWithCase('POST')
  const { stdout, stderr, exitCode } = await type('cases import cases')
  expect({ stdout, exitCode }).toEqual({ stdout: '! 1 failed  = 0 unchanged\n', exitCode: 7 })
  expect(stderr).toContain('- WEB-C1-logs-in.md: the service confirmed the update, but left name, area as it was\n')
  expect((await type('cases status cases')).stdout).toContain('~ 1 changed')
  expect(await type('cases import cases')).toMatchObject({ exitCode: 0 })
  expect(await there()).toMatchObject({ name: 'logs in here', customFields: { area: 'start' } })
  expect((await type('cases import cases')).stdout).toBe('= 1 unchanged\n')
})

test('of an update that was stored in part, the rest is sent again', async () => {
  await edit('# logs in', '# logs in here')
  await edit('area: login', 'area: start')
  answerWithCase('POST', async () => remote.api.cases.update({ caseId: (await there()).id, name: 'logs in here' }))
  expect(await type('cases import cases')).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('left area as it was'),
  })
  expect(await type('cases import cases')).toMatchObject({ exitCode: 0 })
  expect(await there()).toMatchObject({ name: 'logs in here', customFields: { area: 'start' } })
})

test('an update that is answered with the case as it was before is stored', async () => {
  await edit('# logs in', '# logs in here')
  const body = JSON.stringify({ case: await there() })
  remote.after = ({ method }, response) => (method === 'POST' ? { ...response, body } : response)
  expect(await type('cases import cases')).toMatchObject({
    exitCode: 0,
    stdout: '~ 1 changed (name 1)  = 0 unchanged\n',
  })
  expect(await there()).toMatchObject({ name: 'logs in here' })
  expect((await type('cases import cases')).stdout).toBe('= 1 unchanged\n')
})

test('a text that the service keeps in another form is stored', async () => {
  await edit('# logs in', '# logs in here')
  answerWithCase('POST', async () => remote.api.cases.update({ caseId: (await there()).id, name: 'Logs in here' }))
  expect(await type('cases import cases')).toMatchObject({ exitCode: 0 })
  expect((await type('cases import cases')).stdout).toBe('= 1 unchanged\n')
})

test('a create that is answered with a case that was there writes no identifier into the file', async () => {
  await writeFile(inFolder('new.md'), '# logs out\n\n## Preconditions\n\na user\n')
  const body = JSON.stringify({ case: await there() })
  remote.after = (request, response) => (request.method === 'PUT' ? { ...response, body } : response)
  const { stderr, exitCode } = await type('cases import cases')
  expect(exitCode).toBe(9)
  expect(stderr).toContain('- new.md: the service answered with WEB-C1, which was there before\n')
  expect(await readFile(inFolder('new.md'), 'utf8')).not.toContain('case:')
  delete remote.after
  expect(await type('cases import cases')).toMatchObject({ exitCode: 0 })
  expect(await readFile(inFolder('new.md'), 'utf8')).toContain('case: WEB-C2')
  expect((await type('cases list --quiet')).stdout).toBe('WEB-C1\nWEB-C2\n')
})

test('of two creates that are answered with one case, one file gets its identifier', async () => {
  await writeFile(inFolder('a.md'), '# logs out\n\n## Preconditions\n\na user\n')
  await writeFile(inFolder('b.md'), '# signs up\n\n## Preconditions\n\na user\n')
  let first: string | undefined
  remote.after = ({ method }, response) => {
    if (method !== 'PUT') return response
    first ??= response.body
    return { ...response, body: first }
  }
  const { stderr, exitCode } = await type('cases import cases')
  expect(exitCode).toBe(9)
  expect(stderr).toMatch(/- [ab]\.md: the service answered with WEB-C[23], which was there before\n/)
  const texts = await Promise.all(['a.md', 'b.md'].map((name) => readFile(inFolder(name), 'utf8')))
  expect(texts.filter((text) => text.includes('case:'))).toHaveLength(1)
})
