import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'
import { openKeyboard } from './execute/keyboard.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

describe('a run in which nothing is open is not waited for', () => {
  test('it is shown as runs status shows it', async () => {
    await world.prints('testctl tests set WEB-T1 passed')
    await world.prints('testctl tests set WEB-T2 failed')
    expect(await world.prints('testctl runs wait WEB-R1')).toBe(await world.prints('testctl runs status WEB-R1'))
    expect(await world.json('testctl runs wait WEB-R1')).toEqual(await world.json('testctl runs status WEB-R1'))
  })

  test('and held against a gate', async () => {
    await world.prints('testctl tests set WEB-T1 WEB-T2 failed')
    const waited = await world.type('testctl runs wait WEB-R1 --gate failed')
    expect(waited).toEqual(await world.type('testctl runs status WEB-R1 --gate failed'))
    expect(waited.exitCode).toBe(8)
  })
})

test.for(['', ' --max-failed 0'])('an empty run%s is not done: its tests may be on their way', async (gate) => {
  const line = `testctl runs wait WEB-R4 --timeout 10ms --interval 5ms${gate}`
  const { stdout, stderr, exitCode } = await world.type(line)
  expect(stdout).toMatch(/^WEB-R4 Nightly 4\n {2}total {7}0\n[^]* {2}gate {8}not met: no tests after 10ms\n$/)
  expect(stderr).toBe('error: WEB-R4 is not done: no tests after 10ms\n  try: testctl tests list WEB-R4\n')
  expect(exitCode).toBe(8)
})

test('an empty run is waited for until its tests are there, and done', async () => {
  const waiting = world.type('testctl runs wait WEB-R4 --interval 10ms --timeout 1m')
  await world.prints('testctl runs update WEB-R4 --add-case C1')
  await world.prints('testctl tests set WEB-T19 passed')
  expect(await waiting).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('passed      1\n') })
})

test('a run is waited for until the last result is there', async () => {
  const waiting = world.type('testctl runs wait WEB-R1 --interval 10ms')
  await world.prints('testctl tests set WEB-T1 inProgress')
  await world.prints('testctl tests set WEB-T1 WEB-T2 passed')
  expect(await waiting).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('passed      2\n') })
})

test('when time is up the answer is given, the first open tests are named, and the exit code is 8', async () => {
  const { stdout, stderr, exitCode } = await world.type('testctl runs wait WEB-R7 --timeout 30ms --interval 10ms')
  expect(exitCode).toBe(8)
  expect(stdout).toContain('  gate        not met: 6 tests still open after 30ms: 5 untested, 1 in progress\n')
  expect(stderr).toMatch(/^error: WEB-R7 is not done: 6 tests still open after 30ms: 5 untested, 1 in progress\n/)
  expect(stderr).toMatch(/\n {2}- WEB-T13: removes from the cart \(in progress\)\n/)
  expect(stderr.match(/^ {2}- /gm)?.length).toBe(6)
})

test('a time without a unit is told in seconds', async () => {
  const { stderr } = await world.type('testctl runs wait WEB-R7 --timeout 0.03 --interval 10ms')
  expect(stderr).toContain('6 tests still open after 0.03s: ')
})

test('a gate that is not met either is told besides', async () => {
  const line = 'testctl runs wait WEB-R7 --timeout 10ms --interval 5ms --max-failed 1 --json'
  const { stdout, exitCode } = await world.type(line)
  expect(exitCode).toBe(8)
  expect(JSON.parse(stdout)).toMatchObject({
    gate: { met: false, reasons: [expect.stringContaining('6 tests still open'), '2 tests failed, at most 1 may'] },
  })
})

test('a wait can be interrupted at once', async () => {
  const controller = new AbortController()
  const waiting = world.type('testctl runs wait WEB-R1 --interval 1h', { stop: controller.signal })
  setTimeout(() => controller.abort(new InterruptedError('interrupted')), 50)
  expect(await waiting).toMatchObject({ stdout: '', exitCode: 130 })
})

test('a run that is deleted meanwhile ends the wait with exit 3', async () => {
  const waiting = world.type('testctl runs wait WEB-R1 --interval 10ms')
  await world.prints('testctl runs delete WEB-R1 --yes')
  expect(await waiting).toEqual({
    stdout: '',
    stderr: expect.stringMatching(/^error: there is no test run WEB-R1/),
    exitCode: 3,
  })
})

