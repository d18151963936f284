import { afterEach, beforeEach, expect, test } from 'vitest'
import { keep } from '../helpers/keep.ts'
import { createWorld, type World } from '../helpers/world.ts'
import { hostile, http } from './hostile.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.remove())

const typeAt = async (line: string, answer: string, typed: { terminal?: number } = {}) => {
  const server = keep(await hostile(({ socket }) => socket.write(answer)))
  const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: 'a-key-of-ana' }
  return world.type(`testctl ${line}`, { env, ...typed })
}
const change = 'tests set 7f9c2ba4 passed'

test.each([
  [{ error: 'too long' }, 'too long'],
  [{ error: { code: 7, message: 'too long' } }, 'too long'],
  [{ errors: [{ message: 'too long' }, { message: 'too old' }] }, 'too long; too old'],
  [{ errors: ['too long'] }, 'too long'],
  [{ type: 'about:blank', title: 'Invalid', detail: 'too long' }, 'too long'],
  [{ title: 'Invalid' }, 'Invalid'],
  [{ message: ['too long', 'too old'], error: 'Bad Request' }, 'too long; too old'],
  [{ detail: [{ loc: ['body'], msg: 'too long' }] }, 'too long'],
])('a refusal %j is shown', async (body, says) => {
  const { stderr, exitCode } = await typeAt(change, http(422, JSON.stringify(body)))
  expect(stderr.split('\n')[0]).toContain(says)
  expect(exitCode).toBe(5)
})

test('a line of text is shown, its control characters made visible and the key masked', async () => {
  const answer = http(422, 'too long for a-key-of-ana \u001b[31m\n', { 'content-type': 'text/plain' })
  const { stderr } = await typeAt(change, answer)
  expect(stderr.split('\n')[0]).toContain('too long for ********')
  expect(stderr).not.toContain('\u001b')
})

test.each([
  ['[broken'],
  ['{"message": "cut'],
  ['x'.repeat(201)],
  ['one\ntwo'],
  ['{}'],
  ['[]'],
  ['null'],
  ['{"message":{}}'],
])('a body that says nothing is not shown: %s', async (body) => {
  const { stderr } = await typeAt(change, http(422, body, { 'content-type': 'text/plain' }))
  expect(stderr.split('\n')[0]).toBe('error: the service refused POST /v1/tests/7f9c2ba4 (422)')
})

test.each(['POST /v1/tests/7f9c2ba4 -f result=passed', 'tests.update --test-id 7f9c2ba4 --result passed'])(
  'testctl api %s prints the whole of a refusal with -i',
  async (call) => {
    const body = '{"reasons":[1]}'
    const plain = await typeAt(`api ${call}`, http(422, body))
    expect(plain).toMatchObject({ stdout: '', exitCode: 5 })
    const { stdout } = await typeAt(`api ${call} -i`, http(422, body, { 'x-more': 'yes' }))
    expect(stdout).toMatch(/^HTTP 422\n[^]*x-more: yes\n\n\{"reasons":\[1\]\}\n$/)
    expect((await typeAt(`api ${call} --jq .test`, http(422, body))).stdout).toBe('')
  },
)

test('a page that testctl api gets with an error cannot control a terminal', async () => {
  const answer = http(404, '<p>\u001b[31m no\n', { 'content-type': 'text/html' })
  const { stdout } = await typeAt('api /v1/projects -i', answer, { terminal: 80 })
  expect(stdout).toMatch(/\n\n<p>.* no\n$/)
  expect(stdout).not.toContain('\u001b')
})

test.each([400, 405, 409, 410, 422])(
  'a message with %i stands beside the request, its status and a next step',
  async (status) => {
    const { stderr, exitCode } = await typeAt(change, http(status, '{"message":"Conflict"}'))
    expect({ stderr, exitCode }).toEqual({
      stderr: `error: the service refused POST /v1/tests/7f9c2ba4: Conflict (${status})\n  --dry-run shows the request: change the refused part\n`,
      exitCode: 5,
    })
  },
)

test('a message with 404 stands beside what was asked for', async () => {
  const { stderr, exitCode } = await typeAt(change, http(404, '{"message":"Not found"}'))
  expect({ stderr, exitCode }).toEqual({
    stderr:
      'error: the service has nothing at POST /v1/tests/7f9c2ba4: Not found (404)\n  is the ID right? A list with --json shows the ids\n',
    exitCode: 3,
  })
})

test('a create without an ID does not ask for one', async () => {
  const { stderr } = await typeAt('projects create --name N --identifier NEW', http(404, '{"message":"Not found"}'))
  expect(stderr).toContain('there is no service below that address (404)')
})
