import { expect, test } from 'vitest'
import { UnavailableError } from '../../src/errors.ts'
import { startServed } from './served.ts'

test('a key that the store cannot be asked for is answered with 503, and when to come back', async () => {
  const { ask, logged } = await startServed({
    find: () => Promise.reject(new UnavailableError('the store is locked')),
  })
  expect(await ask('/v1/projects')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  await new Promise(setImmediate)
  expect(logged().lines[0]).toMatchObject({ level: 'error', status: 503 })
})
