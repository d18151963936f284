import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

// Journals are in the state folder. An older testctl wrote them into the cache folder. DECISIONS 152

let remote: Remote
let world: World
beforeEach(async () => {
  remote = await startRemote('canary-0123456789')
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'canary-0123456789' })
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const cases = Array.from({ length: 40 }, (_, at) => `<testcase name="Case ${at}"/>`)
  await writeFile(join(world.folder, 'report.xml'), `<testsuite name="Shop">${cases.join('')}</testsuite>`)
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

const state = () => join(world.folder, '.local/state/testctl/submissions')
const cache = () => join(world.folder, '.cache/testctl/submissions')
const submit = 'testctl runs submit report.xml -p WEB --name CI --create-cases --json'

/** Submits, stops at result number `updates`, and moves the journal to the folder of an older testctl. */
const submitAsOlder = async (updates = Infinity): Promise<string> => {
  const stop = new AbortController()
  let seen = 0
  remote.before = async ({ method, path }) => {
    if (method === 'POST' && path.startsWith('/v1/tests/') && ++seen === updates)
      stop.abort(new InterruptedError('stopped'))
  }
  await world.type(submit, { stop: stop.signal })
  delete remote.before
  const [journal = ''] = await readdir(state())
  await mkdir(cache(), { recursive: true })
  await rename(join(state(), journal), join(cache(), journal))
  return journal
}

test('a submission that an older testctl began is resumed', async () => {
  const journal = await submitAsOlder(10)
  const { stdout, stderr, exitCode } = await world.type('testctl runs submit --resume --json')
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ journal: join(cache(), journal), run: { name: 'CI' } })
  const { projects } = await remote.api.projects.list({})
  const { testRuns } = await remote.api.runs.list({ projectId: projects[0]!.id })
  expect(testRuns).toMatchObject([{ results: { total: 40, passed: 40 } }])
})

test('a submission of an older testctl is undone by the name of its journal', async () => {
  const journal = await submitAsOlder()
  const { stdout, exitCode } = await world.type(`testctl runs undo ${journal.replace('.ndjson', '')} --json`)
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout).restored).toHaveLength(40)
})
