import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'

// So many tests are looked up by the run of the first of them.

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
