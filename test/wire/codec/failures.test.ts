import { describe, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { errorFor } from '../../../src/wire/codec/failures.ts'
import { type RequestOutcome, TransportError } from '../../../src/wire/request-outcome.ts'
import { request } from '../retrying-world.ts'

const requests = {
  read: request('GET'),
  change: request('POST', { path: '/v1/tests/t1' }),
  create: request('PUT', { path: '/v1/cases/p1', body: '{"name":"Login"}' }),
}
type Kind = keyof typeof requests

const failed = (outcome: RequestOutcome, { code = 'ECONNRESET', cause }: { code?: string; cause?: unknown } = {}) =>
  new TransportError('it broke', { outcome, transient: false, code, cause })

describe('a request without a whole answer', () => {
  test.each<[Kind, RequestOutcome, string, RegExp]>([
    ['read', 'not applied', 'UnavailableError', /^it broke$/],
    ['read', 'unknown', 'UnavailableError', /^it broke$/],
    ['change', 'not applied', 'UnavailableError', /^it broke$/],
    ['change', 'unknown', 'UnconfirmedError', /was sent, but it broke: the test may or may not have been updated$/],
    ['create', 'not applied', 'UnavailableError', /^it broke; nothing was changed$/],
    ['create', 'unknown', 'UnknownOutcomeError', /: the case "Login" may or may not have been created$/],
  ])('%s, %s: %s', (kind, outcome, name, message) => {
    expect(errorFor(failed(outcome), requests[kind])).toMatchObject({
      name,
      message: expect.stringMatching(message) as string,
    })
  })

  test.each<[Kind, RequestOutcome, string]>([
    ['read', 'unknown', 'InterfaceError'],
    ['change', 'unknown', 'UnconfirmedError'],
    ['create', 'unknown', 'UnknownOutcomeError'],
  ])('%s whose answer is too large: %s, %s', (kind, outcome, name) => {
    expect(errorFor(failed(outcome, { code: 'TOO_LARGE' }), requests[kind])).toMatchObject({ name })
  })

  test.each<[Kind, RequestOutcome, string]>([
    ['read', 'not applied', 'InterruptedError'],
    ['read', 'unknown', 'InterruptedError'],
    ['change', 'not applied', 'InterruptedError'],
    ['change', 'unknown', 'UnconfirmedError'],
    ['create', 'not applied', 'InterruptedError'],
    ['create', 'unknown', 'UnknownOutcomeError'],
  ])('%s that Ctrl-C ended, %s: %s', (kind, outcome, name) => {
    const cause = new InterruptedError('interrupted')
    const error = errorFor(failed(outcome, { cause }), requests[kind])
    expect(error).toMatchObject({ name })
    expect(error === cause).toBe(name === 'InterruptedError')
  })
})

test('an error of another kind stays what it is', () => {
  const error = new TypeError('a bug')
  expect(errorFor(error, requests.change)).toBe(error)
})
