import { describe, expect, test } from 'vitest'
import { endpoints } from '../../src/contract/index.ts'
import { openapi } from '../../src/contract/schema/openapi.ts'
import { startServed } from './served.ts'

describe('without a key', () => {
  test.for(['/reference', '/openapi.json', '/healthz', '/readyz', '/metrics', '/settings/keys'])(
    '%s is there',
    async (path) => {
      const { ask } = await startServed()
      const asked = (method: string) => ask(path, { method, key: '' })
      const got = await asked('GET')
      expect(got).toMatchObject({
        headers: { 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) },
      })
      expect(await asked('HEAD')).toMatchObject({ status: got.status, body: '' })
      expect((await asked('PUT')).status).toBe(405)
    },
  )

  test.for(endpoints().map(([, , { route }]) => route))('%s is 401 and says nothing else', async (route) => {
    const { ask, store } = await startServed()
    const [method = '', path = ''] = route.split(' ')
    for (const asked of [method, 'HEAD', 'OPTIONS', 'PATCH'])
      for (const key of ['', 'tctl_x']) {
        const { status, body } = await ask(path.replaceAll(/:\w+/g, 'x'), { method: asked, key })
        expect({ status, body }).toEqual({ status: 401, body: asked === 'HEAD' ? '' : '{"message":"UNAUTHORIZED"}' })
      }
    expect(await store.read((queries) => queries.selectFrom('projects').selectAll().execute())).toEqual([])
  })
})

test('the served document is the contract’s', async () => {
  const { ask } = await startServed()
  expect(JSON.parse((await ask('/openapi.json', { key: '' })).body)).toEqual(JSON.parse(JSON.stringify(openapi())))
})

test('a server is not ready while its store is not, and alive all the same', async () => {
  let works = false
  const { ask } = await startServed({
    checkStore: () => (works ? Promise.resolve() : Promise.reject(new Error('/secret/path'))),
  })
  const answer = await ask('/readyz', { key: '' })
  expect(answer).toMatchObject({ status: 503, body: '{"message":"the store cannot be used now"}' })
  expect((await ask('/healthz', { key: '' })).status).toBe(200)
  works = true
  expect((await ask('/readyz', { key: '' })).status).toBe(200)
})

test('a store that does not answer is not ready', async () => {
  const { ask } = await startServed({ checkStore: () => new Promise(() => undefined) })
  // Not the answer to a request whose own time is over.
  expect(await ask('/readyz', { key: '' })).toMatchObject({
    status: 503,
    body: '{"message":"the store cannot be used now"}',
  })
})

test('metrics count by the shape of a path, never by what is in it', async () => {
  const { ask } = await startServed()
  await ask('/v1/tests/test/WEB-T12')
  await ask('/v1/tests/test/WEB-T13')
  await ask('/v1/nothing/here')
  await ask('/v1/projects', { method: 'PURGE' })
  const { body, headers } = await ask('/metrics', { key: '' })
  expect(headers['content-type']).toMatch(/^text\/plain; version=/)
  expect(body).toContain('testctl_http_requests_total{method="GET",route="/v1/tests/test/:identifier",status="404"} 2')
  expect(body).toContain('testctl_http_requests_total{method="GET",route="none",status="404"} 1')
  expect(body).toContain('testctl_http_requests_total{method="other",route="none",status="405"} 1')
  expect(body).toMatch(/testctl_http_requests_in_flight 1\n/)
  expect(body).toContain('process_resident_memory_bytes')
  expect(body).not.toMatch(/WEB|here/)
})

test('whoever asks for the metrics again and again gets one text', async () => {
  const { ask } = await startServed()
  const first = await ask('/metrics', { key: '' })
  const others = await Promise.all(Array.from({ length: 20 }, () => ask('/metrics', { key: '' })))
  expect(new Set(others.map(({ body }) => body)).size).toBeLessThan(10)
  await expect.poll(async () => (await ask('/metrics', { key: '' })).body === first.body).toBe(false)
})

describe('the log', () => {
  test('has a line for each request, with its id, and neither key nor body nor ids', async () => {
    const { ask, logged, secrets } = await startServed()
    const body = JSON.stringify({ name: 'canary', identifier: 'WEB', icon: '', color: '' })
    const headers = { 'content-type': 'application/json' }
    const answer = await ask('/v1/projects', { method: 'PUT', body, headers })
    await ask(`/v1/tests/${secrets.writer}?limit=canary`)
    await new Promise(setImmediate)
    const { lines, text } = logged()
    expect(lines[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      id: answer.headers['x-request-id'],
      method: 'PUT',
      route: '/v1/projects',
      status: 200,
      ms: expect.any(Number),
      key: 'the writer',
      address: '127.0.0.1',
    })
    expect(lines[1]).toMatchObject({ route: '/v1/tests/:testRunId', status: 400 })
    expect(text).not.toMatch(/canary|tctl_/)
  })

  test('names a delete by the id that its answer has', async () => {
    const { ask } = await startServed()
    const body = JSON.stringify({ name: 'x', identifier: 'WEB', icon: '', color: '' })
    const { project } = JSON.parse((await ask('/v1/projects', { method: 'PUT', body })).body) as {
      project: { id: string }
    }
    const answer = await ask(`/v1/projects/${project.id}`, { method: 'DELETE' })
    expect((JSON.parse(answer.body) as { requestId: string }).requestId).toBe(answer.headers['x-request-id'])
  })

  test('tells what failed, which whoever asked is not told', async () => {
    const { ask, logged } = await startServed({
      apiOf: () => {
        throw new Error('secret reason')
      },
    })
    expect(await ask('/v1/projects')).toMatchObject({ status: 500, body: '{"message":"INTERNAL"}' })
    await new Promise(setImmediate)
    expect(logged().lines[0]).toMatchObject({ level: 'error', status: 500, error: { message: 'secret reason' } })
  })
})

describe('methods and types', () => {
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
    expect(
      (await ask('/v1/projects', { method: 'PUT', body, headers: { 'content-encoding': 'Identity' } })).status,
    ).toBe(200)
  })

  test('a change that is to be made only to another state is not made', async () => {
    const { ask } = await startServed()
    const body = JSON.stringify({ name: 'x', identifier: 'WEB', icon: '', color: '' })
    const create = (tags: string) => ask('/v1/projects', { method: 'PUT', body, headers: { 'if-match': tags } })
    expect((await create('"a", "b"')).status).toBe(412)
    expect((await ask('/v1/projects', { headers: { 'if-match': '"a"' } })).body).toContain('"total":0')
    expect((await create('*')).status).toBe(200)
  })

  test('a path that is too long is 414', async () => {
    const { ask } = await startServed()
    const asked = (length: number) => ask(`/v1/tests/test/${'x'.repeat(length)}`)
    expect((await asked(2000)).status).toBe(414)
    expect((await asked(1900)).status).toBe(400)
  })
})
