import { expect, test } from 'vitest'
import { UsageError } from '../../../src/errors.ts'
import { idempotent } from '../../../src/wire/middleware/idempotency.ts'
import { withApiKey } from '../../../src/wire/middleware/api-key.ts'
import type { OutgoingRequest, Sender } from '../../../src/wire/outgoing.ts'
import { TransportError } from '../../../src/wire/request-outcome.ts'
import { traced } from '../../../src/wire/middleware/trace.ts'

const request: OutgoingRequest = {
  method: 'GET',
  path: '/v1/projects',
  query: 'limit=1',
  headers: {},
  repeatable: true,
}

const trace = async (transport: Sender): Promise<string[]> => {
  const lines: string[] = []
  let time = 0
  const now = () => (time += 6.2)
  await traced(
    { write: (line) => lines.push(line), now },
    withApiKey('canary', transport),
  )(request).catch(() => undefined)
  return lines
}

test('an attempt is traced, without the key', async () => {
  const seen: (string | undefined)[] = []
  const lines = await trace(async ({ headers }) => {
    seen.push(headers['x-api-key'])
    return { status: 200, headers: { 'x-request-id': 'r-1\u009b31m' }, body: '{}' }
  })
  expect(lines).toEqual(['> GET /v1/projects?limit=1', '< 200 6 ms r-1?31m'])
  expect(seen).toEqual(['canary'])
})

test('the key by which a create is known again is traced', async () => {
  const lines: string[] = []
  const answer: Sender = async () => ({ status: 200, headers: {}, body: '{}' })
  const transport = idempotent(
    traced({ write: (line) => lines.push(line) }, withApiKey('canary', answer)),
    (one) => one,
  )
  await transport({ ...request, method: 'PUT', query: '', repeatable: false })
  expect(lines[0]).toMatch(/^> PUT \/v1\/projects Idempotency-Key: [\da-f-]{36}$/)
})

test('an attempt without an answer says why', async () => {
  const lines = await trace(async () => {
    throw new TransportError('nothing listens', { outcome: 'not applied', transient: true, code: 'ECONNREFUSED' })
  })
  expect(lines[1]).toBe('< nothing listens 6 ms')
})

test.each(['', 'a b', 'a\r\nx-admin: 1', 'é', 'a\n'])('the key %j is refused, and not repeated', (key) => {
  const make = () => withApiKey(key, async () => ({ status: 200, headers: {}, body: '' }))
  expect(make).toThrow(UsageError)
  expect(make).toThrow(/^the API key is empty or has characters that no key has$/)
})
