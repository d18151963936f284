import { expect, test } from 'vitest'
import { readFolder, result } from './results.ts'

const hook = (name: string, message: string) => ({ name, status: 'broken', statusDetails: { message } })
const failed = { status: 'failed', statusDetails: { message: 'no' } }
const droppedOf = async (files: Record<string, unknown>) => {
  const { folder, report } = await readFolder(files)
  return report?.dropped.map(({ name, reason }) => `${name}: ${reason.replace(folder, '')}`)
}

test('a hook that fails after its tests have passed is dropped, and told once', async () => {
  // allure-mocha 3.12 writes both, allure-vitest only the second, allure-junit5 only the first.
  const container = { uuid: 'c', children: ['u'], befores: [], afters: [hook('"after all" hook', 'AA')] }
  const globals = { attachments: [], errors: [{ message: '"after all" hook failed: AA', trace: 'Error: AA' }] }
  const dropped = (file: string) => [`"after all" hook: failed outside of its tests: AA (in /${file})`]
  const works = { 'a-result.json': result() }
  expect(await droppedOf({ ...works, 'c-container.json': container })).toEqual(dropped('c-container.json'))
  expect(await droppedOf({ ...works, 'g-globals.json': globals })).toEqual(dropped('g-globals.json'))
  expect(await droppedOf({ ...works, 'c-container.json': container, 'g-globals.json': globals })).toEqual(
    dropped('c-container.json'),
  )
})

test('an error of the run that no hook tells is dropped', async () => {
  const globals = { errors: [{ message: 'Error: the port is taken\n  at x' }, {}] }
  expect(await droppedOf({ 'a-result.json': result(), 'g-globals.json': globals })).toEqual([
    'the run: failed outside of its tests: Error: the port is taken (in /g-globals.json)',
    'the run: failed outside of its tests: nothing said (in /g-globals.json)',
  ])
})

test.for([
  ['failed', failed, 'no'],
  ['failed in an earlier attempt', { ...failed, historyId: 'h', stop: 1 }, 'no'],
  ['was expected to, by pytest', { status: 'skipped', statusDetails: { message: 'XFAIL \n\nno' } }, 'no'],
] as const)('a hook of a test that %s is no failure of its own', async ([, told, message]) => {
  const container = { children: ['u'], befores: [hook('"before each" hook', message)] }
  const globals = { errors: [{ message: `beforeEach hook failed: ${message}` }] }
  const files = { 'a-result.json': result(told), 'b-result.json': result({ uuid: 'v', historyId: 'h' }) }
  expect(await droppedOf({ ...files, 'c-container.json': container, 'g-globals.json': globals })).toEqual([])
})

test('hooks that passed are no failures', async () => {
  const container = { children: ['u'], befores: [{ name: 'open', status: 'passed' }], afters: [{}] }
  const globals = { attachments: [], errors: [] }
  const files = { 'a-result.json': result(), 'c-container.json': container, 'g-globals.json': globals }
  expect(await droppedOf(files)).toEqual([])
})

test('a container that is cut off may hide a failure', async () => {
  expect(await droppedOf({ 'a-result.json': result(), 'c-container.json': '{"afters":[{' })).toEqual([
    expect.stringMatching(/^the run: a hook may have failed: .*c-container\.json is not well-formed JSON/),
  ])
})

test('a hook of Playwright that skips its tests is no failure', async () => {
  const globals = { errors: [{ message: 'beforeEach hook failed: Error: Test is skipped: not here' }] }
  const skipped = result({ status: 'skipped', statusDetails: { message: 'not here' } })
  expect(await droppedOf({ 'a-result.json': skipped, 'g-globals.json': globals })).toEqual([])
})

test('a hook that fails as test.fail of Playwright expects is no failure, another one is', async () => {
  const said = (received: number) => `Error: expect(received).toBe(expected)\n\nExpected: 2\nReceived: ${received}`
  const expected = { 'a-result.json': result({ statusDetails: { message: said(1) } }) }
  const globals = (received: number) => ({ errors: [{ message: `afterEach hook failed: ${said(received)}` }] })
  expect(await droppedOf({ ...expected, 'g-globals.json': globals(1) })).toEqual([])
  expect(await droppedOf({ ...expected, 'g-globals.json': globals(3) })).toHaveLength(1)
})

test('a hook that TestNG tells as a test of its own is told once, unless that one passed in the end', async () => {
  const container = { children: ['u'], befores: [hook('setUp', 'down')] }
  const own = result({ uuid: 'o', historyId: 'o', stop: 1, status: 'broken', statusDetails: { message: 'down' } })
  const files = { 'a-result.json': result({ status: 'skipped' }), 'o-result.json': own, 'c-container.json': container }
  expect(await droppedOf(files)).toEqual([])
  expect(await droppedOf({ ...files, 'p-result.json': result({ uuid: 'p', historyId: 'o' }) })).toHaveLength(1)
})

test('a hook counts no more when all of its tests ran again', async () => {
  const attempt = (uuid: string, stop: number) => result({ uuid, historyId: 'h', stop })
  const files = { 'a-result.json': attempt('u', 1), 'b-result.json': attempt('v', 2) }
  const container = (children: string[]) => ({ children, afters: [hook('down', 'no')] })
  expect(await droppedOf({ ...files, 'c-container.json': container(['u']) })).toEqual([])
  expect(await droppedOf({ ...files, 'c-container.json': container(['u', 'v']) })).toHaveLength(1)
})
