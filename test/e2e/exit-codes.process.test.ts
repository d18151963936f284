import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Hostile, hostile, http } from '../wire/hostile.ts'
import { createMachine, type Machine } from './machine.ts'
import { toldBy } from './problem.ts'
import { seed } from './seed.ts'

// RELIABILITY 15. One test for each row of the table in PROMISES, "Exit codes".

let machine: Machine
/** A service that answers only lists of projects. */
let silent: Hostile
const remotely = () => ({ env: { TESTCTL_URL: silent.url, TESTCTL_API_KEY: 'secret-key' } })

beforeAll(async () => {
  machine = await createMachine()
  await seed(machine.folder)
  silent = await hostile(({ socket, request }) => {
    if (request.startsWith('GET /v1/projects')) socket.write(http(200, projects))
  })
})
afterAll(async () => {
  await silent.close()
  await machine.remove()
})

const common = { createdAt: '2026-01-01T00:00:00Z', createdBy: 'ana', updatedAt: 1767225600, updatedBy: 'ana' }
const projects = JSON.stringify({
  projects: [{ id: 'p1', ...common, name: 'Web', identifier: 'WEB', icon: 'globe', color: '#36f' }],
  pagination: { limit: 1000, offset: 0, total: 1 },
})

test('0: done', async () => {
  expect(await machine.type('testctl tests set WEB-T1 passed')).toEqual({ stdout: 'WEB-T1\n', stderr: '', exitCode: 0 })
})

test('1: unexpected, a bug; and with -v where', async () => {
  const fault = join(machine.folder, 'fault.cjs')
  await writeFile(fault, `URL.canParse = () => { throw new TypeError('planted') }`)
  const runtime = { NODE_OPTIONS: `--require ${fault}`, BUN_OPTIONS: `--preload ${fault}` }
  const env = { ...runtime, TESTCTL_URL: 'https://tests.example.com', TESTCTL_API_KEY: 'k' }
  for (const line of ['testctl projects list', 'testctl tests set WEB-T1 passed']) {
    expect(toldBy(await machine.type(line, { env }))).toMatchObject({
      exitCode: 1,
      error: 'unexpected: planted',
      next: 'this is a bug in testctl; run it again with --verbose to see where',
    })
    expect((await machine.type(`${line} -v`, { env })).stderr).toMatch(/fault\.cjs/)
  }
})

test('2: usage', async () => {
  expect(toldBy(await machine.type('testctl tests set WEB-T1 pased'))).toMatchObject({
    exitCode: 2,
    error: 'there is no result "pased"',
    next: 'did you mean passed? results: untested, inProgress, passed, failed',
  })
})

test('2: a confirmation is needed', async () => {
  expect(toldBy(await machine.type('testctl tests delete WEB-T2'))).toMatchObject({
    exitCode: 2,
    error: 'deleting the test WEB-T2 needs a confirmation',
    next: expect.stringContaining('--yes'),
  })
})

test('3: not found', async () => {
  expect(toldBy(await machine.type('testctl tests get WEB-T999'))).toMatchObject({
    exitCode: 3,
    error: 'there is no test WEB-T999',
    next: expect.stringContaining('testctl tests list'),
  })
})

test('4: no key, and nothing is asked', async () => {
  const before = silent.connections()
  expect(toldBy(await machine.type('testctl projects list', { env: { TESTCTL_URL: silent.url } }))).toMatchObject({
    exitCode: 4,
    error: `there is no key for ${silent.url}`,
    next: 'set TESTCTL_API_KEY, or store a key: testctl auth login',
  })
  expect(silent.connections()).toBe(before)
})

test('5: rejected by the service', async () => {
  expect(toldBy(await machine.type('testctl projects create --name Again --identifier WEB'))).toMatchObject({
    exitCode: 5,
    error: expect.stringContaining('WEB'),
  })
})

test('6: the service cannot be reached', async () => {
  const env = { TESTCTL_URL: 'http://127.0.0.1:9', TESTCTL_API_KEY: 'secret-key' }
  expect(toldBy(await machine.type('testctl projects list', { env }))).toMatchObject({
    exitCode: 6,
    error: 'nothing listens at http://127.0.0.1:9 (connection refused)',
    next: expect.stringContaining('is TESTCTL_URL right?'),
  })
  // A batch that fails as a whole, for one reason, is not partly done.
  expect((await machine.typeHere('testctl tests set WEB-T1 WEB-T2 passed', { env })).exitCode).toBe(6)
})

test('7: partly done, and what was not is named', async () => {
  expect(toldBy(await machine.type('testctl tests set WEB-T1 WEB-T999 failed'), 'WEB-T1\n')).toEqual({
    exitCode: 7,
    error: expect.stringMatching(/^1 of 2 tests changed, 1 failed/),
    next: expect.stringContaining('run it again'),
    issues: ['WEB-T999: there is no test WEB-T999'],
  })
})

test('8: a gate is not met, and the answer is there', async () => {
  expect(toldBy(await machine.type('testctl runs status WEB-R7 --gate failed --quiet'), 'WEB-T11\nWEB-T12\n')).toEqual({
    exitCode: 8,
    error: 'the gate of WEB-R7 is not met: 2 tests failed',
    next: 'testctl tests list WEB-R7 --result failed',
    issues: [],
  })
})

test('9: a create was sent and no answer came', async () => {
  const line = "testctl cases create -p WEB --name 'Login works' --timeout 6s"
  expect(toldBy(await machine.type(line, remotely()))).toMatchObject({
    exitCode: 9,
    error:
      'PUT /v1/cases/p1 was sent, but no answer within 6 s: the case "Login works" may or may not have been created',
    next: 'look first: testctl cases list -p WEB',
  })
})

test.each([
  [130, 'SIGINT', 'interrupted'],
  [143, 'SIGTERM', 'terminated'],
  [129, 'SIGHUP', 'hung up'],
] as const)('%i: %s', async (exitCode, signal, error) => {
  const before = silent.requests.length
  const running = machine.start('testctl runs list -p WEB', remotely())
  await expect.poll(() => silent.requests.length).toBeGreaterThan(before + 1)
  running.kill(signal)
  expect(toldBy(await running)).toMatchObject({ exitCode, error })
})

test('141: the output was closed; nothing is said', async () => {
  const pipe = await machine.shell('set +eo pipefail; testctl cases list -p WEB | true; echo ${PIPESTATUS[0]}')
  expect(pipe).toEqual({ stdout: '141\n', stderr: '', exitCode: 0 })
})

test('with --json an error is one line of JSON on stderr that has the code too, and stdout is empty', async () => {
  const { stdout, stderr, exitCode } = await machine.type('testctl tests get WEB-T999 --json')
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 })
  expect(stderr).toMatch(/^.*\n$/)
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: 'not_found',
      message: 'there is no test WEB-T999',
      status: 404,
      exitCode: 3,
      hint: expect.stringContaining('testctl tests list'),
    },
  })
})
