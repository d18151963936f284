import { describe, expect, test } from 'vitest'
import { UnavailableError, UnknownOutcomeError } from '../../src/errors.ts'
import type { Sender } from '../../src/wire/outgoing.ts'
import { type Announcing, type Fault, refusing, faults, creates, createEach } from './faulty-service.ts'
import { soak } from '../helpers/soak.ts'

// Our own service behind a socket that fails in every way at every stage, and the client as testctl composes it: a create happens
// once, or testctl reports its outcome as unknown.

/** Returns what went wrong: a create that happened twice, a false success, another error, or a false "nothing was changed". */
const breaches = ({ outcome, made }: { outcome: unknown; made: number }): string[] => [
  ...(made > 1 ? [`it was made ${made} times`] : []),
  ...(outcome === 'done' && made !== 1 ? ['it was called done, and is not there'] : []),
  ...(outcome === 'done' || outcome instanceof UnknownOutcomeError || outcome instanceof UnavailableError
    ? []
    : [`it ended with ${String(outcome)}`]),
  ...(outcome instanceof UnavailableError && made > 0 ? ['it was called not done, and is there'] : []),
]

const hangs = ({ ms }: Fault): boolean => ms !== undefined

const meetsOnce = (_: string, fault: Fault) => {
  test.concurrent.each<Announcing>(['never', 'with the failure', 'before'])(
    'where keys are announced %s',
    async (announcing) => {
      await Promise.all(
        (soak ? [1, 2, 3, 9] : [2, 9]).map(async (times) => {
          for (const seen of await createEach(Object.keys(creates), { fault, times, announcing })) {
            const { name, outcome } = seen
            expect({ name, times, breaches: breaches(seen) }).toEqual({ name, times, breaches: [] })
            const known = announcing === 'before' || (announcing === 'with the failure' && fault.answers)
            // Three attempts get past two failures. A page does not count as an answer before the service is known to honour keys.
            if (known && times < 3) expect({ name, times, outcome }).toEqual({ name, times, outcome: 'done' })
            if (times === 9) expect(outcome).not.toBe('done')
          }
        }),
      )
    },
  )
}

// Faults that hang run in parallel.
describe.each(Object.entries(faults).filter(([, fault]) => !hangs(fault)))('%s', meetsOnce)
describe.concurrent.each(Object.entries(faults).filter(([, fault]) => hangs(fault)))('%s', meetsOnce)

test('a client that tries again without the key is caught', async () => {
  const spoil =
    (attempt: Sender): Sender =>
    (request) => {
      const { accept = '', 'content-type': type = '' } = request.headers
      return attempt({ ...request, headers: { accept, 'content-type': type } })
    }
  const fault = faults['a reset after the work']!
  const [seen] = await createEach(['cases create'], { fault, times: 1, announcing: 'before', spoil })
  expect(breaches(seen!)).toEqual(['it was made 2 times', 'it was called done, and is not there'])
})

test('a create that the service may have done is not called refused by what comes later', async () => {
  const headers = { 'retry-after': '3600' }
  for (const later of [refusing(401), refusing(409), refusing(429), refusing(503), refusing(429, '{}', headers)]) {
    let nth = 0
    const first = faults['a reset after the work']!
    const fault: Fault = { meet: (socket, work) => (++nth === 1 ? first : later).meet(socket, work) }
    const [seen] = await createEach(['cases create'], { fault, times: 9, announcing: 'before' })
    const { outcome, made } = seen!
    expect(outcome).toBeInstanceOf(UnknownOutcomeError)
    expect((outcome as Error).message).toMatch(
      /^PUT \/v1\/cases\/\S+ was sent, but got no clear answer, and sent again: .*: the case "n" may or may not have been created$/,
    )
    expect(made).toBe(1)
  }
})
