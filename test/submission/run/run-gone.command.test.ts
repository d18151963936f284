import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

// An unfinished submission whose run was deleted since.

const key = 'canary-0123456789'
let remote: Remote
let world: World

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const cases = Array.from({ length: count }, (_, at) => `<testcase name="Case ${at}"/>`)
  await writeFile(join(world.folder, 'report.xml'), `<testsuite name="Shop">${cases.join('')}</testsuite>`)
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

// More than the results that are answered or in flight before the stop.
const count = 40
const before = 4

const intoNew = 'testctl runs submit report.xml -p WEB --name CI --create-cases --json'

/** Runs a line and stops it after some results were set. */
const stopMidway = async (line: string) => {
  const stop = new AbortController()
  let seen = 0
  remote.before = async ({ method, path }) => {
    if (method === 'POST' && path.startsWith('/v1/tests/') && ++seen === before)
      stop.abort(new InterruptedError('stopped'))
  }
  const { exitCode } = await world.type(line, { stop: stop.signal })
  delete remote.before
  expect(exitCode).toBe(130)
}

const runsNamed = async () => {
  const { projects } = await remote.api.projects.list({})
  return (await remote.api.runs.list({ projectId: projects[0]!.id })).testRuns
}

const entries = async () => {
  const shelf = join(world.folder, '.local/state/testctl/submissions')
  const texts = await Promise.all((await readdir(shelf)).map((name) => readFile(join(shelf, name), 'utf8')))
  return texts.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line) as { did: string })
}

test('the same command makes a new run, sets all of it, and nothing points at the old one', async () => {
  await stopMidway(intoNew)
  const [old] = await runsNamed()
  await remote.api.runs.delete({ testRunId: old!.id })
  const { stdout, stderr, exitCode } = await world.type(intoNew)
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const runs = await runsNamed()
  expect(runs).toMatchObject([{ name: 'CI', results: { total: count, passed: count } }])
  expect(JSON.parse(stdout)).toMatchObject({
    run: { id: runs[0]?.id, created: true },
    created: { cases: 0, tests: count },
    tests: { set: count },
  })
  expect(stdout).not.toContain(old!.id)
  expect((await entries()).map(({ did }) => did)).toContain('gone')
  // The undo is about the new run.
  const undone = await world.type(`testctl runs undo ${(JSON.parse(stdout) as { journal: string }).journal} --json`)
  expect(JSON.parse(undone.stdout)).toMatchObject({ run: { id: runs[0]?.id, created: true }, gone: [] })
  expect((JSON.parse(undone.stdout) as { restored: unknown[] }).restored).toHaveLength(count)
})

test('a submission that is resumed claims only what it made itself', async () => {
  await stopMidway(intoNew)
  const { stdout, exitCode } = await world.type('testctl runs submit --resume --json')
  expect(exitCode).toBe(0)
  const { run, created, tests } = JSON.parse(stdout) as {
    run: { created: boolean }
    created: object
    tests: { set: number; unchanged: number }
  }
  expect({ run: run.created, created }).toEqual({ run: false, created: { cases: 0, tests: 0 } })
  expect(tests.unchanged).toBeGreaterThanOrEqual(before)
  expect(tests.set).toBeGreaterThan(0)
  expect(tests.set + tests.unchanged).toBe(count)
})

test('one that went to a run that is there no more ends: it is not resumed again', async () => {
  const { projects } = await remote.api.projects.list({})
  const { testRun } = await remote.api.runs.create({ projectId: projects[0]!.id, name: 'R', caseIds: [] })
  await stopMidway('testctl runs submit report.xml --run WEB-R1 --create-cases')
  await remote.api.runs.delete({ testRunId: testRun.id })
  const first = await world.type('testctl runs submit --resume')
  expect(first).toMatchObject({ exitCode: 3, stdout: '' })
  expect(first.stderr).toContain('the submission ended with its run')
  const [next = ''] = /testctl runs submit .*/.exec(first.stderr) ?? []
  const second = await world.type('testctl runs submit --resume')
  expect(second).toMatchObject({ exitCode: 2, stdout: '' })
  expect(second.stderr).toContain('no submission to this service was interrupted')
  expect(next).toContain('report.xml --create-cases --name R --project WEB')
  expect(await world.type(next)).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^WEB-R2 R \(created\)/) })
})

