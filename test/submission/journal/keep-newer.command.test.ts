import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

const key = 'canary-0123456789'
const submit = 'testctl runs submit report.xml -p WEB --name CI --create-cases'
let remote: Remote
let world: World

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const cases = ['Login', 'Logout'].map((name) => `<testcase name="${name}"/>`)
  await writeFile(join(world.folder, 'report.xml'), `<testsuite name="Shop">${cases.join('')}</testsuite>`)
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

/** Submits until the first result is about to be sent, or the one after some that are set. */
const interrupt = async (line: string, set = 0): Promise<void> => {
  const stop = new AbortController()
  let sent = 0
  remote.before = async ({ method, path }) => {
    if (method !== 'POST' || !path.startsWith('/v1/tests/') || sent++ < set) return
    stop.abort(new InterruptedError('stopped'))
    throw new Error('cut off')
  }
  expect(await world.type(line, { stop: stop.signal })).toMatchObject({ exitCode: 130 })
  delete remote.before
}

const setByAna = async (): Promise<void> => {
  const [testId] = (await world.type('testctl tests list WEB-R1 --jq .[0].id')).stdout.split('\n')
  await remote.api.tests.update({ testId: testId!, result: 'failed' })
}

const results = async (): Promise<string> => (await world.type('testctl tests list WEB-R1 --columns result')).stdout

test.each([
  ['the same command', `${submit} --keep-newer 1ms`, 1],
  ['--resume', 'testctl runs submit --resume', 1],
  ['--resume, after another try,', 'testctl runs submit --resume', 2],
])('%s keeps what was set since the interruption: --keep-newer counts from the first try', async (_, again, tries) => {
  await interrupt(`${submit} --keep-newer 1ms`)
  await setByAna()
  if (tries > 1) await interrupt(again)
  expect((await world.type(`${again} --dry-run`)).stdout).toMatch(/ to set +1\n/)
  await world.type(again)
  expect(await results()).toBe('failed\npassed\n')
})

test('another --keep-newer than before counts from now', async () => {
  await interrupt(`${submit} --keep-newer 2h`)
  await setByAna()
  await world.type(`${submit} --keep-newer 1ms`)
  expect(await results()).toBe('passed\npassed\n')
})

test('so is what was set since on a test that the interrupted try had set', async () => {
  await interrupt(`${submit} --keep-newer 1ms`, 1)
  const passed = `testctl tests list WEB-R1 --jq '.[] | select(.result == "passed") | .id'`
  const [testId, ...none] = (await world.type(passed)).stdout.trim().split('\n')
  expect(none).toEqual([])
  await remote.api.tests.update({ testId: testId!, result: 'failed' })
  expect((await world.type('testctl runs submit --resume')).stdout).toMatch(/ newer +1 /)
  expect((await results()).split('\n').sort()).toEqual(['', 'failed', 'passed'])
})

test('what the interrupted try has set itself is replaced, if other flags say so', async () => {
  const cases = ['Login', 'Logout'].map((name) => `<testcase name="${name}"><skipped/></testcase>`)
  await writeFile(join(world.folder, 'report.xml'), `<testsuite name="Shop">${cases.join('')}</testsuite>`)
  await interrupt(`${submit} --keep-newer 1ms --skipped failed`, 1)
  await world.type(`${submit} --keep-newer 1ms --skipped passed`)
  expect(await results()).toBe('passed\npassed\n')
})
