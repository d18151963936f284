import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Request, Response } from '../../src/wire/message.ts'
import { type SeededRemote, startSeededRemote } from '../helpers/seeded-remote.ts'

// A service whose lists are incomplete. DECISIONS 429

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

type Row = Record<string, unknown> & { displayId: number }
type Answer = { tests: Row[]; pagination: { limit: number; offset: number; total: number } }

const isList = (request: Request) => /^\/v1\/tests\/[^/]+$/.test(request.path) && request.method === 'GET'

/** Answers each list of tests with the rows that `change` makes from all of them. */
const listing = (change: (tests: Row[], page: Answer['pagination'], request: Request) => Row[]) => {
  there.remote.before = async (request) => {
    if (!isList(request)) return
    const query = new URLSearchParams(request.query)
    const { tests, pagination } = (await there.remote.api.tests.list({
      testRunId: request.path.slice('/v1/tests/'.length),
    })) as unknown as Answer
    const page = { ...pagination, limit: 3, offset: Number(query.get('offset')) }
    return { status: 200, headers: {}, body: JSON.stringify({ tests: change(tests, page, request), pagination: page }) }
  }
}

/** Returns a page in which another test takes the place of WEB-T12, which failed. */
const leavingOut = (tests: Row[], { limit, offset }: Answer['pagination']) =>
  tests.map((test, at) => (test.displayId === 12 ? tests[at - 1]! : test)).slice(offset, offset + limit)

test.each([
  'runs status WEB-R7 --gate failed,untested',
  'runs wait WEB-R7 --timeout 1s',
  'runs report WEB-R7',
  'runs create -p WEB --name New --from WEB-R7',
])('%s is an error where a test stands twice in the list, and another not at all', async (line) => {
  await there.world.type('testctl tests set WEB-T12 failed')
  listing(leavingOut)
  expect(await there.type(`testctl ${line}`)).toMatchObject({
    exitCode: 5,
    stdout: '',
    stderr: expect.stringContaining('the service repeats rows and leaves others out: of 12 rows, 11 came'),
  })
})

test('a list shows each row once, and ends with 5', async () => {
  listing(leavingOut)
  const { stdout, exitCode } = await there.type('testctl tests list WEB-R7 --quiet')
  expect(stdout.split('\n').filter(Boolean)).toHaveLength(11)
  expect(exitCode).toBe(5)
  expect((await there.type('testctl tests list WEB-R7 --json')).stdout).not.toMatch(/\]\s*$/)
})

test('a service of ours is not asked what is behind a last page that is full', async () => {
  const lists = async (line: string) => {
    const before = there.remote.requests.length
    await there.type(line)
    return there.remote.requests.slice(before).filter(({ path }) => path.startsWith('/v1/tests/')).length
  }
  expect(await lists('testctl tests list WEB-R7 --page-size 12')).toBe(1)
  there.remote.after = (_, response) => ({ ...response, headers: {} })
  expect(await lists('testctl tests list WEB-R7 --page-size 12')).toBe(2)
})

test.each([
  ['runs status WEB-R1', ''],
  ['milestones status WEB-M1', ''],
  ['runs wait WEB-R1 --timeout 1s --interval 1s', 'at the run failed, the last: the service says'],
  ['runs watch WEB-R1 --timeout 1s --interval 1s', 'at the run failed, the last: the service says'],
])('%s is an error where a run has more tests than its list', async (line, told) => {
  await there.type('testctl tests set WEB-T1 passed')
  await there.type('testctl tests set WEB-T2 failed')
  // For `wait` and `watch`, which look several times, the run has one test when it is found.
  let isFound = told === ''
  there.remote.after = (request, { body, ...response }): Response => {
    const other = { ...response, headers: {} }
    if (isList(request)) {
      const rows = (JSON.parse(body) as Answer).tests.slice(0, 1)
      return { ...other, body: JSON.stringify({ tests: rows, pagination: { limit: 1000, offset: 0, total: 1 } }) }
    }
    if (isFound || !request.path.endsWith('/WEB-R1')) return { ...other, body }
    isFound = true
    return { ...other, body: body.replace('"total":2', '"total":1') }
  }
  const { exitCode, stderr } = await there.type(`testctl ${line} --gate failed`)
  expect([exitCode, stderr]).toEqual([
    5,
    expect.stringContaining('error: the service says that WEB-R1 has 2 tests, and lists 1 of them'),
  ])
  expect(stderr).toContain(told)
})

/** Deletes a test of WEB-R7 before each list of its tests, and creates one for its case before each other request. */
const churn = async () => {
  const { api } = there.remote
  const { testRun } = await api.runs.get({ identifier: 'WEB-R7' })
  const gone: string[] = []
  there.remote.before = async (request) => {
    if (isList(request)) {
      const [test] = (await api.tests.list({ testRunId: testRun.id })).tests
      await api.tests.delete({ testId: test!.id })
      gone.push(test!.caseId)
    } else {
      for (const caseId of gone.splice(0)) await api.tests.create({ testRunId: testRun.id, caseId })
    }
    return undefined
  }
}

test.each(['runs status WEB-R7', 'runs diff WEB-R7 WEB-R1'])(
  'a service of ours whose tests come and go all the time is believed by %s',
  async (line) => {
    await churn()
    expect(await there.type(`testctl ${line}`)).toMatchObject({ exitCode: 0, stderr: '' })
  },
)

test('tests of another service that are taken away after the run was read are no error', async () => {
  let isFirst = true
  there.remote.after = (_, response) => ({ ...response, headers: {} })
  there.remote.before = async (request) => {
    if (!isFirst || !request.path.startsWith('/v1/tests/')) return
    isFirst = false
    await there.world.type('testctl tests delete WEB-T12 --yes')
  }
  expect(JSON.parse((await there.type('testctl runs status WEB-R7 --json')).stdout)).toMatchObject({
    results: { total: 11 },
  })
})

test.each([
  ['another run', ['018f3c1e-0000-7000-8000-00000000abcd']],
  ['several runs', ['R7', 'R8']],
])('rows that say to be of %s are an error', async (_, runs) => {
  listing((tests) => tests.slice(0, 3).map((one, index) => ({ ...one, testRunId: runs[index % runs.length] })))
  expect(await there.type('testctl tests list WEB-R7')).toMatchObject({
    exitCode: 5,
    stdout: '',
    stderr: expect.stringMatching(/asked for the list of "[\w-]+", the service gave a row of "(018f3c1e|R7)/),
  })
})

test('rows that name their project by its identifier, or by its id in capitals, are its own', async () => {
  const nameWith = (nameOf: (id: string) => string) => {
    there.remote.after = ({ path }, response) => {
      const [, id] = /^\/v1\/cases\/([\w-]{36})$/.exec(path) ?? []
      if (id === undefined || response.status !== 200) return response
      const page = JSON.parse(response.body) as { cases: object[] }
      const cases = page.cases.map((one) => ({ ...one, projectId: nameOf(id) }))
      return { ...response, body: JSON.stringify({ ...page, cases }) }
    }
  }
  for (const nameOf of [() => 'WEB', (id: string) => id.toUpperCase()]) {
    nameWith(nameOf)
    expect(await there.type('testctl cases list -p WEB')).toMatchObject({ exitCode: 0, stderr: '' })
  }
  nameWith(() => '018f3c1e-0000-7000-8000-00000000abcd')
  expect(await there.type('testctl cases list -p WEB')).toMatchObject({ exitCode: 5, stdout: '' })
})
