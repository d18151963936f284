import { afterEach, beforeEach, expect, test } from 'vitest'
import { keep } from '../helpers/keep.ts'
import { createWorld, type World } from '../helpers/world.ts'
import { hostile, http } from './hostile.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.remove())

const typeAt = async (line: string, answer: string) => {
  const server = keep(await hostile(({ socket }) => socket.write(answer)))
  const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: 'a-key-of-ana' }
  return { ...(await world.type(`testctl ${line}`, { env })), requests: server.requests }
}

const html = { 'content-type': 'text/html' }
const page = '<html><head><title>Bad Gateway</title></head><body><center>nginx</center></body></html>'
const again = 'run it again, with -v to see each attempt'

test.each([
  [429, 'the service asks to try again later', 'wait a while, then run it again'],
  [502, 'the service failed', again],
  [503, 'the service failed', again],
  [504, 'the service failed', again],
])('the page that a proxy sends with %i is no wrong address', async (status, what, hint) => {
  const { stderr, exitCode } = await typeAt('projects list', http(status, page, html))
  expect({ stderr, exitCode }).toEqual({ stderr: `error: ${what} (${status})\n  ${hint}\n`, exitCode: 6 })
})

test.each([
  ['alone', {}, 9],
  ['with Retry-After', { 'retry-after': '0' }, 9],
  ['from a server that honours keys', { 'idempotency-key-max-age': '60' }, 6],
])('a create that ends with 503 %s', async (_, headers: Record<string, string>, exitCode) => {
  const seen = await typeAt('projects create --name N --identifier NEW', http(503, '{}', headers))
  expect(seen.exitCode).toBe(exitCode)
  expect(seen.requests).toHaveLength(1)
  if (exitCode === 9)
    expect(seen.stderr).toBe(
      'error: PUT /v1/projects was sent, but the service failed (503): the project "N" may or may not have been created\n  look first: testctl projects list\n',
    )
})
