import { expect, test } from 'vitest'
import { InterfaceError, UnconfirmedError, UnknownOutcomeError } from '../../src/errors.ts'
import { connect } from '../../src/wire/connect.ts'
import { samples } from './fake.ts'

const answering = (result: string) =>
  connect(async () => ({ status: 200, headers: {}, body: JSON.stringify({ test: { ...samples.tests, result } }) }))

test('a result that the service turned into another is not reported as set', async () => {
  const update = answering('untested').tests.update({ testId: samples.tests.id, result: 'passed' })
  await expect(update).rejects.toThrow(InterfaceError)
  await expect(update).rejects.toThrow('the service was sent the result "passed" and answers "untested"')
})

test('a result that came back as it was sent, or was not sent at all, is fine', async () => {
  await expect(answering('passed').tests.update({ testId: samples.tests.id, result: 'passed' })).resolves.toBeDefined()
  await expect(answering('failed').tests.update({ testId: samples.tests.id, assignedTo: 'ana' })).resolves.toBeDefined()
})

test('what stands beside the item in an answer is not taken for it', async () => {
  const { cases } = connect(async () => ({
    status: 200,
    headers: {},
    body: JSON.stringify({ requestId: 'r1', meta: { id: 'm1', displayId: 1 }, case: samples.cases }),
  }))
  await expect(cases.update({ caseId: samples.cases.id, name: 'n' })).resolves.toBeDefined()
  await expect(cases.get({ identifier: 'WEB-C7' })).resolves.toBeDefined()
})

test('an answer that writes the id in another case is about the same item', async () => {
  await expect(answering('passed').tests.update({ testId: 'X1', result: 'passed' })).resolves.toBeDefined()
})

test('an answer about another item leaves open whether this one was updated', async () => {
  const { tests, runs } = connect(async ({ path }) => {
    const resource = path.startsWith('/v1/tests/') ? { test: samples.tests } : { testRun: samples.runs }
    return { status: 200, headers: {}, body: JSON.stringify(resource) }
  })
  const set = tests.update({ testId: 'other', result: 'untested' })
  await expect(set).rejects.toThrow(UnconfirmedError)
  await expect(set).rejects.toThrow(
    'POST /v1/tests/other was sent, but the answer is about another one, "x1": the test may or may not have been updated',
  )
  await expect(runs.update({ testRunId: 'other', caseIdsToAdd: ['c1'] })).rejects.toThrow(UnknownOutcomeError)
})

test('an answer about another item is not what was asked for by its identifier', async () => {
  const { cases, runs } = connect(async ({ path }) => {
    const resource = path.startsWith('/v1/cases/') ? { case: samples.cases } : { testRun: samples.runs }
    return { status: 200, headers: {}, body: JSON.stringify(resource) }
  })
  await expect(cases.get({ identifier: 'WEB-C1' })).rejects.toThrow(InterfaceError)
  await expect(cases.get({ identifier: 'WEB-C1' })).rejects.toThrow(
    'the service was asked for WEB-C1 and answers number 7',
  )
  await expect(runs.get({ identifier: 'my-app-R1' })).rejects.toThrow('asked for my-app-R1 and answers number 7')
  for (const identifier of ['WEB-C7', 'web-c007', 'x1']) await expect(cases.get({ identifier })).resolves.toBeDefined()
})

test('a list of what has an id like an identifier is no answer about another item', async () => {
  const pagination = { limit: 50, offset: 0, total: 0 }
  const { tests, cases } = connect(async ({ path }) => {
    const rows = path.startsWith('/v1/cases/') ? { cases: [] } : { tests: [] }
    return { status: 200, headers: {}, body: JSON.stringify({ ...rows, pagination }) }
  })
  await expect(tests.list({ testRunId: 'WEB-R1' })).resolves.toEqual({ tests: [], pagination })
  await expect(cases.list({ projectId: 'prj-t1' })).resolves.toEqual({ cases: [], pagination })
})
