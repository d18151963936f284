import { expect, test } from 'vitest'
import { InterfaceError } from '../../src/errors.ts'
import { connect } from '../../src/wire/connect.ts'
import { samples } from './fake.ts'

const answering = (result: string) =>
  connect(async () => ({ status: 200, headers: {}, body: JSON.stringify({ test: { ...samples.tests, result } }) }))

test('a result that the service turned into another is not reported as set', async () => {
  const update = answering('untested').tests.update({ testId: 't1', result: 'passed' })
  await expect(update).rejects.toThrow(InterfaceError)
  await expect(update).rejects.toThrow('the service was sent the result "passed" and answers "untested"')
})

test('a result that came back as it was sent, or was not sent at all, is fine', async () => {
  await expect(answering('passed').tests.update({ testId: 't1', result: 'passed' })).resolves.toBeDefined()
  await expect(answering('failed').tests.update({ testId: 't1', assignedTo: 'ana' })).resolves.toBeDefined()
})
