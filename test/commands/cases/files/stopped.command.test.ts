import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InterruptedError } from '../../../../src/errors.ts'
import { type Remote, startRemote } from '../../../helpers/remote.ts'
import { createWorld, type World } from '../../../helpers/world.ts'

// Ctrl-C during an import or export, and files that the user changes or removes meanwhile.

const key = 'test-key-1234567890'
let remote: Remote
let world: World
let projectId: string
const type = (line: string, stop?: AbortSignal) =>
  world.type(`testctl ${line} -p WEB`, { cwd: world.folder, ...(stop && { stop }) })
const path = (name: string) => join(world.folder, 'cases', name)
const write = (name: string, title: string) =>
  writeFile(path(name), `# ${title}\n\n## Steps\n\n1. do\n   **Expected:** done\n`)
const names = async () => (await remote.api.cases.list({ projectId, limit: 1000 })).cases.map(({ name }) => name).sort()
const hidden = async () => (await readdir(join(world.folder, 'cases'))).filter((name) => name.startsWith('.'))
// More than the 16 requests that run at once.
const numbers = Array.from({ length: 24 }, (_, at) => String(100 + at))

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  const project = { name: 'Web', identifier: 'WEB', icon: 'i', color: '#000000' }
  projectId = (await remote.api.projects.create(project)).project.id
  await mkdir(join(world.folder, 'cases'))
})
afterEach(async () => {
  await world.remove()
  await remote.close()
})

/** Calls `act` when the service gets request number `at` with this method. */
const atRequest = (wanted: string, at: number, act: () => unknown) => {
  let count = 0
  remote.before = async ({ method }) => {
    if (method === wanted && ++count === at) await act()
  }
}

test.each([1, 20])('an import that Ctrl-C ends at create %i exits with 130, and the next one goes on', async (at) => {
  for (const number of numbers) await write(`${number}.md`, number)
  const controller = new AbortController()
  atRequest('PUT', at, () => controller.abort(new InterruptedError('interrupted')))
  const { stderr, exitCode } = await type('cases import cases', controller.signal)
  expect(exitCode).toBe(130)
  expect(stderr).toContain('run it again: nothing is done twice\n')
  expect(await hidden()).not.toContain('.testctl-cases.lock')
  delete remote.before
  expect((await type('cases import cases')).exitCode).toBe(0)
  expect(await names()).toEqual(numbers)
  expect(await hidden()).toEqual(['.testctl-cases.ndjson'])
})

test('an export that Ctrl-C ends exits with 130, leaves whole files, and the next one goes on', async () => {
  for (const name of numbers) await remote.api.cases.create({ projectId, name, preconditions: '', steps: [] })
  const controller = new AbortController()
  atRequest('GET', 2, () => controller.abort(new InterruptedError('interrupted')))
  expect((await type('cases export cases', controller.signal)).exitCode).toBe(130)
  expect(await hidden()).toEqual([])
  delete remote.before
  expect((await type('cases export cases')).exitCode).toBe(0)
  expect((await type('cases status cases')).stdout).toBe('= 24 unchanged\n')
})

test('a file that is changed while its case is created keeps the change, which the next import sends', async () => {
  await write('a.md', 'before')
  atRequest('PUT', 1, () => write('a.md', 'after'))
  expect((await type('cases import cases')).exitCode).toBe(0)
  expect(await readFile(path('a.md'), 'utf8')).toMatch(/^---\ncase: WEB-C1\n---\n\n# after/)
  expect((await type('cases import cases')).stdout).toBe('~ 1 changed (name 1)  = 0 unchanged\n')
  expect(await names()).toEqual(['after'])
})

test('a file that is removed while its case is created is said, and its case is deleted here from then on', async () => {
  await write('a.md', 'a')
  await write('b.md', 'b')
  atRequest('PUT', 1, () => rm(path('a.md')))
  const { stderr, exitCode } = await type('cases import cases')
  expect(exitCode).toBe(7)
  expect(stderr).toContain('- a.md: it is WEB-C2 now, but a.md was changed meanwhile: it is not there\n')
  expect((await type('cases status cases')).stdout).toMatch(/^- 1 deleted here \(--prune\) {2}= 1 unchanged\n/)
  expect(await names()).toEqual(['a', 'b'])
})

// On other systems, some of these names may stand for the same file.
test.skipIf(process.platform !== 'linux')(
  'names that differ in their case only, or in how a letter is composed, are files of their own',
  async () => {
    const files = ['A.md', 'a.md', 'é.md', 'e\u0301.md', 'CON.md', `${'x'.repeat(252)}.md`]
    for (const name of files) await write(name, name.slice(0, 20))
    expect((await type('cases import cases')).stdout).toBe('+ 6 new  = 0 unchanged\n')
    expect((await type('cases status cases')).stdout).toBe('= 6 unchanged\n')
  },
)
