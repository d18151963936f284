import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRemote, type Remote } from '../helpers/remote.ts'
import { createWorld, type World } from '../helpers/world.ts'

// A fake service with the project MY-APP: ours allows no hyphen in the identifier of a project. DECISIONS 180
const uuid = '0191fa10-52b1-4c07-8f4e-c12345678901'
const times = { createdAt: 0, createdBy: 'ana', updatedAt: 0, updatedBy: 'ana' }
const found = {
  id: uuid,
  displayId: 3,
  name: 'logs in',
  preconditions: '',
  steps: [],
  assignedTo: '',
  result: 'untested',
  caseId: 'c',
  ...times,
}
const project = { id: 'p', name: 'App', identifier: 'MY-APP', icon: '', color: '', ...times }

let remote: Remote
let world: World
beforeEach(async () => {
  remote = await startRemote('key')
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key' })
  remote.before = async ({ method, path }) => {
    const answer = (value: object) => ({ status: 200, headers: {}, body: JSON.stringify(value) })
    if (path === '/v1/projects') return answer({ projects: [project], pagination: { limit: 1, offset: 0, total: 1 } })
    if (path === '/v1/tests/test/MY-APP-T3') return answer({ test: found })
    if (method === 'POST' && path === `/v1/tests/${uuid}`) return answer({ test: { ...found, result: 'passed' } })
    return undefined
  }
})
afterEach(async () => {
  await world.remove()
  await remote.close()
})

test.for(['tests get MY-APP-T3', 'tests get my-app-t3', 'tests get T3 -p MY-APP', 'tests get t3 -p my-app'])(
  'testctl %s finds the test of a project whose identifier has a hyphen',
  async (line) => {
    const { stdout, exitCode } = await world.type(`testctl ${line} --json`)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ identifier: 'MY-APP-T3', displayId: 3 })
  },
)

test('a UUID that ends like an identifier is an id', async () => {
  expect(await world.type(`testctl tests set ${uuid} passed`)).toMatchObject({ stdout: `${uuid}\n`, exitCode: 0 })
  expect(remote.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`POST /v1/tests/${uuid}`])
})

test('a wrong kind is told as well', async () => {
  const { stderr, exitCode } = await world.type('testctl tests get MY-APP-R3')
  expect({ stderr, exitCode }).toEqual({
    stderr: 'error: MY-APP-R3 is a test run, not a test\n  its tests: testctl tests list MY-APP-R3\n',
    exitCode: 2,
  })
})
