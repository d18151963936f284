import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Hostile, hostile, http } from '../wire/hostile.ts'
import { samples } from '../wire/fake.ts'
import { createWorld, type World } from '../helpers/world.ts'
import { toldBy } from './problem.ts'

// RELIABILITY 1 and 12 through a whole command: whatever the server does, the exit code tells the truth.

let world: World
let server: Hostile
/** The number of creates that the service has carried out. */
let created = 0
beforeEach(async () => {
  world = await createWorld()
  created = 0
})
afterEach(async () => {
  await server.close()
  await world.remove()
})

const type = (line: string, timeout = '30s') =>
  world.type(`${line} --timeout ${timeout}`, { env: { TESTCTL_URL: server.url, TESTCTL_API_KEY: 'secret-key' } })

const creates = {
  project: 'testctl projects create --name New --identifier NEW',
  case: 'testctl cases create -p WEB --name New',
  run: 'testctl runs create -p WEB --name New --empty',
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
  ['answers 503', status(503, true), 9],
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
    // Long enough for a busy machine; short if no answer comes before it is over.
    const timeout = what.includes('hangs') ? '3s' : '30s'
    const all = await Promise.all(Object.values(creates).map((line) => type(line, timeout)))
    for (const [at, name] of Object.keys(creates).entries()) {
      const told = toldBy(all[at]!)
      expect({ name, ...told }).toMatchObject({ name, exitCode, next: expect.stringMatching(/\S/) })
      if (exitCode === 9) expect(told.error).toMatch(/^PUT .* was sent, but .* may or may not have been created$/)
    }
    expect(created).toBeLessThanOrEqual(6)
    const puts = server.requests.filter((request) => request.startsWith('PUT'))
    // Only a 429 says that nothing was done, so only that is retried.
    if (what !== 'answers 429') expect(puts).toHaveLength(6)
  })
})

test('a service that is not there: nothing was changed, and this is said', async () => {
  server = await hostile(() => undefined)
  // Not the port of a closed server, which another test may have by now.
  const nothing = { env: { TESTCTL_URL: 'http://127.0.0.1:1', TESTCTL_API_KEY: 'secret-key' } }
  for (const seen of await Promise.all(
    [creates.project, 'testctl comments create test-1 --content x'].map((line) =>
      world.type(`${line} --timeout 30s`, nothing),
    ),
  ))
    expect(toldBy(seen)).toMatchObject({ exitCode: 6, error: expect.stringMatching(/; nothing was changed$/) })
})

test('a service that resets every connection before it has read anything', async () => {
  server = await hostile(
    () => undefined,
    (socket) => socket.resetAndDestroy(),
  )
  for (const seen of await Promise.all([creates.project, creates.comment].map((line) => type(line))))
    expect([6, 9]).toContain(toldBy(seen).exitCode)
  expect(server.requests).toEqual([])
})
