import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../helpers/seeded-remote.ts'

// A service that refuses large pages with an error of its own. The interface shows no maximum.

let seeded: SeededRemote
beforeEach(async () => {
  seeded = await startSeededRemote()
})
afterEach(() => seeded.close())

const limitOf = (query: string) => Number(new URLSearchParams(query).get('limit') ?? 0)
const limits = () => seeded.remote.requests.map(({ query }) => limitOf(query))

/** Refuses requests for more than `most` rows. */
const refuse = (most: number, status: number, body: object) => {
  seeded.remote.before = async ({ query }) =>
    limitOf(query) > most
      ? { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : undefined
}

test.each([
  [100, 400, { message: 'limit must not be greater than 100' }],
  [20, 422, { errors: [{ detail: 'Validation failed' }] }],
  [20, 400, { message: 'Invalid', issues: [{ path: 'query.limit', message: 'Too big' }] }],
])('%d rows at most, else %d: lists have all rows, and a project is found', async (most, status, body) => {
  refuse(most, status, body)
  const line = 'testctl cases list -p WEB --quiet'
  const { stdout, stderr, exitCode } = await seeded.type(line)
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toBe(await seeded.world.prints(line))
})

test('what was refused once is not asked for again', async () => {
  refuse(20, 400, {})
  await seeded.type('testctl cases list -p WEB --quiet')
  expect(limits()).toEqual([1000, 100, 0, 0])
})

test('a refusal for another reason is told as it is', async () => {
  seeded.remote.before = async () => ({
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: '{"message":"Invalid","issues":[{"path":"projectId","message":"Unknown"}]}',
  })
  const { stderr, exitCode } = await seeded.type('testctl projects list')
  expect({ stderr, exitCode }).toEqual({
    stderr: expect.stringMatching(/^error: the service refused GET \/v1\/projects: Invalid \(400\)\n/) as string,
    exitCode: 5,
  })
  expect(limits()).toEqual([1000])
})

test('where fewer are refused for another reason, that one is told', async () => {
  seeded.remote.before = async ({ query }) => ({
    status: limitOf(query) > 100 ? 400 : 404,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: limitOf(query) > 100 ? 'limit must not be greater than 100' : 'no such list' }),
  })
  const { stderr } = await seeded.type('testctl projects list')
  expect(stderr).toMatch(/^error: .* \(404\)\n/)
})

test('api sends the limit that is typed, and tells its refusal', async () => {
  refuse(100, 400, { message: 'limit must not be greater than 100' })
  const { stderr } = await seeded.type('testctl api projects.list --limit 500')
  expect(stderr).toContain('limit must not be greater than 100')
  expect(limits()).toEqual([500])
})
