import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createWorld, type World } from '../helpers/world.ts'

// An undo on a service that leaves out comments although they were requested. DECISIONS 430

const key = 'canary-0123456789'
let remote: Remote
let world: World
beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const failing = ['logs in', 'logs out'].map((name, at) => `not ok ${at + 1} - ${name}\n  ---\n  message: no\n  ...\n`)
  await writeFile(join(world.folder, 'report.tap'), `1..2\n${failing.join('')}`)
  await world.type('testctl runs submit report.tap -p WEB --name CI --create-cases')
  expect(await comments()).toEqual([1, 1])
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

const testsOf = async () => {
  const { testRun } = await remote.api.runs.get({ identifier: 'WEB-R1' })
  return (await remote.api.tests.list({ testRunId: testRun.id, relations: ['comments'] })).tests
}
const comments = async () => (await testsOf()).map((one) => one.comments?.length)

/** Makes the service leave out each list of comments for which `isLeftOut` returns true. */
const leaveOut = (isLeftOut: (comments: readonly unknown[]) => boolean) => {
  remote.after = ({ method }, response) => {
    if (method !== 'GET' || response.status !== 200) return response
    const keep = (name: string, value: unknown) =>
      name === 'comments' && Array.isArray(value) && isLeftOut(value) ? undefined : value
    return { ...response, body: JSON.stringify(JSON.parse(response.body), keep) }
  }
}

test('that leaves out every list: the results are put back, the comments stay, and that is told', async () => {
  leaveOut(() => true)
  const { stdout, exitCode } = await world.type('testctl runs undo')
  expect(exitCode).toBe(7)
  expect(stdout).toContain('put back   2 results')
  expect(stdout).toContain('the service did not return the comments of WEB-T1: they were left as they are')
  expect(await comments()).toEqual([1, 1])
})

test('that leaves out empty lists: a comment that was deleted since is none to take away', async () => {
  const [comment] = (await testsOf())[0]?.comments ?? []
  await remote.api.comments.delete({ commentId: comment?.id ?? '' })
  leaveOut(({ length }) => length === 0)
  expect(await world.type('testctl runs undo')).toMatchObject({ exitCode: 0, stderr: '' })
  expect(await comments()).toEqual([0, 0])
})
