import { expect, test } from 'vitest'
import { startServed } from './served.ts'

// The methods, content types and conditions of requests.

test.for<[method: string, path: string, status: number, allow: string]>([
  ['OPTIONS', '/v1/projects', 204, 'GET, HEAD, OPTIONS, PUT'],
  ['OPTIONS', '/v1/tests/x', 204, 'DELETE, GET, HEAD, OPTIONS, POST, PUT'],
  ['OPTIONS', '/reference', 204, 'GET, HEAD, OPTIONS'],
  ['OPTIONS', '*', 204, 'DELETE, GET, HEAD, OPTIONS, POST, PUT'],
  ['OPTIONS', '/settings', 204, 'GET, HEAD, OPTIONS'],
  ['OPTIONS', '/settings/keys', 204, 'GET, HEAD, OPTIONS, POST'],
  ['PATCH', '/v1/projects', 405, 'GET, HEAD, OPTIONS, PUT'],
  ['HEAD', '/v1/comments/x', 405, 'DELETE, OPTIONS, PUT'],
  ['POST', '/metrics', 405, 'GET, HEAD, OPTIONS'],
])('%s %s is %i', async ([method, path, status, allow]) => {
  const { ask } = await startServed()
  expect(await ask(path, { method })).toMatchObject({ status, headers: { allow } })
})

test('HEAD says of a page what GET says, without the page', async () => {
  const { ask } = await startServed()
  const [got, headed] = [await ask('/v1/projects'), await ask('/v1/projects', { method: 'HEAD' })]
  expect(headed).toMatchObject({
    status: 200,
    body: '',
    headers: { 'content-length': got.headers['content-length'] },
  })
})

test.for<[type: string | undefined, status: number]>([
  [undefined, 200],
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['application/merge-patch+json', 200],
  ['application/json; profile="x; y"; charset=UTF-8', 200],
  ['application/json;odata.metadata=minimal', 200],
  ['application/jsonp', 415],
  ['application/json; profile=x; charset="latin1"', 415],
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/json; charset=latin1', 415],
])('a body of type %s is %i', async ([type, status]) => {
  const { ask } = await startServed()
  const body = JSON.stringify({ name: 'x', identifier: 'WEB', icon: '', color: '' })
  const headers = type === undefined ? {} : { 'content-type': type }
  expect((await ask('/v1/projects', { method: 'PUT', body, headers })).status).toBe(status)
})

test('a body that is compressed is 415, and the answer names the encoding that is not', async () => {
  const { ask } = await startServed()
  const headers = { 'content-encoding': 'gzip' }
  expect(await ask('/v1/projects', { method: 'PUT', body: 'x', headers })).toMatchObject({
    status: 415,
    headers: { 'accept-encoding': 'identity' },
  })
})

test('a body of the encoding Identity is as it is', async () => {
  const { ask } = await startServed()
  const body = JSON.stringify({ name: 'x', identifier: 'WEB', icon: '', color: '' })
  expect((await ask('/v1/projects', { method: 'PUT', body, headers: { 'content-encoding': 'Identity' } })).status).toBe(
    200,
  )
})

test('a change that is to be made only to another state is not made', async () => {
  const { ask } = await startServed()
  const body = JSON.stringify({ name: 'x', identifier: 'WEB', icon: '', color: '' })
  const create = (tags: string) => ask('/v1/projects', { method: 'PUT', body, headers: { 'if-match': tags } })
  expect((await create('"a", "b"')).status).toBe(412)
  expect((await ask('/v1/projects', { headers: { 'if-match': '"a"' } })).body).toContain('"total":0')
  expect((await create('*')).status).toBe(200)
})
