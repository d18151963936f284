import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostile, http } from '../../wire/hostile.ts'
import { createWorld } from '../../helpers/world.ts'
import { type Failing, openFailing, key } from './failing.ts'

let there: Failing
beforeAll(async () => {
  there = await openFailing(await createWorld())
})
afterAll(() => there.close())

describe('a service that', () => {
  type Answer = (socket: Socket) => void
  const cases: [what: string, answer: Answer, exitCode: number, error: RegExp, next: RegExp][] = [
    ['hangs', () => undefined, 6, /no answer within 1 s/, /--timeout/],
    ['drips', drip, 6, /no answer within 1 s/, /--timeout/],
    ['answers HTML', (s) => s.end(http(200, page, html)), 5, /an HTML page, not JSON/, /TESTCTL_URL/],
    ['fails with HTML', (s) => s.end(http(502, page, html)), 6, /the service failed \(502\)/, /run it again/],
    ['answers text', (s) => s.end(http(200, 'OK')), 5, /not JSON/, /TESTCTL_URL/],
    ['answers nothing', (s) => s.end(http(200, '')), 5, /the answer was empty/, /TESTCTL_URL/],
    [
      'cuts its answer',
      (s) => s.end(http(200, '{"projects":[').replace(/length: \d+/, 'length: 999')),
      6,
      /closed before the answer was whole/,
      /-v/,
    ],
    ['hangs up', (s) => s.destroy(), 6, /closed before the answer was whole/, /-v/],
    ['does not speak HTTP', (s) => s.end('SSH-2.0-OpenSSH_9.2\r\n'), 5, /does not speak HTTP/, /TESTCTL_URL/],
    ['answers another interface', (s) => s.end(http(200, '{"data":[]}')), 5, /projects is missing/, /-v|testctl/],
    ['fails', (s) => s.end(http(500, '{"message":"boom"}')), 6, /the service failed: boom \(500\)/, /-v/],
    ['is overloaded', (s) => s.end(http(429, '{}')), 6, /asks to try again later/, /run it again/],
    [
      'asks for too much patience',
      (s) => s.end(http(503, '', { 'retry-after': '9999' })),
      6,
      /asks to wait until/,
      /--timeout/,
    ],
    [
      'has gone elsewhere',
      (s) => s.end(http(404, '{"message":"NOT_FOUND"}')),
      5,
      /no service below that address/,
      /TESTCTL_URL/,
    ],
    [
      'forbids',
      (s) => s.end(http(403, '{"message":"not yours"}')),
      4,
      /the key may not do this: not yours \(403\)/,
      /auth/,
    ],
  ]
  test.each(cases)('%s', async (_, answer, exitCode, error, next) => {
    const server = await hostile(({ socket }) => answer(socket))
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key }
    // Only tests of the timeout itself use a short one. The others leave time for a busy machine.
    const timeout = /within 1 s/.test(error.source) ? '1s' : '30s'
    const told = await there.fails(`testctl projects list --timeout ${timeout}`, { env })
    await server.close()
    expect(told).toMatchObject({ exitCode, error: expect.stringMatching(error), next: expect.stringMatching(next) })
  })

  test.each([301, 302, 303, 307, 308])('redirects elsewhere with %i: nobody goes there', async (status) => {
    const elsewhere = await hostile(({ socket }) => socket.end(http(200, '{}')))
    const server = await hostile(({ socket }) =>
      socket.end(http(status, '', { location: `${elsewhere.url}/v1/projects` })),
    )
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key }
    const told = await there.fails('testctl projects list', { env })
    expect(elsewhere.connections()).toBe(0)
    await Promise.all([server.close(), elsewhere.close()])
    expect(told).toMatchObject({
      exitCode: 5,
      error: expect.stringContaining(`redirects to ${elsewhere.url}`),
      next: expect.stringContaining('TESTCTL_URL'),
    })
  })
})

const html = { 'content-type': 'text/html' }
const page = '<html><script>alert(1)</script>canary-page</html>'

const drip = (socket: Socket): void => {
  socket.write(http(200, ' '.repeat(100_000)).slice(0, -100_000))
  const timer = setInterval(() => socket.write(' '), 20)
  socket.on('close', () => clearInterval(timer))
}
