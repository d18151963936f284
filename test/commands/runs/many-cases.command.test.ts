import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Response } from '../../../src/wire/message.ts'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'

// A service takes a request of 1 MB, which holds 26,000 ids of cases.
const count = 27_000

let there: SeededRemote
beforeAll(async () => {
  there = await startSeededRemote()
  const { api } = there.remote
  const { project } = await api.projects.create({ name: 'Many', identifier: 'MANY', icon: 'x', color: '#000000' })
  const names = Array.from({ length: count }, (_, at) => `Case ${at + 1}`)
  const projectId = project.id
  await Promise.all(names.map((name) => api.cases.create({ projectId, name, preconditions: '', steps: [] })))
})
afterEach(() => {
  delete there.remote.before
})
afterAll(() => there.close())

/** Creates an empty run. Returns its identifier. */
const emptyRun = async (): Promise<string> =>
  (await there.type('testctl runs create -p MANY --name none --empty -q')).stdout.trim()

const totalOf = (stdout: string): number => (JSON.parse(stdout) as { results: { total: number } }).results.total

test('a run is made of more cases than a request holds, and another one gets and loses as many', async () => {
  const made = await there.type('testctl runs create -p MANY --name all --all-cases --json')
  expect([made.exitCode, made.stderr, totalOf(made.stdout)]).toEqual([0, '', count])
  const none = await emptyRun()
  const added = await there.type(`testctl runs update ${none} --add-case C1-C${count} --json`)
  expect([added.exitCode, added.stderr, totalOf(added.stdout)]).toEqual([0, '', count])
  const removed = await there.type(`testctl runs update ${none} --remove-case C1-C${count} --name few --json`)
  expect([removed.exitCode, totalOf(removed.stdout), JSON.parse(removed.stdout)]).toMatchObject([0, 0, { name: 'few' }])
})

test('an id that is of no case is refused before anything is done, however many cases are named', async () => {
  const { api } = there.remote
  const { projects } = await api.projects.list({})
  const projectId = projects.find(({ identifier }) => identifier === 'MANY')?.id ?? ''
  const runs = async () => (await api.runs.list({ projectId })).testRuns.map((run) => [run.name, run.results?.total])
  const ids = '01a2228f-0000-7000-8000-00000000000a,01a2228f-0000-7000-8000-00000000000b'
  const none = await emptyRun()
  const before = await runs()
  for (const line of [
    `runs create -p MANY --name no --cases C1-C${count},${ids}`,
    `runs update ${none} --add-case C1-C${count},${ids}`,
  ]) {
    const { exitCode, stdout, stderr } = await there.type(`testctl ${line}`)
    expect([exitCode, stdout]).toEqual([5, ''])
    expect(stderr).toMatch(/^error: 01a2228f-0000-7000-8000-00000000000a is not a case of this project; and 1 more\n/)
  }
  expect(await runs()).toEqual(before)
})

test('where a later request is refused, it is said how many cases the run has, and nothing makes a second run', async () => {
  const refused: Response = { status: 409, headers: {}, body: JSON.stringify({ message: 'closed' }) }
  there.remote.before = async ({ method, path }) =>
    method === 'POST' && path.startsWith('/v1/test-runs/') ? refused : undefined
  const { exitCode, stdout, stderr } = await there.type('testctl runs create -p MANY --name half --all-cases')
  expect([exitCode, stdout]).toEqual([7, ''])
  const [, run] = /^error: 20000 cases of (MANY-R\d) are done, the others are not: .*closed/.exec(stderr) ?? []
  expect(stderr).toContain(`look first: testctl tests list ${run}\n`)
})
