import { expect, test } from 'vitest'
import { NotFoundError, UnavailableError, UnknownOutcomeError } from '../../../src/errors.ts'
import { createProject, creating, outcome, submitTo } from '../service.ts'

// An answer was lost, and testctl cannot find out afterwards whether the service carried out the request.

const lost = () => Promise.reject(new UnknownOutcomeError('no answer came'))
const away = () => Promise.reject(new UnavailableError('refused'))

test('a run whose create had no answer may be there, though no run can be read', async () => {
  const there = await createProject(['a'])
  const { api, project } = there
  let isSent = false
  const create = () => {
    isSent = true
    return lost()
  }
  const list: typeof api.runs.list = (request) => (isSent ? away() : api.runs.list(request))
  const losing = { ...api, runs: { ...api.runs, create, list } }
  const into = { newRun: { name: 'CI' }, project }
  await expect(submitTo({ ...there, api: losing }, [outcome('a')], { into })).rejects.toMatchObject({
    exitCode: 9,
    message: 'no answer came',
  })
})

test('a run whose create had no answer is none of two that are there then by its name', async () => {
  const there = await createProject(['a'])
  const { api, project } = there
  const create: typeof api.runs.create = async (request) => {
    for (let count = 0; count < 2; count++) await api.runs.create(request)
    return lost()
  }
  const losing = { ...api, runs: { ...api.runs, create } }
  const into = { newRun: { name: 'CI' }, project }
  await expect(submitTo({ ...there, api: losing }, [outcome('a')], { into })).rejects.toMatchObject({
    exitCode: 9,
    hint: 'look first: testctl runs list -p WEB',
  })
  const { testRuns } = await api.runs.list({ projectId: project.id })
  expect(testRuns.map(({ results }) => results?.untested)).toEqual([1, 1, 1])
})

test.each([
  ['may be there, though the run cannot be read', away, { exitCode: 9, message: 'no answer came' }],
  ['may be there, though the run does not show them yet', undefined, { exitCode: 9, message: 'no answer came' }],
  ['are not, where the run is gone', () => Promise.reject(new NotFoundError('gone')), { exitCode: 3 }],
] as const)('tests that were added to a run without an answer %s', async (_, read, expected) => {
  const there = await createProject(['a'])
  const { api, project } = there
  await api.cases.create({ projectId: project.id, name: 'b', preconditions: '', steps: [] })
  let isSent = false
  const update = () => {
    isSent = true
    return lost()
  }
  const list: typeof api.tests.list = (request) => (isSent && read ? read() : api.tests.list(request))
  const losing = { ...api, runs: { ...api.runs, update }, tests: { ...api.tests, list } }
  await expect(submitTo({ ...there, api: losing }, [outcome('b')], { policy: creating })).rejects.toMatchObject(
    expected,
  )
})
