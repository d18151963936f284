import { expect, test } from 'vitest'
import { type CaseChange, changeRest, inRequests } from '../../../../src/commands/shared/runs/change-cases.ts'
import { AppliedError, RejectedError, UnconfirmedError } from '../../../../src/errors.ts'

test('what is added and what is removed share the requests, none of which has an empty list in vain', () => {
  const ids = (what: string, count: number) => Array.from({ length: count }, (_, at) => `${what}${at}`)
  const sizes = (change: CaseChange) =>
    inRequests(change).map((one) => [one.caseIdsToAdd?.length, one.caseIdsToRemove?.length])
  expect(sizes({ caseIdsToAdd: ids('a', 30_000), caseIdsToRemove: ids('r', 25_000) })).toEqual([
    [undefined, 20_000],
    [15_000, 5_000],
    [15_000, undefined],
  ])
  expect(sizes({ caseIdsToAdd: [] })).toEqual([[0, undefined]])
  expect(inRequests({})).toEqual([{}])
})

test.each([
  [new UnconfirmedError('no answer came'), 9, '20000 cases of WEB-R1 are done, the others may be: no answer came'],
  [new AppliedError('the answer is cut'), 9, '20000 cases of WEB-R1 are done, the others may be: the answer is cut'],
  [new RejectedError('it is closed'), 7, '20000 cases of WEB-R1 are done, the others are not: it is closed'],
])('where a later request ends with %s, what is known of the others is said', async (error, exitCode, message) => {
  const api = { runs: { update: () => Promise.reject(error) } }
  await expect(
    changeRest(api as never, { id: 'r' } as never, 'WEB-R1', [{ caseIdsToAdd: ['c'] }]),
  ).rejects.toMatchObject({
    exitCode,
    message,
    hint: 'look first: testctl tests list WEB-R1',
  })
})
