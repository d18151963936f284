import { describe, expect, test } from 'vitest'
import {
  NotFoundError,
  RejectedError,
  type TestctlError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../src/errors.ts'
import { connect } from '../../src/wire/connect.ts'
import { withDeadline } from '../../src/wire/middleware/deadline.ts'
import { interruptible } from '../../src/wire/middleware/interrupt.ts'
import type { Sender } from '../../src/wire/outgoing.ts'
import { retrying } from '../../src/wire/resilience/retry.ts'
import { open, ask } from './exposed.ts'

describe('connect and expose undo each other', () => {
  const calls = {
    projects: {
      list: { limit: 5, offset: 0, relations: ['cases', 'test_runs'] },
      create: { name: 'Web', identifier: 'WEB', icon: '', color: '' },
      update: { projectId: 'p-1', name: 'New' },
      delete: { projectId: 'p_1' },
    },
    cases: {
      list: { projectId: 'p1', customFields: { 'a=b&c': ']x[', team: '' } },
      create: { projectId: 'p1', name: 'é\u2028', preconditions: '', steps: [], customFields: { a: [1, null] } },
      update: { caseId: 'c1', steps: [{ action: 'a', expectation: 'b' }] },
      delete: { caseId: 'c1' },
      get: { identifier: 'WEB-C1', relations: ['project'] },
    },
    runs: {
      list: { projectId: 'p1' },
      create: { projectId: 'p1', name: 'r', caseIds: ['c1', 'c2'] },
      update: { testRunId: 'r1', caseIdsToAdd: ['c3'], caseIdsToRemove: [] },
      delete: { testRunId: 'r1' },
      get: { identifier: 'WEB-R1' },
    },
    tests: {
      list: { testRunId: 'r1', relations: ['case', 'comments'], limit: 1000 },
      create: { testRunId: 'r1', caseId: 'c1' },
      update: { testId: 't1', result: 'inProgress', assignedTo: '' },
      delete: { testId: 't1' },
      get: { identifier: 'WEB-T1', relations: ['test_run'] },
    },
    milestones: {
      list: { projectId: 'p1', relations: ['test_runs', 'tests'] },
      create: { projectId: 'p1', name: 'm', testRunIds: [] },
      update: { milestoneId: 'm1', testRunIds: ['r1'] },
      delete: { milestoneId: 'm1' },
      get: { identifier: 'WEB-M1' },
    },
    comments: { create: { resourceId: 't1', content: 'Hm' }, delete: { commentId: 'x1' } },
  }
  const all = Object.entries(calls).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, values]) => [noun, verb, values] as const),
  )

  test.each(all)('%s %s', async (noun, verb, values) => {
    const { there, here, calls: heard } = open()
    const call = (api: unknown) =>
      (api as Record<string, Record<string, (v: object) => unknown>>)[noun]?.[verb]?.(values)
    expect(await call(there)).toEqual(await call(here))
    expect(heard).toEqual([
      [`${noun}.${verb}`, values],
      [`${noun}.${verb}`, values],
    ])
  })

  const issues = [{ path: 'name', message: 'must be text' }]
  test.each([
    new NotFoundError('there is no test WEB-T9', { status: 404 }),
    new RejectedError('the identifier WEB is taken', { status: 409, issues }),
    new RejectedError('no', { status: 400 }),
    new UnauthorizedError('this key may only read', { status: 403 }),
    new UnavailableError('the disk is full', { status: 503 }),
  ])('an error: %s', async (error) => {
    const { there } = open(() => error)
    const caught: unknown = await there.tests.update({ testId: 't1' }).catch((one: unknown) => one)
    expect(caught).toBeInstanceOf(error.constructor)
    const { message, status, issues: told } = caught as TestctlError
    expect({ message, status, issues: told }).toEqual({
      message: error.message,
      status: error.status,
      issues: error.issues,
    })
  })

  test('an error in this very process keeps its advice', async () => {
    const { there, transport } = open(
      () => new UnavailableError('the disk is full', { status: 503, hint: 'make room' }),
    )
    await expect(there.tests.update({ testId: 't1' })).rejects.toMatchObject({ hint: 'make room' })
    const { body, headers } = await transport(ask({}))
    expect(body + JSON.stringify(headers)).not.toContain('make room')
  })

  test('an exception that no one expected tells nothing of itself, but to whoever runs the service', async () => {
    const secret = new Error('SELECT * FROM keys')
    const { transport, there, faults } = open(() => secret)
    expect(await transport(ask({}))).toMatchObject({ status: 500, body: '{"message":"INTERNAL"}' })
    expect(faults).toEqual([secret])
    await expect(there.projects.list({})).rejects.toThrow(UnavailableError)
    await expect(there.comments.create({ resourceId: 'c', content: 'x' })).rejects.toThrow(UnknownOutcomeError)
  })
})

test('an answer that stays in this process is not written as text on its way', async () => {
  const { transport } = open()
  const watched: Sender = async (request) => {
    const { headers } = ask({})
    return new Proxy(await transport({ ...request, headers: { ...headers, ...request.headers } }), {
      get: (response, name) => (name === 'body' ? expect.fail('its body is asked for') : Reflect.get(response, name)),
    })
  }
  const { signal: stop } = new AbortController()
  const api = connect(interruptible({ stop }, withDeadline({ ms: 60_000 }, retrying({}, watched))))
  expect(await api.projects.list({})).toHaveProperty('pagination')
  expect(await api.tests.update({ testId: 't1', result: 'passed' })).toHaveProperty('test')
})

test('a field called __proto__ is one of a body, and is refused as any other that is not known', async () => {
  const { transport, calls } = open()
  const post = (body: string) => transport(ask({ method: 'POST', path: '/v1/tests/t1', body }))
  expect(await post('{"__proto__":{"result":"passed"}}')).toMatchObject({
    status: 400,
    body: expect.stringContaining('__proto__'),
  })
  expect(await post('{"__proto__":null,"result":"passed"}')).toMatchObject({ status: 400 })
  expect(calls).toEqual([])
})
