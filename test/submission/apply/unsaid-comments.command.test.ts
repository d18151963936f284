import { expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import { NotFoundError, RejectedError } from '../../../src/errors.ts'
import { createProject, outcome, submitTo } from '../service.ts'

// A service that leaves out the comments of its tests although they were requested. DECISIONS 430

const failing = ['a', 'b', 'c'].map((name) => outcome(name, 'failed', { messages: [{ text: 'no' }] }))

/** Creates a project whose service leaves out a list of comments unless `isSaid` returns true for it. */
const leavingOut = async (isSaid: (comments: readonly unknown[]) => boolean) => {
  const there = await createProject(['a', 'b', 'c'])
  const { tests } = there.api
  const without = <T extends { comments?: unknown[] | undefined }>({ comments = [], ...test }: T) =>
    (isSaid(comments) ? { ...test, comments } : test) as unknown as T
  const list: Api['tests']['list'] = async (request) => {
    const answer = await tests.list(request)
    return { ...answer, tests: answer.tests.map(without) }
  }
  const get: Api['tests']['get'] = async (request) => ({ test: without((await tests.get(request)).test) })
  const written = async () =>
    (await tests.list({ testRunId: there.run.id, relations: ['comments'] })).tests.map((one) => one.comments?.length)
  return { there: { ...there, api: { ...there.api, tests: { ...tests, list, get } } }, written }
}

test('gets no comments, and the results', async () => {
  const { there, written } = await leavingOut(() => false)
  const { summary, error } = await submitTo(there, failing)
  expect(summary).toMatchObject({ tests: { set: 3 }, comments: { written: 0, failed: 3 } })
  expect(error).toMatchObject({ exitCode: 7 })
  expect(summary.failures.map(({ reason }) => reason).join('\n')).toContain(
    'the service did not return the comments of WEB-T1: they were left as they are',
  )
  await submitTo(there, failing)
  expect(await written()).toEqual([0, 0, 0])
})

test('where only empty lists are left out, comments are written once', async () => {
  const { there, written } = await leavingOut((comments) => comments.length > 0)
  expect(await submitTo(there, failing)).toMatchObject({ error: undefined, summary: { comments: { written: 3 } } })
  expect(await submitTo(there, failing)).toMatchObject({ error: undefined, summary: { comments: { written: 0 } } })
  expect(await written()).toEqual([1, 1, 1])
})

const written3 = { error: undefined, summary: { comments: { written: 3 } } }

test('a comment that is refused does not keep the others from being written', async () => {
  const { there, written } = await leavingOut((comments) => comments.length > 0)
  const { create } = there.api.comments
  let sent = 0
  there.api.comments.create = (request) =>
    ++sent === 1 ? Promise.reject(new RejectedError('this test is locked')) : create(request)
  const { summary, error } = await submitTo(there, failing)
  expect(summary).toMatchObject({ comments: { written: 2, failed: 1 } })
  expect(summary.failures.map(({ reason }) => reason).join('\n')).toContain('this test is locked')
  expect(error).toMatchObject({ exitCode: 7 })
  await submitTo(there, failing)
  expect(await written()).toEqual([1, 1, 1])
})

test('after one that is refused, only one comment is written to see whether the service says it', async () => {
  const { there, written } = await leavingOut(() => false)
  const { create } = there.api.comments
  let sent = 0
  there.api.comments.create = (request) =>
    ++sent === 1 ? Promise.reject(new RejectedError('this test is locked')) : create(request)
  expect(await submitTo(there, failing)).toMatchObject({ summary: { comments: { written: 0, failed: 3 } } })
  expect([sent, await written()]).toEqual([2, [0, 0, 0]])
})

test.each([1, 2, 3, 9])('a comment stays where it is not found again %d times, for an error', async (times) => {
  const { there, written } = await leavingOut((comments) => comments.length > 0)
  const { get } = there.api.tests
  let reads = 0
  there.api.tests.get = (request) => (++reads > times ? get(request) : Promise.reject(new NotFoundError('no test')))
  expect(await submitTo(there, failing)).toMatchObject(written3)
  expect(await submitTo(there, failing)).toMatchObject({ error: undefined, summary: { comments: { written: 0 } } })
  expect(await written()).toEqual([1, 1, 1])
})

test('a comment stays that only the second look shows', async () => {
  let looks = 0
  const { there, written } = await leavingOut((comments) => comments.length > 0 && ++looks > 1)
  expect(await submitTo(there, failing)).toMatchObject(written3)
  expect(await written()).toEqual([1, 1, 1])
})
