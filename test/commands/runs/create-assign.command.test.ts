import { afterEach, beforeEach, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

const line = "testctl runs create -p WEB --name N --cases C1-C3 --assign 'ana b,ben'"
const assigned = () => there.world.prints('testctl tests list WEB-R8 --columns assignedTo')

test('tests that a new run could not assign are assigned by the line that is named', async () => {
  let updates = 0
  there.remote.before = async ({ method }) =>
    method === 'POST' && ++updates > 1 ? { status: 409, headers: {}, body: '{"message":"not now"}' } : undefined
  const { stderr, exitCode } = await there.type(line)
  delete there.remote.before
  expect(exitCode).toBe(7)
  const [, list = '', assign = ''] = /assign them: (testctl .*) \| (testctl .*)/.exec(stderr) ?? []
  const { stdout } = await there.type(list)
  expect((await there.world.type(assign, { stdin: stdout })).exitCode).toBe(0)
  expect(await assigned()).toBe('ana b\nana b\nana b\n')
})

test('tests whose answers were lost may or may not be assigned', async () => {
  let updates = 0
  there.remote.before = async ({ method }) => {
    if (method !== 'POST') return undefined
    return { status: ++updates === 1 ? 409 : 502, headers: {}, body: '{"message":"not now"}' }
  }
  const { stderr, exitCode } = await there.type(line)
  expect(exitCode).toBe(7)
  expect(stderr).toContain(
    'WEB-R8 was created; 1 of 3 tests is not assigned, 2 of 3 tests may or may not be assigned: ',
  )
})

test('a dry run shows who would get which test, as the run then does', async () => {
  const { stdout, exitCode } = await there.type(`${line} --dry-run`)
  expect(exitCode).toBe(0)
  expect(stdout.split('\n').slice(1)).toEqual([
    'POST /v1/tests/<new-test-1> {"assignedTo":"ana b"}',
    'POST /v1/tests/<new-test-2> {"assignedTo":"ben"}',
    'POST /v1/tests/<new-test-3> {"assignedTo":"ana b"}',
    '',
  ])
  await there.type(line)
  expect(await assigned()).toBe('ana b\nben\nana b\n')
})

test('on a terminal a line says how many tests each person has got', async () => {
  const seen = (flags = '') => there.world.type(`${line} --color never ${flags}`, { terminal: 100 })
  expect(await seen('--dry-run')).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('Assigned') })
  expect(await seen()).toMatchObject({ exitCode: 0, stderr: 'Assigned 3 tests: ana b 2, ben 1\n' })
})

test('@me among the people is whose key it is', async () => {
  await there.world.prints(`${line.replace("'ana b,ben'", '@me,ben')} -q`)
  expect(await assigned()).toBe('ana\nben\nana\n')
})

test('one that is interrupted says how many tests are not assigned, and the line that assigns them', async () => {
  const stop = new AbortController()
  there.remote.before = async ({ method }) => {
    if (method !== 'POST') return undefined
    stop.abort(new InterruptedError('interrupted'))
    return { status: 409, headers: {}, body: '{}' }
  }
  const env = { TESTCTL_URL: there.remote.url, TESTCTL_API_KEY: there.key }
  const { stderr, exitCode } = await there.world.type('testctl runs create -p WEB --name N --all-cases --assign ana', {
    env,
    stop: stop.signal,
  })
  expect(exitCode).toBe(130)
  expect(stderr).toMatch(
    /the run WEB-R8 was created; \d+ of \d+ tests are not assigned\n {2}assign them: testctl tests list/,
  )
})

test('where the key is refused meanwhile, the other tests are not asked for one by one', async () => {
  const { id: projectId } = await there.world.json<{ id: string }>('testctl projects get OLD')
  const cases = Array.from({ length: 60 }, (_, at) => ({ projectId, name: String(at), preconditions: '', steps: [] }))
  await Promise.all(cases.map((one) => there.remote.api.cases.create(one)))
  let updates = 0
  there.remote.before = async ({ method }) =>
    method === 'POST' && ++updates > 0 ? { status: 401, headers: {}, body: '{"message":"UNAUTHORIZED"}' } : undefined
  const { stderr, exitCode } = await there.type('testctl runs create -p OLD --name N --all-cases --assign ana')
  expect(exitCode).toBe(7)
  expect(stderr).toContain('60 of 60 tests are not assigned: the service refused the key (401)')
  expect(updates).toBeLessThanOrEqual(32)
})
