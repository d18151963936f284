import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld()
})
afterAll(() => world.remove())

test.for([
  ['--run WEB-R99', 'there is no test run WEB-R99'],
  ['-p NONE --name CI', 'there is no project NONE'],
  ['-p WEB --name CI --milestone M99', 'there is no milestone WEB-M99'],
])('exec %s ends before its command begins', async ([flags, error]) => {
  const seen = await world.fails(`testctl exec ${flags} --report r.xml -- touch ran`)
  expect(seen).toEqual({ exitCode: 3, stderr: expect.stringContaining(`error: ${error}\n`) })
  expect(existsSync(join(world.folder, 'ran'))).toBe(false)
})

test('exec with a store that is not there ends before its command begins', async () => {
  const env = { TESTCTL_URL: 'file:./none.db' }
  const { exitCode, stderr } = await world.fails('testctl exec --run WEB-R1 --report r.xml -- touch ran', { env })
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/^error: there is no store /) })
  expect(existsSync(join(world.folder, 'ran'))).toBe(false)
})

test('exec runs its command where no service answers, as it may be there by the end', async () => {
  const env = { TESTCTL_URL: 'http://127.0.0.1:9', TESTCTL_API_KEY: 'canary' }
  await world.type('testctl exec --run WEB-R1 --report r.xml -- touch tried', { env })
  expect(existsSync(join(world.folder, 'tried'))).toBe(true)
})

describe('exec ends before its command begins where the service says that it will not do', () => {
  let remote: Remote
  beforeAll(async () => {
    remote = await startRemote('canary', `file:${world.folder}/team.db`)
  })
  afterAll(() => remote.close())

  test.for([
    ['the key is refused', { key: 'wrong', page: false }, 4],
    ['another site is at the address', { key: 'canary', page: true }, 5],
    ['a run named by its id is gone', { key: 'canary', page: false }, 3],
  ] as const)('%s', async ([, { key, page }, exitCode]) => {
    const instead = { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>Nothing here</html>' }
    remote.after = (_, response) => (page ? instead : response)
    const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key, TESTCTL_PROJECT: '' }
    const run = '5b0f7c1e-0000-4000-8000-000000000000'
    const seen = await world.fails(`testctl exec --run ${run} --report r.xml -- touch begun`, { env })
    expect(seen).toEqual({ exitCode, stderr: expect.stringMatching(/^error: /) })
    expect(existsSync(join(world.folder, 'begun'))).toBe(false)
  })
})
