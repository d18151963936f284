import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Hostile, hostile, http } from '../wire/hostile.ts'
import { samples } from '../wire/fake.ts'
import { createMachine, type Machine } from './machine.ts'
import { toldBy } from './problem.ts'

// RELIABILITY 1 and 12 through the real binary: the server does what it can, and the exit code tells the truth.

let machine: Machine
let server: Hostile
/** How many creates the service has carried out. */
let created = 0
beforeEach(async () => {
  machine = await createMachine()
  created = 0
})
afterEach(async () => {
  await server.close()
  await machine.remove()
})

const type = (line: string) =>
  machine.type(`${line} --timeout 2s`, { env: { TESTCTL_URL: server.url, TESTCTL_API_KEY: 'secret-key' } })

const creates = {
  project: 'testctl projects create --name New --identifier NEW',
  case: 'testctl cases create -p WEB --name New',
  run: 'testctl runs create -p WEB --name New',
  test: 'testctl tests create run-1 --case case-1',
  milestone: 'testctl milestones create -p WEB --name New',
  comment: 'testctl comments create test-1 --content New',
}

const said = {
  projects: 'project',
  cases: 'case',
  'test-runs': 'testRun',
  tests: 'test',
  milestones: 'milestone',
  comments: 'comment',
}
const sampleOf = { ...samples, 'test-runs': samples.runs }
const page = { limit: 1000, offset: 0, total: 1 }

/** Answers as the interface says. */
const answer = (request: string): string => {
  const [, method, noun] = /^(\w+) \/v1\/([\w-]+)/.exec(request) as unknown as [string, string, keyof typeof said]
  if (method === 'GET') return http(200, JSON.stringify({ [`${said[noun]}s`]: [sampleOf[noun]], pagination: page }))
  return http(200, JSON.stringify({ [said[noun]]: sampleOf[noun] }))
}

const commit = (request: string): string => {
  created += 1
  return answer(request)
}

type Fault = (socket: Socket, request: string) => void
const status =
  (code: number, carriedOut: boolean): Fault =>
  (socket, request) => {
    if (carriedOut) commit(request)
    socket.end(http(code, '{"message":"no"}'))
  }

const faults: [what: string, fault: Fault, exitCode: number][] = [
  ['resets the connection when it has read the request', (socket) => socket.resetAndDestroy(), 9],
  ['hangs', () => undefined, 9],
  ['carries it out and hangs', (_, request) => void commit(request), 9],
  ['carries it out and drops the connection', (socket, request) => (commit(request), socket.destroy()), 9],
  ['carries it out and cuts its answer', (socket, request) => socket.end(commit(request).slice(0, -5)), 9],
  [
    'cuts an answer that has no length',
    (socket, request) =>
      socket.end(
        commit(request)
          .slice(0, -5)
          .replace(/content-length: \d+/, 'connection: close'),
      ),
    9,
  ],
  ['answers 429', status(429, false), 6],
  ['answers 500', status(500, true), 9],
  ['answers 502', status(502, true), 9],
  ['answers 503', status(503, false), 6],
  ['answers 504', status(504, true), 9],
  [
    'answers a page with 200',
    (socket, request) => (commit(request), socket.end(http(200, '<html>', { 'content-type': 'text/html' }))),
    9,
  ],
  ['answers something else with 200', (socket, request) => (commit(request), socket.end(http(200, '{"ok":true}'))), 5],
]

describe.each(faults)('a service that %s', (what, fault, exitCode) => {
  test('gets each create once at most, and what became of it is said', async () => {
    server = await hostile(({ socket, request }) => {
      if (request.startsWith('GET')) socket.write(answer(request))
      else fault(socket, request)
    })
    const all = await Promise.all(Object.values(creates).map(type))
    for (const [at, name] of Object.keys(creates).entries()) {
      const told = toldBy(all[at]!)
      expect({ name, ...told }).toMatchObject({ name, exitCode, next: expect.stringMatching(/\S/) })
      if (exitCode === 9) expect(told.error).toMatch(/^PUT .* was sent, but .* may or may not have been created$/)
    }
    expect(created).toBeLessThanOrEqual(6)
    const puts = server.requests.filter((request) => request.startsWith('PUT'))
    // Only a 429 says that nothing was done, so that only this is tried again.
    if (what !== 'answers 429') expect(puts).toHaveLength(6)
  })
})

test('a service that is not there: nothing was changed, and this is said', async () => {
  server = await hostile(() => undefined)
  await server.close()
  for (const seen of await Promise.all([creates.project, 'testctl comments create test-1 --content x'].map(type)))
    expect(toldBy(seen)).toMatchObject({ exitCode: 6, error: expect.stringMatching(/; nothing was changed$/) })
})

test('a service that resets every connection before it has read anything', async () => {
  server = await hostile(
    () => undefined,
    (socket) => socket.resetAndDestroy(),
  )
  for (const seen of await Promise.all([creates.project, creates.comment].map(type)))
    expect([6, 9]).toContain(toldBy(seen).exitCode)
  expect(server.requests).toEqual([])
})

