import { expect, test } from 'vitest'
import { UnavailableError } from '../../src/errors.ts'
import { startServed } from './served.ts'

test('a store that cannot be used makes a server not ready: whoever asks hears so, and the log why', async () => {
  const cause = new UnavailableError('another store answers')
  const { ask, logged } = await startServed({ checkStore: () => Promise.reject(cause) })
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: '{"message":"the store cannot be used now"}' })
  await new Promise(setImmediate)
  expect(logged().lines[0]).toMatchObject({ level: 'error', error: { message: 'another store answers' } })
})

test('a key that the store cannot be asked for is answered with 503, and when to come back', async () => {
  const { ask, logged } = await startServed({
    find: () => Promise.reject(new UnavailableError('the store is locked')),
  })
  expect(await ask('/v1/projects')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  await new Promise(setImmediate)
  expect(logged().lines[0]).toMatchObject({ level: 'error', status: 503 })
})
