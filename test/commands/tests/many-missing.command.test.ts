import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'

// More than 16 tests: testctl tries to read the run of the first of them before it looks up the rest.

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

const names = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `WEB-T${from + at}`).join(' ')

test('the first of many tests is not there: it is told, and the others are set', async () => {
  const { stderr, exitCode } = await there.type(`testctl tests set WEB-T999 ${names(1, 18)} failed`)
  expect({ stderr, exitCode }).toMatchObject({ exitCode: 7 })
  expect(stderr).toContain('there is no test WEB-T999')
})

test('a look-up that fails for another reason is that of the command, and nothing is set', async () => {
  let changes = 0
  there.remote.before = async ({ method, path }) => {
    if (method === 'POST') changes++
    return method === 'GET' && path.startsWith('/v1/tests/test/') ? { status: 401, headers: {}, body: '{}' } : undefined
  }
  const { exitCode } = await there.type(`testctl tests set ${names(1, 18)} failed`)
  expect({ exitCode, changes }).toEqual({ exitCode: 4, changes: 0 })
})

test('the tests of a range are looked up once each, and nothing is read besides', async () => {
  const { exitCode } = await there.type('testctl tests set WEB-T1-T18 failed --quiet')
  expect(exitCode).toBe(0)
  const asked = there.remote.requests.map(({ method, path }) => `${method} ${path.split('/').slice(1, 3).join('/')}`)
  const reads = asked.filter((one) => one.startsWith('GET'))
  const changes = asked.filter((one) => one.startsWith('POST'))
  expect({ reads: reads.length, changes: changes.length, kinds: new Set(asked) }).toEqual({
    reads: 18,
    changes: 18,
    kinds: new Set(['GET v1/tests', 'POST v1/tests']),
  })
})
