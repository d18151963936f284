import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

// The service makes a change, but a proxy loses the answer.

let world: SeededWorld
let remote: Remote
let env: Record<string, string>
beforeEach(async () => {
  world = await createSeededWorld()
  remote = await startRemote('key', `file:${world.folder}/team.db`)
  env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key' }
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

const failing = (status: number) => ({ status, headers: {}, body: '{"message":"planted"}' })

/** Carries out the first attempt at each change and answers it with status `first`; answers later attempts only, with `later`. */
const lose = (first: number, later: number) => {
  const seen = new Set<string>()
  remote.before = async ({ method, path }) => {
    if (method !== 'DELETE' && method !== 'POST') return undefined
    if (seen.has(path)) return failing(later)
    seen.add(path)
    const id = path.split('/').at(-1)!
    if (method === 'DELETE') await remote.api.cases.delete({ caseId: id })
    else await remote.api.tests.update({ testId: id, result: 'failed' })
    return failing(first)
  }
}

describe('cases delete, made by an attempt whose answer was lost', () => {
  test.each([302, 400, 401, 403, 409, 422])('and refused with %i after that, is no refusal', async (status) => {
    lose(502, status)
    const { exitCode, stderr } = await world.type('testctl cases delete WEB-C5 --yes', { env })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 6,
      stderr: expect.stringMatching(
        new RegExp(
          `^error: DELETE /v1/cases/\\S+ was sent, but got no clear answer, and sent again: the service answered ${status}: the case may or may not have been deleted\n  run it again: if it is not found then, it was deleted\n$`,
        ),
      ) as string,
    })
  })

  test.each([502, 503])('and not found after a %i, is done', async (status) => {
    lose(status, 404)
    const { stdout, exitCode } = await world.type('testctl cases delete WEB-C5 --yes', { env })
    expect({ stdout, exitCode }).toEqual({ stdout: 'WEB-C5\n', exitCode: 0 })
  })

  test('of several names each, and ends with the code of a service that failed', async () => {
    lose(502, 502)
    const { exitCode, stderr } = await world.type('testctl cases delete WEB-C5 WEB-C6 --yes --json', { env })
    expect(exitCode).toBe(6)
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        code: 'unavailable',
        message: '0 of 2 cases deleted, 2 unknown',
        hint: 'run it again for them',
        issues: expect.arrayContaining(
          ['WEB-C5', 'WEB-C6'].map((path) => ({
            path,
            message: expect.stringContaining('may or may not have been deleted') as string,
          })),
        ) as unknown,
      },
    })
  })

  test('of several, where some were done, is partly done', async () => {
    remote.before = async ({ path }) => (path.endsWith(lost) ? failing(502) : undefined)
    const lost = await world.idOf('WEB-C6')
    const { exitCode, stderr } = await world.type('testctl cases delete WEB-C5 WEB-C6 --yes', { env })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 7,
      stderr: expect.stringMatching(/^error: 1 of 2 cases deleted, 1 unknown\n[^]*WEB-C6: DELETE/) as string,
    })
  })
})

test('tests set says that the result may be set, where the answer was lost and the next one is a refusal', async () => {
  lose(504, 409)
  const { exitCode, stderr } = await world.type('testctl tests set WEB-T3 failed', { env })
  expect(exitCode).toBe(6)
  expect(stderr).toMatch(
    /answered 409: the test may or may not have been updated\n {2}run it again, with -v to see each attempt\n$/,
  )
  expect((await remote.api.tests.get({ identifier: 'WEB-T3' })).test.result).toBe('failed')
})

test('comments create without an answer looks at what was named', async () => {
  remote.before = async ({ path }) => (path.startsWith('/v1/comments/') ? failing(502) : undefined)
  const { exitCode, stderr } = await world.type("testctl comments create WEB-T1 --content 'x'", { env })
  expect(exitCode).toBe(9)
  expect(stderr).toMatch(/may or may not have been created\n {2}look first: testctl comments list WEB-T1\n$/)
})

test.each([
  ["cases create -p web --name 'x'", 'cases'],
  ["runs create -p web --name 'x' --all-cases", 'runs'],
  ["milestones create -p web --name 'x'", 'milestones'],
])('%s without an answer looks at the list of its project, by identifier', async (line, noun) => {
  remote.before = async ({ method }) => (method === 'PUT' ? failing(502) : undefined)
  const { exitCode, stderr } = await world.type(`testctl ${line}`, { env })
  expect(exitCode).toBe(9)
  expect(stderr).toMatch(new RegExp(`\n  look first: testctl ${noun} list -p WEB\n$`))
})
