import { expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import { NotFoundError, UnavailableError, UnknownOutcomeError } from '../../../src/errors.ts'
import { createProject, outcome, submitTo } from '../service.ts'

// The answer to a comment was lost. testctl checks whether the comment exists; if it cannot find out, the outcome stays unknown.

const lost = () => Promise.reject(new UnknownOutcomeError('no answer came'))
const away = () => Promise.reject(new UnavailableError('refused'))
const gone = () => Promise.reject(new NotFoundError('gone'))

/** Submits a failure to a service that ends the attempts to write its comment as `ends` says, and repeats the last end. */
const submitLosing = async (ends: readonly (() => Promise<never>)[], parts: Partial<Api['tests']> = {}) => {
  const there = await createProject(['a'])
  let attempts = 0
  const create = () => ends[Math.min(attempts++, ends.length - 1)]!()
  const api = { ...there.api, comments: { ...there.api.comments, create }, tests: { ...there.api.tests, ...parts } }
  const submitted = await submitTo({ ...there, api }, [outcome('a', 'failed', { messages: [{ text: 'no' }] })])
  return { ...submitted, attempts }
}

const isUnknown = { test: 'WEB-T1', unknown: true, reason: expect.stringContaining('no answer came') as string }

test.each([
  ['it cannot be looked for', [lost], { get: away }, 1],
  ['it is not there, and the service is away then', [lost, away], {}, 2],
  ['no attempt is answered', [lost], {}, 3],
] as const)('it may or may not be written where %s', async (_, ends, parts, most) => {
  const { summary, error, attempts } = await submitLosing(ends, parts)
  expect(attempts).toBe(most)
  expect(summary.failures).toMatchObject([isUnknown])
  expect(error).toMatchObject({ exitCode: 9 })
})

test('on a test that is gone, nothing is written', async () => {
  const { summary } = await submitLosing([lost, gone])
  expect(summary.failures).toMatchObject([{ test: 'WEB-T1', reason: expect.stringContaining('gone') as string }])
  expect(summary.failures[0]).not.toHaveProperty('unknown')
})

test('it is written where it is found', async () => {
  const there = await createProject(['a'])
  const create: Api['comments']['create'] = (request) => there.api.comments.create(request).then(lost)
  const api = { ...there.api, comments: { ...there.api.comments, create } }
  const { summary, error } = await submitTo({ ...there, api }, [outcome('a', 'failed', { messages: [{ text: 'no' }] })])
  expect([error, summary.comments.written, summary.failures]).toEqual([undefined, 1, []])
})
