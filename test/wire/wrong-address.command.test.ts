import { afterEach, beforeEach, expect, test } from 'vitest'
import { keep } from '../helpers/keep.ts'
import { createWorld, type World } from '../helpers/world.ts'
import { hostile, http } from './hostile.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.remove())

const page = '<html><head><title>404 Not Found</title></head><body><center>nginx</center></body></html>'
const html = { 'content-type': 'text/html' }

const typeAt = async (line: string, answers: readonly string[]) => {
  const server = keep(
    await hostile(({ socket, nth }) => socket.write(answers[Math.min(nth, answers.length) - 1] ?? '')),
  )
  const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: 'a-key-of-ana' }
  return world.type(`testctl ${line}`, { env })
}

const hint = '\n  is TESTCTL_URL right, with its path? testctl config list --show-origin\n'

test.each(['projects list', 'auth status', 'runs list -p WEB'])(
  '%s at an address that lacks its path',
  async (line) => {
    const { stderr, exitCode } = await typeAt(line, [http(404, '{"message":"base"}')])
    expect({ stderr, exitCode }).toEqual({
      stderr: `error: there is no service below that address (404)${hint}`,
      exitCode: 5,
    })
  },
)

test.each(['cases get WEB-C1', 'cases update WEB-C1 --name x', 'runs filter WEB-R1 --for go', 'tests list 7f9c2ba4'])(
  'a web page with 404 does not say that there is nothing to: %s',
  async (line) => {
    const { stderr, exitCode } = await typeAt(line, [http(404, page, html)])
    expect(stderr).toMatch(/^error: a web page answered GET \S+ \(404\), not the service\n/)
    expect(stderr).toContain(hint)
    expect(exitCode).toBe(5)
  },
)

test('a web page with 404 does not end a delete that may have been applied', async () => {
  const { stderr, exitCode } = await typeAt('comments delete 7f9c2ba4 --yes', [
    http(502, '{}'),
    http(404, page, { ...html, connection: 'close' }),
  ])
  expect(stderr).toContain('a web page answered DELETE /v1/comments/7f9c2ba4 (404), not the service')
  expect(exitCode).toBe(5)
})

test('a web page with 413 is of a proxy that a text is too long for, not of a wrong address', async () => {
  const { stderr, exitCode } = await typeAt('cases update 7f9c2ba4 --name x', [http(413, page, html)])
  expect({ stderr, exitCode }).toEqual({
    stderr: expect.stringMatching(/ \(413\)\n {2}a proxy in front of the service may have a lower limit/),
    exitCode: 5,
  })
})
