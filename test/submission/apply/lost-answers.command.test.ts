import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

// A submission of three failed tests through a proxy that loses the answers of the service.

let world: World
let remote: Remote
beforeEach(async () => {
  remote = await startRemote('key')
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key' })
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const cases = ['a', 'b', 'c'].map((name) => `<testcase name="${name}"><failure message="no ${name}"/></testcase>`)
  await writeFile(join(world.folder, 'r.xml'), `<testsuite name="s">${cases.join('')}</testsuite>`)
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

const submit = 'testctl runs submit r.xml -p WEB --name N --create-cases'

const lost = { status: 502, headers: { 'content-type': 'application/json' }, body: '{"message":"planted"}' }

/** Loses the answers to updates of results, which the service has carried out. */
const loseResults = (also: (path: string) => typeof lost | undefined = () => undefined) => {
  remote.before = async ({ method, path, body }) => {
    const testId = /^\/v1\/tests\/(.+)$/.exec(path)?.[1]
    if (method !== 'POST' || testId === undefined) return also(path)
    await remote.api.tests.update({ testId, ...(JSON.parse(body ?? '') as { result: 'failed' }) })
    return lost
  }
}

const firstTest = async (): Promise<string | undefined> => {
  const { testRun } = await remote.api.runs.get({ identifier: 'WEB-R1', relations: ['tests'] })
  return testRun.tests?.find(({ displayId }) => displayId === 1)?.id
}

const stored = async (): Promise<string[]> => {
  const { projects } = await remote.api.projects.list({})
  const { testRuns } = await remote.api.runs.list({ projectId: projects[0]!.id })
  const { tests } = await remote.api.tests.list({ testRunId: testRuns[0]!.id, relations: ['comments'] })
  return tests.map(({ result, comments = [] }) => `${result}, ${comments.length}`)
}

describe('runs submit, where the answers to all results are lost', () => {
  test('ends with 0 once the run shows the results, and their comments are written', async () => {
    loseResults()
    const { stdout, exitCode } = await world.type(`${submit} --json`)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ tests: { set: 3, failed: 0 }, comments: { written: 3 } })
    expect(await stored()).toEqual(['failed, 1', 'failed, 1', 'failed, 1'])
  })

  test('ends with 7 where their comments are refused, and --resume writes those', async () => {
    loseResults((path) => (path.startsWith('/v1/comments') ? { ...lost, status: 400 } : undefined))
    const { stderr, exitCode } = await world.type(submit)
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 7,
      stderr: expect.stringContaining('error: 3 comments were not written') as string,
    })
    expect(await stored()).toEqual(['failed, 0', 'failed, 0', 'failed, 0'])
    delete remote.before
    expect(await world.type('testctl runs submit --resume')).toMatchObject({ exitCode: 0 })
    expect(await stored()).toEqual(['failed, 1', 'failed, 1', 'failed, 1'])
  })
})

test.each([
  ['none', 3],
  ['a', 2],
  ['b', 2],
])(
  'where the answer to one result of three is lost, and of %s the comment is refused, all comments count',
  async (refused, written) => {
    let updates = 0
    remote.before = async ({ method, path, body = '' }) => {
      if (path.startsWith('/v1/comments') && body.includes(`no ${refused}`)) return { ...lost, status: 400 }
      const testId = /^\/v1\/tests\/(.+)$/.exec(path)?.[1]
      if (method !== 'POST' || testId === undefined || testId !== (await firstTest())) return undefined
      updates += 1
      await remote.api.tests.update({ testId, ...(JSON.parse(body) as { result: 'failed' }) })
      return lost
    }
    const { stdout, exitCode } = await world.type(`${submit} --json`)
    expect(updates).toBeGreaterThan(0)
    expect(exitCode).toBe(written === 3 ? 0 : 7)
    expect(JSON.parse(stdout)).toMatchObject({
      tests: { set: 3, failed: 0 },
      comments: { written, failed: 3 - written },
      failures: written === 3 ? [] : [{ name: `s › ${refused}` }],
    })
  },
)

test('a submission that is stopped before its comments counts them, and --resume writes them', async () => {
  const stop = new AbortController()
  let set = 0
  remote.before = async ({ method, path }) => {
    if (method === 'POST' && path.startsWith('/v1/tests/') && ++set === 3) stop.abort(new InterruptedError('stopped'))
  }
  const { stderr, exitCode } = await world.type(submit, { stop: stop.signal })
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 130,
    stderr: expect.stringContaining('3 comments were not written') as string,
  })
  expect(await stored()).toEqual(['failed, 0', 'failed, 0', 'failed, 0'])
  expect(await world.type('testctl runs submit --resume')).toMatchObject({ exitCode: 0 })
  expect(await stored()).toEqual(['failed, 1', 'failed, 1', 'failed, 1'])
})
