import { describe, expect, test } from 'vitest'
import { lifetimeHeader } from '../../../src/contract/idempotency.ts'
import { InterruptedError } from '../../../src/errors.ts'
import { givenUp, isDone, remember, type Sending, settle } from '../../../src/wire/resilience/ending.ts'
import { answer, refused, request, reset } from '../retrying-world.ts'

const kinds = {
  read: request('GET'),
  change: request('POST', { path: '/v1/tests/t1' }),
  create: request('PUT', { path: '/v1/cases/p1' }),
  delete: request('DELETE', { path: '/v1/cases/c1' }),
}
type Kind = keyof typeof kinds

const sending = (kind: Kind, state: Partial<Sending> = {}): Sending => ({
  request: kinds[kind],
  arrival: 0,
  uncertain: false,
  ...state,
})
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}
const unknown = (why: string, transient = false) => ({
  outcome: 'unknown',
  code: 'STILL_UNKNOWN',
  transient,
  message: `got no clear answer, and sent again: ${why}`,
})

describe('an answer, after an attempt that may have been applied', () => {
  const after = (kind: Kind, status: number) =>
    thrownBy(() => settle(sending(kind, { uncertain: true }), answer(status)))

  test.each<[Kind, number]>([
    ['change', 200],
    ['create', 201],
    ['change', 502],
    ['read', 404],
    ['read', 400],
    ['change', 404],
    ['delete', 404],
  ])('to a %s with %i is the end of it', (kind, status) => {
    expect(after(kind, status)).toMatchObject({ status })
  })

  test.each<[Kind, number, boolean]>([
    ['create', 404, false],
    ['create', 409, false],
    ['change', 400, false],
    ['change', 401, false],
    ['change', 408, true],
    ['change', 429, true],
    ['delete', 403, false],
  ])('to a %s with %i leaves it unknown', (kind, status, transient) => {
    expect(after(kind, status)).toMatchObject(unknown(`the service answered ${status}`, transient))
  })

  test('is its own where no attempt may have been applied', () => {
    for (const status of [400, 404, 409, 429])
      expect(settle(sending('create'), answer(status))).toMatchObject({ status })
  })
})

test('where no answer came, what an earlier attempt may have done stays unknown', () => {
  expect(thrownBy(() => settle(sending('create', { uncertain: true }), refused))).toMatchObject(
    unknown('refused', true),
  )
  expect(thrownBy(() => settle(sending('create'), refused))).toBe(refused)
  expect(thrownBy(() => settle(sending('create', { uncertain: true }), reset))).toBe(reset)
  expect(thrownBy(() => settle(sending('read', { uncertain: true }), refused))).toBe(refused)
})

describe('a request that is given up while it waits', () => {
  const stop = new AbortController()
  const stopped = new InterruptedError('interrupted')
  stop.abort(stopped)
  const waiting = (kind: Kind, state: Partial<Sending> = {}): Sending =>
    sending(kind, { request: { ...kinds[kind], signal: stop.signal }, ...state })

  test.each([
    ['before any attempt', waiting('create'), undefined, 'not applied', 'interrupted'],
    ['after one that was refused', waiting('create'), refused, 'not applied', 'refused'],
    ['after a 503', waiting('change'), answer(503), 'not applied', 'the service answered 503'],
    ['after one that may have been applied', waiting('change', { uncertain: true }), reset, 'unknown', 'reset'],
    ['after one that may, in a read', waiting('read', { uncertain: true }), refused, 'unknown', 'refused'],
  ])('%s', (_, waited, met, outcome, message) => {
    expect(givenUp(waited, met)).toMatchObject({ outcome, message, code: 'GIVEN_UP', cause: stopped })
  })

  test('after one that may have been applied, and one that was not', () => {
    expect(givenUp(waiting('create', { uncertain: true }), refused)).toMatchObject({
      ...unknown('refused'),
      cause: stopped,
    })
  })
})

test.each<[string, Kind, Partial<Sending>, string, boolean]>([
  ['was done by an attempt that may have been applied', 'delete', { uncertain: true }, '{}', true],
  ['was not there before', 'delete', {}, '{}', false],
  ['may be one for a proxy, whose page it is', 'delete', { uncertain: true }, '<html>', false],
  ['is a refusal of any other request', 'change', { uncertain: true }, '{}', false],
])('what a 404 says is not there %s', (_, kind, state, body, done) => {
  expect(isDone(sending(kind, state), { ...answer(404), body })).toBe(done)
})

test('how attempts ended is remembered for the later ones', () => {
  const one = sending('change')
  remember(one, refused)
  expect(one).toMatchObject({ uncertain: false, met: refused })
  const busy = answer(503, { [lifetimeHeader]: '60' })
  remember(one, busy)
  expect(one).toMatchObject({ uncertain: false, met: busy })
  remember(one, reset)
  remember(one, answer(400))
  expect(one).toMatchObject({ uncertain: true, met: reset })
})
