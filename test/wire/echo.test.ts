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
