import { describe, expect, test } from 'vitest'
import {
  ForeignAnswerError,
  InterfaceError,
  UnavailableError,
  UnconfirmedError,
  UnknownOutcomeError,
} from '../../src/errors.ts'
import { canary, creates, read, set, remove, everythingIn, type Fault, meet } from './hostile-client.ts'
import { faults } from './hostile-faults.ts'

const check = (outcome: unknown, expected: Fault['create'], says: RegExp | undefined) => {
  if (expected === 'done') return expect(outcome).toBe('done')
  expect([expected].flat()).toContain((outcome as Error).constructor)
  expect((outcome as Error).message).not.toMatch(/<html|<script/)
  if (says) expect((outcome as Error).message).toMatch(says)
}

/** Returns the ending for updates and deletes: if they may have been applied, the error says that they can be repeated. */
const forChanges = ({ create, others }: Fault): Fault['others'] => {
  if ((others === InterfaceError || others === ForeignAnswerError) && create === UnknownOutcomeError)
    return UnconfirmedError
  if (others !== UnavailableError || create === UnavailableError) return others
  return create === UnknownOutcomeError ? UnconfirmedError : [UnconfirmedError, UnavailableError]
}

describe.each(Object.entries(faults))('%s', (_, fault) => {
  test('each create happens once at most, or is said to be unknown', async () => {
    await Promise.all(
      Object.entries(creates).map(async ([name, call]) => {
        const { server, outcome, trace } = await meet(fault, call)
        check(outcome, fault.create, fault.says)
        expect(server.requests, name).toHaveLength(fault.seen[0])
        expect(everythingIn(outcome) + trace.join()).not.toContain(canary)
        if (!(outcome instanceof UnknownOutcomeError)) return
        expect(outcome.message).toMatch(
          /(PUT|POST) \/v1\/.* was sent, but .*may or may not have been (created|updated)$/,
        )
        expect(outcome.hint, name).toMatch(/^look first: testctl \w+ list/)
      }),
    )
  })

  test('a read, an update and a delete end with the right error', async () => {
    await Promise.all(
      Object.entries({ read, set, remove }).map(async ([name, call]) => {
        const { server, outcome, trace } = await meet(fault, call)
        check(outcome, name === 'read' ? fault.others : forChanges(fault), fault.says)
        if (outcome instanceof UnconfirmedError)
          expect(outcome.message).toMatch(
            /^(POST|DELETE) \/v1\/.* was sent, but .*may or may not have been (updated|deleted)$/,
          )
        expect(server.requests, name).toHaveLength(fault.seen[1])
        expect(everythingIn(outcome) + trace.join()).not.toContain(canary)
      }),
    )
  })
})

test('the key is really sent, or the canary would prove nothing', async () => {
  const { server } = await meet(faults['a 201'] as Fault, read)
  expect(server.requests[0]).toContain(`x-api-key: ${canary}`)
})
