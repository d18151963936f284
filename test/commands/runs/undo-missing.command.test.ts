import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

// The output of an undo if the service answers with 404 for the run, a test or a comment. DECISIONS 304

const key = 'canary-0123456789'
let remote: Remote
let world: World
beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const report = '1..3\nok 1 - logs in\nnot ok 2 - logs out\n  ---\n  message: no button\n  ...\nok 3 - pays\n'
  await writeFile(join(world.folder, 'report.tap'), report)
  const { stderr, exitCode } = await world.type('testctl runs submit report.tap -p WEB --name CI --create-cases')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

const runOf = async () => (await remote.api.runs.get({ identifier: 'WEB-R1' })).testRun
const testsOf = async () =>
  (await remote.api.tests.list({ testRunId: (await runOf()).id, relations: ['comments'] })).tests
const notThere = { status: 404, headers: {}, body: '{"message":"not found"}' }

test('a run that is there was not deleted, though its tests are not found, and is undone later', async () => {
  remote.before = async ({ method, path }) => (method === 'GET' && path.startsWith('/v1/tests/') ? notThere : undefined)
  const { stderr, exitCode } = await world.type('testctl runs undo')
  expect(exitCode).toBe(3)
  expect(stderr).toMatch(
    /^error: the run WEB-R1 exists, but its tests cannot be found: .*\n {2}try: testctl tests list WEB-R1\n$/,
  )
  delete remote.before
  expect((await world.type('testctl runs undo')).stdout).toContain('put back   3 results')
})

test('another run with the identifier of one that was deleted is told from it', async () => {
  const { id } = await runOf()
  remote.before = async ({ path }) => (path.includes(id) ? notThere : undefined)
  remote.after = ({ path }, response) =>
    path.startsWith('/v1/test-runs/test-run/') ? { ...response, body: response.body.replaceAll(id, 'other') } : response
  expect(await world.type('testctl runs undo')).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: 'error: the run WEB-R1 was deleted: there is nothing to undo\n  try: testctl runs undo --dry-run\n',
  })
})

test('a test that is deleted meanwhile is gone, and no failure', async () => {
  const [first] = await testsOf()
  remote.before = async ({ method, path }) => {
    if (method !== 'POST' || !path.endsWith(first!.id)) return
    delete remote.before
    await remote.api.tests.delete({ testId: first!.id })
  }
  const { stdout, stderr, exitCode } = await world.type('testctl runs undo')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toContain(`put back   2 results\n  comments   1 taken away, 0 put back\n  gone       1\n    WEB-T1 `)
})

test('a test that was taken out of the run before the undo is gone, and no failure', async () => {
  const [first] = await testsOf()
  await remote.api.runs.update({ testRunId: (await runOf()).id, caseIdsToRemove: [first!.caseId] })
  const { stdout, stderr, exitCode } = await world.type('testctl runs undo')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toContain(`put back   2 results\n  comments   1 taken away, 0 put back\n  gone       1\n    WEB-T1 `)
})

test('a run that is deleted meanwhile is told once', async () => {
  const { id } = await runOf()
  remote.before = async ({ method }) => {
    if (method !== 'POST') return
    delete remote.before
    await remote.api.runs.delete({ testRunId: id })
  }
  expect(await world.type('testctl runs undo')).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: 'error: the run WEB-R1 was deleted: there is nothing to undo\n  try: testctl runs undo --dry-run\n',
  })
})

test('a comment that somebody deleted is not missed', async () => {
  const commentId = (await testsOf()).flatMap(({ comments = [] }) => comments)[0]!.id
  remote.before = async ({ method }) => {
    if (method === 'DELETE') await remote.api.comments.delete({ commentId }).catch(() => undefined)
  }
  const { stdout, exitCode } = await world.type('testctl runs undo')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('put back   3 results')
})

test('what a service stores without an answer is put back', async () => {
  remote.after = ({ method }, response) => (method === 'POST' ? { ...response, body: '' } : response)
  const { stdout, stderr, exitCode } = await world.type('testctl runs undo')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toContain('put back   3 results')
})

test('what may have been put back, or taken away, is unknown and no failure; a second undo finishes it', async () => {
  remote.after = ({ method }, response) => (method === 'DELETE' ? { ...response, body: '<p>Log in' } : response)
  let changes = 0
  remote.before = async ({ method }) =>
    method === 'POST' && ++changes === 1 ? { status: 400, headers: {}, body: '{"message":"no"}' } : undefined
  const { stdout, stderr, exitCode } = await world.type('testctl runs undo')
  expect(exitCode).toBe(7)
  expect(stdout).toMatch(
    / {2}not done {3}1\n {4}WEB-T1 logs in: .+\n {2}unknown {4}1\n {4}WEB-T2 logs out: its comment: DELETE .+\n/,
  )
  expect(stderr).toMatch(/^error: put back 2, failed 1, unknown 1\n {2}run it again: nothing is done twice\n/)
  delete remote.before
  delete remote.after
  expect((await world.type('testctl runs undo')).exitCode).toBe(0)
  expect((await testsOf()).map(({ result }) => result)).toEqual(['untested', 'untested', 'untested'])
})
