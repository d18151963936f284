import { expect, test } from 'vitest'
import { InterfaceError } from '../../src/errors.ts'
import { type DryRunRequest, dryRun } from '../../src/wire/dry-run.ts'
import { fakeApi } from './fake.ts'

const rehearsal = () => {
  const { api, calls } = fakeApi()
  const reported: DryRunRequest[] = []
  return { api: dryRun(api, (one) => reported.push(one)), calls, reported }
}

test('reads are done, changes are only told', async () => {
  const { api, calls, reported } = rehearsal()
  expect((await api.cases.list({ projectId: 'p1' })).cases).toHaveLength(1)
  expect((await api.tests.get({ identifier: 'WEB-T1' })).test.id).toBe('x1')
  expect(await api.tests.update({ testId: 't1', result: 'passed' })).toMatchObject({
    test: { id: 't1', result: 'passed' },
  })
  expect(await api.comments.delete({ commentId: 'm1' })).toMatchObject({ ok: true })
  expect(calls.map(([name]) => name)).toEqual(['cases.list', 'tests.get'])
  expect(reported).toEqual([
    { method: 'POST', path: '/v1/tests/t1', body: { result: 'passed' } },
    { method: 'DELETE', path: '/v1/comments/m1', body: undefined },
  ])
})

test('what would be created can be worked with', async () => {
  const { api, calls, reported } = rehearsal()
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  expect(project).toMatchObject({ name: 'Web', identifier: 'WEB' })
  const { case: first } = await api.cases.create({ projectId: project.id, name: 'a', preconditions: '', steps: [] })
  const { case: second } = await api.cases.create({ projectId: project.id, name: 'b', preconditions: '', steps: [] })
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'r', caseIds: [first.id, second.id] })
  const { tests } = await api.tests.list({ testRunId: testRun.id, limit: 5 })
  expect(tests).toMatchObject([
    { id: '<new-test-1>', caseId: first.id, result: 'untested' },
    { id: '<new-test-2>', caseId: second.id, result: 'untested' },
  ])
  expect(calls).toEqual([])
  expect(reported.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /v1/projects',
    'PUT /v1/cases/<new-project-1>',
    'PUT /v1/cases/<new-project-1>',
    'PUT /v1/test-runs/<new-project-1>',
  ])
  expect(reported[3]?.body).toEqual({ name: 'r', caseIds: ['<new-case-1>', '<new-case-2>'] })
})

test('what could not be sent is refused here too', async () => {
  await expect(rehearsal().api.tests.delete({ testId: '..' })).rejects.toThrow(InterfaceError)
})
