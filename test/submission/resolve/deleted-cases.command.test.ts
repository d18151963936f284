import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

// Cases that another user deletes after a submission has read them and before it adds them to its run.

const key = 'canary-0123456789'
const names = ['Log in', 'Log out', 'Pay', 'Search', 'Ship']
let remote: Remote
let world: World
let ids: string[]

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  const { project } = await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  ids = []
  for (const name of names) {
    const made = await remote.api.cases.create({ projectId: project.id, name, preconditions: '', steps: [] })
    ids.push(made.case.id)
  }
  await remote.api.runs.create({ projectId: project.id, name: 'Empty', caseIds: [] })
  await writeFile(
    join(world.folder, 'report.xml'),
    `<testsuite>${names.map((name) => `<testcase name="${name}"/>`).join('')}</testsuite>`,
  )
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

/** Deletes cases just before a request that creates or changes a run. */
const deleteBeforeRun = (caseIds: readonly string[]): void => {
  remote.before = async ({ method, path }) => {
    if (method === 'GET' || !path.startsWith('/v1/test-runs/')) return
    delete remote.before
    for (const caseId of caseIds) await remote.api.cases.delete({ caseId })
  }
}

test('a new run: the case that was deleted is named, and the second time it works', async () => {
  deleteBeforeRun([ids[2]!])
  const line = 'testctl runs submit report.xml -p WEB --name CI'
  const { stderr, exitCode } = await world.type(line)
  expect({ stderr, exitCode }).toEqual({
    stderr:
      'error: a case is not in the project any more: WEB-C3 "Pay"; no result has been set\n' +
      '  run it again: it reads the cases anew\n',
    exitCode: 5,
  })
  expect(await world.type(`${line} --create-cases --json`)).toMatchObject({ stderr: '', exitCode: 0 })
})

test('a run that is there: of many cases the first are named', async () => {
  deleteBeforeRun(ids.slice(0, 4))
  const { stderr, exitCode } = await world.type('testctl runs submit report.xml --run WEB-R1 --create-cases')
  expect({ stderr, exitCode }).toEqual({
    stderr: expect.stringContaining(
      'error: cases are not in the project any more: WEB-C1 "Log in", WEB-C2 "Log out", WEB-C3 "Pay" and others; no result has been set\n' +
        '  run it again: it reads the cases anew\n',
    ),
    exitCode: 5,
  })
})