test('a terminal shows how far it is', async () => {
  const place = { env: world.env, cwd: world.folder }
  const keyboard = openKeyboard('testctl runs wait WEB-R7 --interval 100ms', { ...place, hasStatusLine: true })
  await keyboard.see(/waiting for WEB-R7\b.*\b0 of 6/)
  keyboard.stop.abort(new InterruptedError('interrupted'))
  expect(await keyboard.end()).toMatchObject({ exitCode: 130 })
})

test.for([
  ['--timeout soon', '--timeout: "soon" is not a time'],
  ['--timeout 0', '--timeout: "0" is not a time'],
  ['--interval -1s', '--interval: "-1s" is not a time'],
  ['--gate done', 'there is no result "done"'],
])('%s is refused', async ([flags, error]) => {
  const seen = await world.fails(`testctl runs wait WEB-R7 ${flags}`)
  expect(seen).toEqual({ exitCode: 2, stderr: expect.stringContaining(`error: ${error}\n`) })
})

describe('a service that fails for a while', () => {
  const key = 'secret-key'
  let remote: Remote
  afterEach(() => remote.close())

  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Log in to the network</h1>' }
  const moved = { status: 302, headers: { location: 'http://portal.test/' }, body: '' }
  const half = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"testRun":{"id"' }
  const lost = () => Promise.reject(new Error('planted'))

  test.for([
    ['no answer', lost, 6],
    ['the page of a proxy', async () => page, 2],
    ['a page that refuses', async () => ({ ...page, status: 403 }), 2],
    ['a redirect to one', async () => moved, 2],
    ['half an answer', async () => half, 2],
  ] as const)('%s is borne, and told in the end', async ([, answer, requests]) => {
    remote = await startRemote(key)
    const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key }
    const type = (line: string) => world.type(line, { env })
    await type('testctl projects create --name Web --identifier WEB')
    await type("testctl cases create -p WEB --name 'logs in'")
    await type('testctl runs create -p WEB --name Nightly --all-cases')
    let looks = 0
    remote.before = (request) => {
      if (!request.path.startsWith('/v1/test-runs/test-run/')) return undefined
      looks += 1
      // Request 1 finds the run, request 2 is a good look, the next `requests` fail: two looks with all their attempts.
      if (looks > 2 && looks < 3 + requests) return answer()
      return looks === 3 + requests ? type('testctl tests set WEB-T1 passed').then(() => undefined) : undefined
    }
    const { stdout, stderr, exitCode } = await type('testctl runs wait WEB-R1 --interval 10ms')
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining('passed      1\n') })
    expect(stderr).toMatch(/^warning: 2 looks at the run failed, the last: /)
  })
})

test('a page that answers the first look is no outage: the address may be wrong', async () => {
  const remote = await startRemote('key')
  remote.before = async () => ({ status: 200, headers: {}, body: '<h1>Log in to the network</h1>' })
  const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key' }
  const { stderr, exitCode } = await world.type('testctl runs wait WEB-R1 --timeout 5s', { env })
  expect({ exitCode, stderr }).toEqual({ exitCode: 5, stderr: expect.stringContaining('is TESTCTL_URL right?') })
  await remote.close()
})

test('a service that never answers is waited for as long as --timeout says, and not as long as a request may take', async () => {
  const remote = await startRemote('key')
  remote.before = () => new Promise(() => {})
  const type = (line: string) =>
    world.type(`testctl runs ${line} --timeout 1s`, { env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key' } })
  const stderr = 'error: the service has not answered in time\n  is the service up? testctl doctor\n'
  for (const seen of await Promise.all(['wait WEB-R1', 'wait -p WEB --name Nightly', 'watch WEB-R1'].map(type)))
    expect(seen).toEqual({ exitCode: 6, stdout: '', stderr })
  await remote.close()
})

test('with --name, what the first answers take is part of the --timeout', async () => {
  const remote = await startRemote('key')
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'globe', color: '#000000' })
  remote.before = () => sleep(20)
  const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key' }
  const { exitCode } = await world.type('testctl runs wait -p WEB --name Nightly --timeout 10ms --interval 1ms', {
    env,
  })
  // The requests: the project, the first look, and the last.
  expect({ exitCode, asked: remote.requests.length }).toEqual({ exitCode: 3, asked: 3 })
  await remote.close()
})
