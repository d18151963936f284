import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

// A submission that fails after it has created cases reports these cases. DECISIONS 411

const key = 'canary-0123456789'
let remote: Remote
let world: World
let projectId: string

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  projectId = (await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })).project.id
  const cases = Array.from({ length: 3 }, (_, at) => `<testcase name="Case ${at}"/>`)
  await writeFile(join(world.folder, 'report.xml'), `<testsuite name="Shop">${cases.join('')}</testsuite>`)
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

const submit = 'testctl runs submit report.xml -p WEB --name CI --create-cases'
const finish = 'to finish, run the same command again, or testctl runs submit --resume'
const runs = async () => (await remote.api.runs.list({ projectId })).testRuns

/** Runs a line while requests with a method and path are answered with `status`, except the first `after` of them. */
const typeWhile = async (line: string, asked: string, status: number, { after = 0 } = {}) => {
  let seen = 0
  remote.before = async ({ method, path }) =>
    asked.startsWith(method) && path.startsWith(asked.slice(method.length + 1)) && ++seen > after
      ? { status, headers: {}, body: '{"message":"planted"}' }
      : undefined
  const typed = await world.type(line, { env: { TESTCTL_TIMEOUT: '2s' } })
  delete remote.before
  return typed
}

describe('a run that cannot be created', () => {
  test.for([400, 401, 404, 429])('after cases were, when the service answers %s: both are told', async (status) => {
    const { exitCode, stdout, stderr } = await typeWhile(submit, 'PUT /v1/test-runs', status)
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' })
    expect(stderr).toMatch(/^error: 3 cases were created; the run was not: the (service|key) .*\n/m)
    expect(stderr).toContain(`\n  ${finish}\n`)
    expect(await runs()).toEqual([])
    expect(await world.type(submit)).toMatchObject({ exitCode: 0 })
    expect(await runs()).toMatchObject([{ name: 'CI', results: { total: 3, passed: 3 } }])
    expect((await remote.api.cases.list({ projectId })).pagination.total).toBe(3)
  })

  test('of which it is unknown whether it was: that stays so, and the cases are told', async () => {
    const { exitCode, stderr } = await typeWhile(submit, 'PUT /v1/test-runs', 500)
    expect({ exitCode, stderr }).toEqual({
      exitCode: 9,
      stderr: expect.stringMatching(/^error: 3 cases were created; /m),
    })
    expect(stderr).toContain('testctl runs list -p WEB')
  })

  test('where no case was needed: its own reason and exit code are told', async () => {
    await world.type(submit)
    const { exitCode, stderr } = await typeWhile(submit.replace('CI', 'CI2'), 'PUT /v1/test-runs', 400)
    expect({ exitCode, stderr }).toEqual({ exitCode: 5, stderr: expect.stringMatching(/^error: the service refused/m) })
  })

  test('--json: the error on stderr has the cases as well', async () => {
    const { stderr } = await typeWhile(`${submit} --json`, 'PUT /v1/test-runs', 400)
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({
      error: { exitCode: 7, message: expect.stringMatching(/^3 cases were created; the run was not: /) as string },
    })
  })
})

test('tests that an existing run does not take, after cases were created: both are told', async () => {
  await remote.api.runs.create({ projectId, name: 'R', caseIds: [] })
  const line = 'testctl runs submit report.xml --run WEB-R1 --create-cases'
  const { exitCode, stderr } = await typeWhile(line, 'POST /v1/test-runs', 400)
  expect({ exitCode, stderr }).toEqual({
    exitCode: 7,
    stderr: expect.stringMatching(/^error: 3 cases were created; no result has been set: /m),
  })
  expect(await world.type(line)).toMatchObject({ exitCode: 0 })
})

test('a run that was created with the cases, and cannot be read: both are told', async () => {
  const { exitCode, stderr } = await typeWhile(submit, 'GET /v1/tests', 503)
  expect({ exitCode, stderr }).toEqual({
    exitCode: 7,
    stderr: expect.stringMatching(/^error: 3 cases and the run WEB-R1 were created; no result has been set: /m),
  })
  expect(await world.type(submit)).toMatchObject({ exitCode: 0 })
  expect(await runs()).toMatchObject([{ name: 'CI', results: { total: 3, passed: 3 } }])
})

test('a run that was created to be shared, where the runs cannot be read again: the run is told', async () => {
  await world.type(submit)
  const line = `${submit.replace('CI', 'CI2')} --reuse`
  const { exitCode, stderr } = await typeWhile(line, 'GET /v1/test-runs', 503, { after: 2 })
  expect({ exitCode, stderr }).toEqual({
    exitCode: 7,
    stderr: expect.stringMatching(/^error: the run WEB-R2 was created; no result has been set: /m),
  })
  expect(await world.type(line)).toMatchObject({ exitCode: 0 })
  expect(await runs()).toHaveLength(2)
})
