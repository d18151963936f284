import { afterEach, beforeEach, expect, test } from 'vitest'
import { keep } from '../helpers/keep.ts'
import { startRemote } from '../helpers/remote.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'
import type { Response } from '../../src/wire/message.ts'

// A service that implements most of the interface, but not all of it.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const answer = (status: number, body: object): Response => ({ status, headers: {}, body: JSON.stringify(body) })

const served = async (instead: (path: string) => Response | undefined) => {
  const remote = keep(await startRemote('key', world.env['TESTCTL_URL']))
  remote.before = async ({ method, path }) => (method === 'GET' ? instead(path) : undefined)
  const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key' }
  return (line: string) => world.type(`testctl ${line}`, { env })
}

const withMilestone = async () => {
  await world.prints('testctl runs update WEB-R1 --milestone WEB-M1')
  return world.idOf('WEB-M1')
}

test.each([
  [404, 'testctl runs list -p WEB --template "{identifier} {milestone}"'],
  [403, 'testctl runs get WEB-R1'],
  [422, 'testctl runs get WEB-R1'],
])('runs are shown with the ids of milestones that cannot be read (%i)', async (status, line) => {
  const id = await withMilestone()
  const type = await served((path) =>
    path.startsWith('/v1/milestones/') ? answer(status, { message: 'not for you' }) : undefined,
  )
  const { stdout, stderr, exitCode } = await type(line.slice(8))
  expect(stdout).toContain(id)
  expect(stderr).toMatch(/^warning: the milestones could not be read, and are shown by their ids: .*not for you/)
  expect(exitCode).toBe(0)
})

test('a run is shown with the id of its milestone where the projects cannot be read', async () => {
  const id = await withMilestone()
  const type = await served((path) => (path === '/v1/projects' ? answer(403, {}) : undefined))
  const { stdout, exitCode } = await type('runs get WEB-R1')
  expect(stdout).toContain(id)
  expect(exitCode).toBe(0)
})

test('a key that is refused for milestones ends the list of runs', async () => {
  await withMilestone()
  const type = await served((path) =>
    path.startsWith('/v1/milestones/') ? answer(401, { message: 'UNAUTHORIZED' }) : undefined,
  )
  expect(await type('runs get WEB-R1')).toMatchObject({ exitCode: 4 })
})

test.each(['WEB-C1', 'WEB-T1'])('comments that the service leaves out are not called none: %s', async (identifier) => {
  const type = await served((path) => {
    const noun = /^\/v1\/(case|test)s\/\1\//.exec(path)?.[1]
    const row = { id: 'x', displayId: 1, name: 'n', result: 'passed', caseId: 'c' }
    return noun === undefined ? undefined : answer(200, { [noun]: row })
  })
  expect(await type(`comments list ${identifier}`)).toEqual({
    stdout: '',
    stderr: `error: the service did not return the comments of ${identifier}\n  tell the operator of the service; -v shows the requests\n`,
    exitCode: 5,
  })
})

test.each([
  ['runs get WEB-R1 --relations tests', 'testctl tests list WEB-R1'],
  ['runs list -p WEB --json --relations tests', 'testctl tests list -p WEB RUN'],
  ['projects list --json --relations cases,test_runs', 'testctl cases list -p PROJ, testctl runs list -p PROJ'],
])('relations that are too many for one answer are to be listed: %s', async (line, lists) => {
  const all = line.startsWith('projects') ? '/v1/projects' : '/v1/test-runs/'
  const type = await served((path) => (path.startsWith(all) ? answer(413, { message: 'too many' }) : undefined))
  const { stderr, exitCode } = await type(line)
  expect(stderr).toContain(`leave out the relations, and list them separately: ${lists}`)
  expect(exitCode).toBe(5)
})
