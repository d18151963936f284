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

/** Submits until the first result is about to be sent. */
const interrupt = async (line: string): Promise<void> => {
  const stop = new AbortController()
  remote.before = async ({ method, path }) => {
    if (method !== 'POST' || !path.startsWith('/v1/tests/')) return
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