describe('an answer', () => {
  const list = (one: object, more: object = {}) =>
    http(200, JSON.stringify({ projects: [{ ...samples.projects, ...one }], pagination: page, ...more }))
  const projects = async (response: string | Buffer, flags = '') => {
    server = await hostile(({ socket }) => socket.end(response))
    return type(`testctl projects list ${flags}`)
  }

  test.each<[what: string, response: string, field: string]>([
    ['an id that is a number', list({ id: 7 }), 'projects[0].id'],
    ['no id', list({ id: undefined }), 'projects[0].id'],
    ['no identifier', list({ identifier: null }), 'projects[0].identifier'],
    ['a total that is text', list({}, { pagination: { ...page, total: '1' } }), 'pagination.total'],
    ['no pagination', list({}, { pagination: undefined }), 'pagination'],
    ['an object for a list', http(200, '{"projects":{},"pagination":{}}'), 'projects'],
  ])('with %s ends with 5 and names the field', async (_, response, field) => {
    const told = toldBy(await projects(response))
    expect(told).toMatchObject({ exitCode: 5, error: expect.stringContaining(field) })
  })

  test.each<[what: string, line: string, one: object, field: string]>([
    ['a displayId that is text', 'testctl tests get WEB-T7', { displayId: '7' }, 'test.displayId'],
    ['a result of its own', 'testctl tests get WEB-T7', { result: 'blocked' }, 'test.result'],
  ])('with %s ends with 5 and names the field', async (_, line, one, field) => {
    server = await hostile(({ socket }) =>
      socket.end(http(200, JSON.stringify({ test: { ...samples.tests, ...one } }))),
    )
    expect(toldBy(await type(line))).toMatchObject({ exitCode: 5, error: expect.stringContaining(field) })
  })

  test.each<[what: string, one: object]>([
    ['without createdBy', { createdBy: undefined }],
    ['with null for updatedBy', { updatedBy: null }],
    ['without icon and color', { icon: undefined, color: undefined }],
    ['with numbers for timestamps', { createdAt: 1767225600, updatedAt: 1767225600123 }],
    ['with a timestamp that is none', { updatedAt: 'yesterday' }],
    ['with fields of its own', { archived: true, owner: { name: 'ana', '\u001b[31m': '\u202e' } }],
  ])('%s is taken, and --json shows it as it is', async (_, one) => {
    const { stdout, stderr, exitCode } = await projects(list(one), '--json')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual([JSON.parse(JSON.stringify({ ...samples.projects, ...one }))])
    for (const raw of ['\u001b', '\u202e']) expect(stdout).not.toContain(raw)
    await server.close()
    expect(await projects(list(one))).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test('of 70 MB is not read to its end', async () => {
    let sent = 0
    server = await hostile(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"x":"')
      const more = () => {
        while (sent < 200_000_000 && !socket.destroyed) {
          sent += 1_000_000
          if (!socket.write(text)) return void socket.once('drain', more)
        }
      }
      more()
    })
    const told = toldBy(
      await machine.type('testctl projects list --timeout 20s', {
        env: { TESTCTL_URL: server.url, TESTCTL_API_KEY: 'k' },
      }),
    )
    expect(told).toMatchObject({ exitCode: 5, error: expect.stringContaining('larger than any answer') })
    expect(sent).toBeLessThan(100_000_000)
    expect(told.next).toBeDefined()
  })
  const text = 'x'.repeat(1_000_000)

  test.each<[what: string, rowsFrom: (offset: number) => number[], total: (offset: number) => number, error: RegExp]>([
    ['never ends', (offset) => counting(20_000, offset), (offset) => offset + 40_000, /does not end/],
    ['repeats its rows', () => [0, 1], () => 10, /repeats its rows/],
    ['gives no rows and promises some', () => [], () => 10, /10 rows and gives none/],
  ])('to a list that %s ends', async (_, rowsFrom, total, error) => {
    server = await hostile(({ socket, request }) => {
      const offset = Number(/offset=(\d+)/.exec(request)?.[1])
      const projects = rowsFrom(offset).map((id) => ({ ...samples.projects, id: `p${id}` }))
      socket.write(http(200, JSON.stringify({ projects, pagination: { limit: 2, offset, total: total(offset) } })))
    })
    const { exitCode, stderr } = await machine.type('testctl projects list --quiet', {
      env: { TESTCTL_URL: server.url, TESTCTL_API_KEY: 'secret-key' },
    })
    expect({ exitCode, stderr }).toEqual({ exitCode: 5, stderr: expect.stringMatching(error) })
    expect(stderr).toMatch(/\n {2}\S/)
  })
  const counting = (count: number, from: number) => Array.from({ length: count }, (_, at) => from + at)

  test('that has a gzip bomb in it is not unpacked', async () => {
    const told = toldBy(
      await projects(
        list({}).replace('\r\n', '\r\ncontent-encoding: gzip\r\n').replace(/\{.*/s, '\u001f\u008b\u0008'),
        '',
      ),
    )
    expect([5, 6]).toContain(told.exitCode)
  })
})