test('one that went to such a run by its id, with no project, ends too', async () => {
  await world.type(intoNew)
  const id = (await world.type('testctl runs create -p WEB --name R --all-cases --jq .id')).stdout.trim()
  await stopMidway(`testctl runs submit report.xml --run ${id}`)
  await remote.api.runs.delete({ testRunId: id })
  const first = await world.type('testctl runs submit --resume')
  expect(first).toMatchObject({ exitCode: 3, stdout: '' })
  expect(first.stderr).toContain('the submission ended with its run')
  const second = await world.type('testctl runs submit --resume')
  expect(second.stderr).toContain('no submission to this service was interrupted')
})

test('one into an id that is no run leaves nothing to resume', async () => {
  const line = 'testctl runs submit report.xml --run 01a22761-242f-7399-922c-01876a6b3915'
  expect(await world.type(line)).toMatchObject({ exitCode: 3, stdout: '' })
  const { stderr } = await world.type('testctl runs submit --resume')
  expect(stderr).toContain('no submission to this service was interrupted')
})

test('one whose tests are not found, in a run that is there, can be resumed and undone later', async () => {
  const { projects } = await remote.api.projects.list({})
  await remote.api.runs.create({ projectId: projects[0]!.id, name: 'R', caseIds: [] })
  await stopMidway('testctl runs submit report.xml --run WEB-R1 --create-cases')
  remote.before = async ({ method, path }) =>
    method === 'GET' && path.startsWith('/v1/tests/') ? { status: 404, headers: {}, body: '{}' } : undefined
  const { stderr, exitCode } = await world.type('testctl runs submit --resume')
  delete remote.before
  expect(exitCode).toBe(3)
  expect(stderr).not.toContain('ended with its run')
  expect(await world.type('testctl runs submit --resume')).toMatchObject({ exitCode: 0 })
  expect(await world.type('testctl runs undo')).toMatchObject({ exitCode: 0 })
})

test('one whose milestone is there no more is not said to have ended with its run', async () => {
  const { projects } = await remote.api.projects.list({})
  const projectId = projects[0]!.id
  const { milestone } = await remote.api.milestones.create({ projectId, name: 'Release', testRunIds: [] })
  await stopMidway(intoNew.replace('--json', '--milestone M1'))
  await remote.api.milestones.delete({ milestoneId: milestone.id })
  const { stderr, exitCode } = await world.type('testctl runs submit --resume')
  expect({ stderr, exitCode }).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('no milestone') })
  expect(stderr).not.toContain('ended with its run')
  expect(await world.type(intoNew)).toMatchObject({ exitCode: 0 })
  expect(await runsNamed()).toMatchObject([{ name: 'CI', results: { passed: count } }])
})

test('a run that is deleted midway is not told to go on with', async () => {
  let updates = 0
  remote.before = async ({ method, path }) => {
    if (method === 'POST' && path.startsWith('/v1/tests/') && ++updates === before)
      await remote.api.runs.delete({ testRunId: (await runsNamed())[0]!.id })
  }
  const { stderr, exitCode } = await world.type(intoNew)
  delete remote.before
  expect(exitCode).toBe(7)
  expect(stderr).toContain('the run was deleted: submit the reports again')
  expect(stderr).not.toMatch(/--resume|WEB-R1/)
  const again = await world.type(intoNew)
  expect({ exitCode: again.exitCode, stderr: again.stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(await runsNamed()).toMatchObject([{ name: 'CI', results: { passed: count } }])
})
