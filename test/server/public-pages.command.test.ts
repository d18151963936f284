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
