import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { InterfaceError, UnconfirmedError, UnknownOutcomeError } from '../../src/errors.ts'
import { samples } from './fake.ts'
import { keep } from '../helpers/keep.ts'
import { hostile, http } from './hostile.ts'
import { canary, client, type Call, everythingIn, good, read, remove, caught } from './hostile-client.ts'

describe('answers outside of the interface', () => {
  const answering = async (body: unknown, call: Call) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const server = keep(await hostile(({ socket }) => socket.write(http(200, text))))
    return call(client(server.url).api)
  }
  const page = { limit: 50, offset: 0, total: 1 }

  test.each<[unknown, Call, string]>([
    [
      { tests: [{ ...samples.tests, id: 5 }], pagination: page },
      (api) => api.tests.list({ testRunId: 'r' }),
      'tests[0].id must be text',
    ],
    [
      { tests: [{ ...samples.tests, result: 'ok' }], pagination: page },
      (api) => api.tests.list({ testRunId: 'r' }),
      'tests[0].result must be one of untested, inProgress, passed, failed',
    ],
    [{ tests: null, pagination: page }, (api) => api.tests.list({ testRunId: 'r' }), 'tests must be a list'],
    [{ tests: [] }, (api) => api.tests.list({ testRunId: 'r' }), 'pagination is missing'],
    [
      { tests: [], pagination: { ...page, total: '1' } },
      (api) => api.tests.list({ testRunId: 'r' }),
      'pagination.total must be a number',
    ],
    [{ milestone: { ...samples.milestones, displayId: null } }, read, 'milestone.displayId must be a number'],
    [{}, read, 'milestone is missing'],
    [[], read, 'must be an object'],
    ['null', read, 'must be an object'],
  ])('%j', async (body, call, says) => {
    const error = await caught(answering(body, call))
    expect(error).toBeInstanceOf(InterfaceError)
    expect(error.message).toContain(`the service answered outside its interface: ${says}`)
  })

  test.each<[unknown, Call, string]>([
    [{ testRun: null }, (api) => api.runs.update({ testRunId: 'r', name: 'n' }), 'testRun must be an object'],
    [{ ok: 1 }, remove, 'ok must be true'],
  ])('%j says nothing of a change', async (body, call, says) => {
    const error = await caught(answering(body, call))
    expect(error).toBeInstanceOf(UnconfirmedError)
    expect(error.message).toContain(`was sent, but the service answered outside its interface: ${says}: the `)
  })

  test('fields that are only shown may be missing or of another form', async () => {
    const { name, id, displayId, result, caseId } = samples.tests
    const bare = { name, id, displayId, result, caseId }
    const odd = { ...bare, createdAt: {}, steps: [{ action: 1 }], assignedTo: null, case: { ...bare, customFields: 5 } }
    const body = { tests: [bare, odd], pagination: page }
    expect(await answering(body, (api) => api.tests.list({ testRunId: 'r' }))).toEqual(body)
  })

  test('null is taken for an optional field that is absent, at any depth', async () => {
    const project = { ...samples.projects, milestones: [{ ...samples.milestones, testRuns: null }], cases: null }
    const run = {
      ...samples.runs,
      milestoneId: null,
      results: null,
      tests: [{ ...samples.tests, case: null, comments: null }],
    }
    const body = { projects: [{ ...project, testRuns: [run] }], pagination: page }
    const read = await answering(body, (api) => api.projects.list({}))
    const { results: _, ...bare } = samples.runs
    const clean = { ...bare, milestoneId: null, tests: [samples.tests] }
    expect(read).toEqual({
      projects: [{ ...samples.projects, milestones: [samples.milestones], testRuns: [clean] }],
      pagination: page,
    })
    expect(Object.keys((read as { projects: object[] }).projects[0]!)).not.toContain('cases')
    const change: Call = (api) => api.runs.update({ testRunId: samples.runs.id, name: 'n' })
    expect(await answering({ testRun: { ...samples.runs, results: null } }, change)).toEqual({ testRun: bare })
  })

  test('unknown fields are kept, and timestamps may be text or numbers', async () => {
    const body = { milestone: { ...samples.milestones, createdAt: 1, updatedAt: '2026', mood: { a: [1] } }, more: 1 }
    expect(await answering(body, read)).toEqual(body)
  })

  test('bad UTF-8 shows as replaced characters', async () => {
    const text = JSON.stringify({ milestone: { ...samples.milestones, name: 'X' } })
    const [before = '', after = ''] = text.split('"X"')
    const server = keep(
      await hostile(({ socket }) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${before}"`)
        socket.write(Buffer.from([0xff]))
        socket.write(`"${after}`)
      }),
    )
    expect(await read(client(server.url).api)).toMatchObject({ milestone: { name: '\ufffd' } })
  })

  test('a key that comes back as the coding of an answer is told nowhere', async () => {
    for (const coding of [canary, `x-${canary}`, `${'x'.repeat(45)}${canary}`]) {
      const server = keep(await hostile(({ socket }) => socket.write(http(200, good, { 'content-encoding': coding }))))
      const { api, trace } = client(server.url)
      const error = await caught(read(api))
      expect(error.message).toMatch(/^the answer has .+, which was not asked for$/)
      expect(everythingIn(error) + trace.join()).not.toContain(canary.slice(0, 5))
    }
  })

  test('a compressed answer is named, and none is asked for', async () => {
    const body = gzipSync(JSON.stringify({ milestone: samples.milestones }))
    const head = `content-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`
    const server = keep(
      await hostile(({ socket, request }) => {
        socket.write(`HTTP/1.1 ${request.startsWith('POST') ? 422 : 200} X\r\n${head}`)
        socket.write(body)
      }),
    )
    const { api } = client(server.url)
    const error = await caught(read(api))
    expect(error).toBeInstanceOf(InterfaceError)
    expect(error.message).toBe('the answer has the content-encoding gzip, which was not asked for')
    expect(server.requests[0]).toContain('accept-encoding: identity\r\n')
    const created = await caught(api.comments.create({ resourceId: 'c', content: 'x' }))
    expect(created).toBeInstanceOf(UnknownOutcomeError)
    expect(created.message).toContain('but the answer has the content-encoding gzip')
    const refused = await caught(api.milestones.update({ milestoneId: 'm', name: 'n' }))
    expect(refused.message).toBe('the service refused POST /v1/milestones/m (422)')
  })

  test('what is nested very deeply is not taken', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const body = `{"milestone":${JSON.stringify(samples.milestones)},"more":${deep}}`
    const server = keep(await hostile(({ socket }) => socket.write(http(200, body))))
    const error = await caught(read(client(server.url).api))
    expect(error).toBeInstanceOf(InterfaceError)
    expect(error.message).toBe('the answer was not whole, or not JSON')
  })

  test('more than 64 MiB are not taken', async () => {
    const server = keep(
      await hostile(({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000000000\r\n\r\n')
        const chunk = Buffer.alloc(1 << 20, ' ')
        const more = () => void (socket.writable && socket.write(chunk, (error) => error ?? more()))
        more()
      }),
    )
    const error = await caught(read(client(server.url).api))
    expect(error).toBeInstanceOf(InterfaceError)
    expect(error.message).toMatch(/larger than any answer should be/)
  })
})
