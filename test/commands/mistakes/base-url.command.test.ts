import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startServed } from '../../server/served.ts'
import { createWorld, type World } from '../../helpers/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.remove())

describe('an address with more than the address of a service', () => {
  test.for(['/v1', '/v1/', '/v1/projects', '/settings/keys', '/openapi.json', '/sub/v1'])('%s', async (path) => {
    const url = `https://tests.example.com${path}`
    const { stderr, exitCode } = await world.type('testctl runs get WEB-R1', { env: { TESTCTL_URL: url } })
    const beyond = path.replace('/sub', '').replace(/\/$/, '')
    expect({ stderr, exitCode }).toEqual({
      stderr: `error: TESTCTL_URL ends in ${beyond}, which is not part of the address of a service\n  leave out ${beyond}\n`,
      exitCode: 2,
    })
  })

  test('a page of a run, as it stands in a browser', async () => {
    const served = await startServed()
    const env = { TESTCTL_URL: `${served.url}/WEB/runs/R1`, TESTCTL_API_KEY: served.secrets.writer }
    for (const line of ['projects list', 'runs get WEB-R1', 'tests set WEB-T1 passed']) {
      const { stderr, exitCode } = await world.type(`testctl ${line}`, { env })
      expect({ stderr, exitCode }).toEqual({
        stderr: `error: there is no service at ${served.url}/WEB/runs/R1\n  leave out /WEB/runs/R1: ${served.url}?\n`,
        exitCode: 2,
      })
    }
  })
})

test('the address of a database is that of no service, and the hint says how it becomes one', async () => {
  const env = { TESTCTL_URL: 'postgres://ana:secret@db.example.com/team' }
  const { stderr, exitCode } = await world.type('testctl projects list', { env })
  expect({ stderr, exitCode }).toEqual({
    stderr:
      'error: TESTCTL_URL is not the address of a service\n  serve the database, and give the address of that service: testctl serve --store postgres://…\n',
    exitCode: 2,
  })
})

describe('an address that lacks its scheme', () => {
  test.for([
    ['tests.example.com', 'write https:// before the host'],
    ['tests.example.com:8443/sub', 'write https:// before the host'],
    ['localhost:8787', 'write http:// before the host'],
    ['./team.db', 'write file: before the path'],
    ['/srv/team.db', 'write file: before the path'],
    ['team.db', 'write file: before the path'],
    ['C:\\data\\team.db', 'write file: before the path'],
    ['C:/team', 'write file: before the path'],
    ['.\\team.db', 'write file: before the path'],
    ['data\\team.db', 'write file: before the path'],
  ])('%s', async ([url, hint]) => {
    const { stderr, exitCode } = await world.type('testctl projects list', { env: { TESTCTL_URL: url! } })
    expect(stderr).toContain(`error: TESTCTL_URL is not the address of a service\n  ${hint}; `)
    expect(exitCode).toBe(2)
  })

  test('is not repeated, for it may be a key', async () => {
    const key = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N'
    const { stderr } = await world.type('testctl projects list', { env: { TESTCTL_URL: key } })
    expect(stderr).toBe(
      'error: TESTCTL_URL is not the address of a service\n  an address is written https://tests.example.com or file:./team.db\n',
    )
  })
})
