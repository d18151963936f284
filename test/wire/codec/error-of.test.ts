import { describe, expect, test } from 'vitest'
import { lifetimeHeader } from '../../../src/contract/idempotency.ts'
import { errorOf } from '../../../src/wire/codec/error-of.ts'
import { answer, request } from '../retrying-world.ts'

const read = request('GET')
const change = request('POST', { path: '/v1/tests/t1' })
const create = request('PUT', { path: '/v1/cases/p1' })

describe('an answer without success is an error of its kind', () => {
  test.each([
    [400, 'RejectedError', 5],
    [401, 'UnauthorizedError', 4],
    [403, 'UnauthorizedError', 4],
    [404, 'NotFoundError', 3],
    [408, 'UnavailableError', 6],
    [409, 'RejectedError', 5],
    [413, 'RejectedError', 5],
    [429, 'UnavailableError', 6],
    [500, 'UnavailableError', 6],
    [502, 'UnavailableError', 6],
    [503, 'UnavailableError', 6],
  ])('%d to a read', (status, name, exitCode) => {
    expect(errorOf({ ...read, path: '/v1/tests/t1' }, answer(status))).toMatchObject({ name, exitCode })
  })

  test.each([
    [408, 'UnavailableError'],
    [429, 'UnavailableError'],
    [500, 'UnconfirmedError'],
    [501, 'UnavailableError'],
    [502, 'UnconfirmedError'],
    [503, 'UnconfirmedError'],
    [504, 'UnconfirmedError'],
    [505, 'UnavailableError'],
  ])('%d to a change', (status, name) => {
    expect(errorOf(change, answer(status))).toMatchObject({ name })
  })

  test('a create that the service failed at may be there', () => {
    expect(errorOf(create, answer(502))).toMatchObject({ name: 'UnknownOutcomeError', exitCode: 9 })
    expect(errorOf(create, answer(503, { 'retry-after': '1' }))).toMatchObject({ name: 'UnknownOutcomeError' })
    expect(errorOf(create, answer(503, { [lifetimeHeader]: '60' }))).toMatchObject({ name: 'UnavailableError' })
  })

  test.for<[location: string | undefined, hint: string]>([
    ['https://other.example/v1/tests/t1', 'if you trust that address: TESTCTL_URL=https://other.example'],
    [
      'https://other.example:1/team/v1/tests/t1?a=b',
      'if you trust that address: TESTCTL_URL=https://other.example:1/team',
    ],
    ['https://[::1]/', 'if you trust that address: TESTCTL_URL=https://[::1]'],
    ['/login', 'is TESTCTL_URL right? -v shows the requests'],
    ['https://other.example/login?to=/v1/tests/t1', 'is TESTCTL_URL right? -v shows the requests'],
    ['https://other.example/$(x)/v1/tests/t1', 'is TESTCTL_URL right? -v shows the requests'],
    ['//other.example/v1/tests/t1', 'is TESTCTL_URL right? -v shows the requests'],
    [undefined, 'is TESTCTL_URL right? -v shows the requests'],
  ])('a redirect to %s names the address to use instead, if there is one', ([location, hint]) => {
    expect(errorOf(change, answer(307, location === undefined ? {} : { location }))).toMatchObject({ hint })
  })

  test('a body that a proxy takes for too large is told by its size, and the address is not doubted', () => {
    const page = {
      ...answer(413, { 'content-type': 'text/html' }),
      body: '<html><h1>413 Request Entity Too Large</h1></html>',
    }
    expect(errorOf({ ...change, body: 'x'.repeat(1_200_000) }, page)).toMatchObject({
      name: 'RejectedError',
      message: 'POST /v1/tests/t1 was refused, because it has 1200 kB (413)',
      hint: 'a proxy in front of the service may have a lower limit (nginx: client_max_body_size)',
    })
  })

  test('what another service says of the fields of a body that is too large is kept', () => {
    const issues = [{ path: 'content', message: 'at most 1 MB' }]
    const refused = { ...answer(413), body: JSON.stringify({ message: 'too large', issues }) }
    expect(errorOf({ ...change, body: 'x' }, refused)).toMatchObject({ details: { issues, status: 413 } })
  })

  test.each([change, create])('what was not sent because of an answer to another is not done: $method', (unsent) => {
    expect(errorOf(unsent, answer(503), { isOwn: false })).toMatchObject({
      name: 'UnavailableError',
      message: 'the service failed (503)',
    })
  })
})
