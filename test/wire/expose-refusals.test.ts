import { describe, expect, test } from 'vitest'
import { InterfaceError, RejectedError, type TestctlError } from '../../src/errors.ts'
import { expose } from '../../src/wire/expose.ts'
import { bodyLimit } from '../../src/wire/body-limits.ts'
import type { Request } from '../../src/wire/message.ts'
import { open, ask } from './exposed.ts'

describe('nobody gets in without a key', () => {
  test.each([
    ['no key', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['a wrong key', { 'x-api-key': 'wrong' }],
  ])('%s: 401, whatever was asked', async (_, headers) => {
    const { transport, calls } = open()
    for (const request of [
      {},
      { path: '/v1/nothing' },
      { method: 'PATCH' },
      { method: 'PUT', body: 'not JSON' },
      { method: 'PUT', body: ' '.repeat(bodyLimit + 1) },
      { query: 'limit=%zz' },
    ])
      expect(await transport({ ...ask(request), headers })).toMatchObject({
        status: 401,
        body: '{"message":"UNAUTHORIZED"}',
      })
    expect(calls).toEqual([])
  })

  test('a door that breaks is a 500 that tells nothing', async () => {
    const transport = expose(() => {
      throw new Error('secret')
    })
    expect(await transport(ask({}))).toMatchObject({ status: 500, body: '{"message":"INTERNAL"}' })
  })
})

describe('what is not in the interface does not reach the API', () => {
  const put = (body: string, path = '/v1/comments/c1') => ask({ method: 'PUT', path, body })
  test.each<[string, Request, number, RegExp]>([
    ['a path of nothing', ask({ path: '/v1/nothing' }), 404, /nothing at/],
    ['not JSON', put('{'), 400, /not JSON/],
    ['an empty body', put(''), 400, /content is missing/],
    ['a list', put('[]'), 400, /must be a JSON object/],
    ['null', put('null'), 400, /must be a JSON object/],
    ['a text', put('"x"'), 400, /must be a JSON object/],
    ['an unknown field', put('{"content":"x","colour":"red"}'), 400, /colour is not known/],
    ['a missing field', put('{}'), 400, /content is missing/],
    ['a wrong type', put('{"content":5}'), 400, /content must be text/],
    [
      'a field of the path in the body',
      put('{"content":"x","resourceId":"other"}'),
      400,
      /resourceId belongs into the path/,
    ],
    ['what every object of JavaScript has', put('{"content":"x","constructor":1}'), 400, /^constructor is not known$/],
    ['__proto__', put('{"content":"x","__proto__":{"admin":true}}'), 400, /__proto__ is a name that no field can have/],
    [
      '__proto__ deep inside',
      put('{"name":"x","preconditions":"","steps":[],"customFields":{"a":[{"__proto__":1}]}}', '/v1/cases/p1'),
      400,
      /customFields\.a\[0\]\.__proto__ is a name that no field can have/,
    ],
    [
      'a huge number',
      put('{"name":"x","preconditions":"","steps":[],"customFields":{"a":1e999}}', '/v1/cases/p1'),
      400,
      /customFields\.a is too large/,
    ],
    [
      'an integer that would be rounded',
      put('{"name":"9","preconditions":"","steps":[],"customFields":{"a":[-9007199254740993]}}', '/v1/cases/p1'),
      400,
      /the number -9007199254740993 would be rounded/,
    ],
    ['deep nesting', put(`{"content":${'['.repeat(200)}${']'.repeat(200)}}`), 400, /nested more than 100/],
    ['absurd nesting', put(`{"content":${'['.repeat(400_000)}${']'.repeat(400_000)}}`), 400, /nested more than 100/],
    ['a large body', put(JSON.stringify({ content: 'x'.repeat(bodyLimit) })), 413, /larger than/],
    ['a large body of few characters', put(JSON.stringify({ content: '€'.repeat(bodyLimit / 2) })), 413, /larger than/],
    [
      'a result that is none',
      ask({ method: 'POST', path: '/v1/tests/t1', body: '{"result":"maybe"}' }),
      400,
      /result must be one of untested, /,
    ],
    ['a bad id', ask({ method: 'POST', path: '/v1/tests/a%20b', body: '{}' }), 400, /^"a b" is not an id/],
    ['dots for an id', ask({ method: 'DELETE', path: '/v1/tests/..' }), 400, /^".." is not an id/],
    ['an escaped slash', ask({ method: 'DELETE', path: '/v1/tests/a%2fb' }), 400, /^"a\/b" is not an id/],
    ['a bad escape', ask({ method: 'DELETE', path: '/v1/tests/%zz' }), 400, /^"%zz" is not an id/],
    [
      'a bad identifier',
      ask({ path: '/v1/tests/test/WEB-X1' }),
      400,
      /identifier must be an identifier such as WEB-T12/,
    ],
    ['a limit of 0', ask({ query: 'limit=0' }), 400, /limit must be at least 1/],
    ['a negative offset', ask({ query: 'offset=-1' }), 400, /offset must be at least 0/],
    ['a limit that is no number', ask({ query: 'limit=ten' }), 400, /limit must be a number/],
    ['half a limit', ask({ query: 'limit=1.5' }), 400, /limit must be a whole number/],
    ['an unknown relation', ask({ query: 'relations=cases,friends' }), 400, /relations\[1\] must be one of/],
    ['an unknown parameter', ask({ query: 'colour=red' }), 400, /colour is not known/],
    [
      'a query of a delete',
      ask({ method: 'DELETE', path: '/v1/tests/t1', query: 'dryRun=true' }),
      400,
      /dryRun is not known/,
    ],
    ['a query of a create', ask({ ...put('{"content":"x"}'), query: 'relations=case' }), 400, /relations is not known/],
    [
      'a query of an update',
      ask({ method: 'POST', path: '/v1/tests/t1', query: 'result=%zz', body: '{}' }),
      400,
      /badly/,
    ],
    ['a parameter twice', ask({ query: 'limit=1&limit=2' }), 400, /limit is given twice/],
    ['a bad escape in the query', ask({ query: 'limit=%zz' }), 400, /limit is badly escaped/],
    ['a bad escape in the name of a parameter', ask({ query: '%ff=1&limit=1' }), 400, /^%ff=1 is badly escaped$/],
    ['what every object has in the query', ask({ query: 'toString=1' }), 400, /^toString is not known$/],
    ['__proto__ in the query', ask({ query: '__proto__=1' }), 400, /__proto__ is a name that no field can have/],
    [
      '__proto__ in a filter',
      ask({ path: '/v1/cases/p1', query: 'customFields[__proto__]=1' }),
      400,
      /__proto__ is a name that no field can have/,
    ],
  ])('%s', async (_, request, status, message) => {
    const { transport, calls } = open()
    const response = await transport(request)
    const body = JSON.parse(response.body) as { message: string }
    expect(response.status).toBe(status)
    expect(body.message).toMatch(message)
    expect(response.headers['content-type']).toBe('application/json')
    expect(calls).toEqual([])
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })

  test('the fields that are wrong are named one by one', async () => {
    const { transport } = open()
    const { body } = await transport(put('{"name":"","steps":[{"action":1}],"x":1,"y":2}', '/v1/cases/p1'))
    const { message, issues } = JSON.parse(body) as { message: string; issues: unknown }
    expect(message).toContain('; the action of step 1 must be text; the expectation of step 1 is missing; ')
    expect(issues).toEqual([
      { path: 'name', message: 'must have at least 1 character' },
      { path: 'preconditions', message: 'is missing' },
      { path: 'steps[0].action', message: 'must be text' },
      { path: 'steps[0].expectation', message: 'is missing' },
      { path: 'x', message: 'is not known' },
      { path: 'y', message: 'is not known' },
    ])
  })

  test.each(['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'get', ''])(
    'the method %j: 405, and which ones there are',
    async (method) => {
      const { transport } = open()
      expect(await transport(ask({ method, path: '/v1/tests/x' }))).toMatchObject({
        status: 405,
        headers: { allow: 'DELETE, GET, POST, PUT' },
      })
    },
  )

  test('the body of a GET is ignored', async () => {
    const { transport } = open()
    expect(await transport(ask({ body: 'anything' }))).toMatchObject({ status: 200 })
  })

  test('the mark that PowerShell puts before a body is passed over', async () => {
    const { transport, calls } = open()
    expect(await transport(put('\ufeff{"content":"a"}'))).toMatchObject({ status: 200 })
    expect(calls).toMatchObject([['comments.create', { content: 'a' }]])
    expect(await transport(put('\ufeff\ufeff{"content":"a"}'))).toMatchObject({ status: 400 })
  })

  test('a key twice in an object is refused: nobody knows which was meant', async () => {
    const { transport, calls } = open()
    expect(await transport(put('{"content":"a","content":"b"}'))).toMatchObject({
      status: 400,
      body: expect.stringContaining('content is given twice'),
    })
    expect(calls).toEqual([])
  })
})

test('what is no object of the interface is told with the field, also through a wire', async () => {
  const { there } = open()
  const error = await there.tests.update({ testId: 't1', result: 'maybe' as never }).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(RejectedError)
  expect((error as TestctlError).issues?.[0]?.path).toBe('result')
  expect(error).not.toBeInstanceOf(InterfaceError)
})
