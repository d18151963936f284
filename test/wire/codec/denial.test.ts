import { expect, test } from 'vitest'
import { denialOf } from '../../../src/wire/codec/denial.ts'
import { answer, request } from '../retrying-world.ts'

// Services that refuse a change with a status of success.

const deny = (value: unknown, method = 'POST') =>
  denialOf(request(method), { ...answer(200), body: typeof value === 'string' ? value : JSON.stringify(value) })

test.each<[unknown]>([
  [{ ok: false }],
  [{ success: false, test: {} }],
  [{ error: 'no' }],
  [{ error: { code: 7 } }],
  [{ errors: ['no'], status: 400 }],
  [{ error: 'no', data: null }],
  [{ status: 'error' }],
  [{ status: 'FAILED', message: 'no' }],
  [{ status: 500 }],
  [{ code: 404, msg: 'no' }],
  [{ code: '422' }],
])('%j says no to a change', (value) => {
  expect(deny(value)).toMatchObject({ name: 'RejectedError', status: 200 })
  expect(deny(value, 'GET')).toBeUndefined()
})

test.each<[unknown]>([
  [{ ok: true, error: 'none' }],
  [{ success: true, errors: ['a warning'] }],
  [{ error: false }],
  [{ error: true }],
  [{ error: '' }],
  [{ error: null, errors: [] }],
  [{ error: {}, errors: {} }],
  [{ error: 'stale', test: { id: 't1' } }],
  [{ test: { id: 't1' } }],
  [{ status: 'ok' }],
  [{ code: 20000, message: 'success' }],
  [{ status: 'success', data: null }],
  [{ status: 200, code: 0 }],
  [{ status: 'queued' }],
  [{ status: 'error', ok: true }],
  [{ status: 'failed', id: 'r1', name: 'Nightly' }],
  [{ code: 500, test: { id: 't1' } }],
  [[]],
  ['null'],
  ['not JSON'],
])('%j says no such thing', (value) => expect(deny(value)).toBeUndefined())
