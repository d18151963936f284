import { expect, test } from 'vitest'
import { UnavailableError, UnknownOutcomeError } from '../../../src/errors.ts'
import { withCreated } from '../../../src/submission/resolve/with-created.ts'

const order = { stop: new AbortController().signal }
const unknown = new UnknownOutcomeError('PUT /v1/cases/p1 was sent, but no answer came in time: the case may be there')

test('why the cases of a submission were not created is said once, where a case of unknown outcome has it already', () => {
  const told = (why: string) => withCreated(new UnavailableError(why), order, { cases: 120, errors: [unknown] })
  expect(told('no answer came in time')).toMatchObject({
    exitCode: 9,
    message: `120 cases were created; ${unknown.message}`,
  })
  expect(told('connection refused')).toMatchObject({
    message: `120 cases were created; ${unknown.message}; connection refused`,
  })
})
