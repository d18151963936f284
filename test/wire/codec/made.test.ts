import { expect, test } from 'vitest'
import { proofOfChange } from '../../../src/wire/codec/made.ts'
import { answer, request } from '../retrying-world.ts'

// Answers outside of the interface to a change of the test AB1 or to a create.

const path = '/v1/tests/AB1'
const witness = (value: unknown, { method = 'POST', status = 200 } = {}) =>
  proofOfChange({ ...request(method), path: method === 'PUT' ? '/v1/cases/p1' : path }, answer(status), value)

test.each<[unknown]>([
  [{ ok: true }],
  [{ success: true, errors: ['a warning'] }],
  [{ status: 'success', data: null }],
  [{ status: 'OK' }],
  [{ code: 20000, message: 'success' }],
  [{ id: 'AB1' }],
  [{ id: 'ab1', message: 'Updated' }],
  [{ data: { id: 'AB1' } }],
  [{ id: 'AB1', name: 'Log in', status: 'failed' }],
])('%j says that an update was made', (value) => expect(witness(value)).toBe('its answer'))

test.each<[unknown]>([
  [{}],
  [{ id: 'other' }],
  [{ id: 'other', name: 'Log in', displayId: 2 }],
  [{ id: 'AB1', status: 'error' }],
  [{ id: 'AB1', state: 'queued' }],
  [{ id: 'AB1', jobId: 7 }],
  [{ job: { id: 'AB1' } }],
  [{ status: 'queued', message: 'ok' }],
  [{ error: { message: 'locked by ana' }, current: { id: 'AB1', name: 'x', displayId: 1 } }],
  [{ status: 'success', errors: ['locked by ana'] }],
  [null],
])('%j says not that an update was made', (value) => expect(witness(value)).toBeUndefined())

test('201 says by itself that something is created, unless an error comes with it', () => {
  const created = { method: 'PUT', status: 201 }
  expect(witness({ id: 'c1' }, created)).toBe('the status')
  expect(witness({ error: 'the disk is full', id: 'c1' }, created)).toBeUndefined()
  expect(witness({ id: 'c1' }, { method: 'PUT', status: 200 })).toBeUndefined()
  expect(witness({ jobId: 7 }, { method: 'POST', status: 201 })).toBeUndefined()
})
