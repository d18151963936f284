import { expect, test } from 'vitest'
import { UnconfirmedError } from '../../../src/errors.ts'
import type { JournalEntry } from '../../../src/submission/journal/index.ts'
import { noJournal } from '../../../src/submission/journal/index.ts'
import { strict } from '../../../src/submission/journal/strict.ts'
import { createProject, creating, outcome, submitTo } from '../service.ts'

// The errors of a submission if an entry cannot be written to the journal that --journal names. DECISIONS 412

/** Creates a journal on a disk that is full from the first entry of this kind on. */
const fullAt = (kind: JournalEntry['did']) => {
  let full = false
  const noteAll = async (entries: Iterable<JournalEntry>): Promise<void> => {
    full ||= [...entries].some(({ did }) => did === kind)
    if (full) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  return strict({ ...noJournal, file: 'j.ndjson', noteAll, note: (...entries) => noteAll(entries) })
}

const messages = [{ message: 'no', text: '' }]
const outcomes = [outcome('a', 'failed', { messages }), outcome('new', 'failed', { messages })]
const lost = 'the journal j.ndjson cannot be written: the disk is full'

test.for<[JournalEntry['did'], number, string, string]>([
  ['creatingRun', 7, `1 case was created; the run was not: ${lost}`, ''],
  ['createdCases', 7, `1 case was created; no result has been set: ${lost}`, ''],
  ['createdRun', 7, `1 case was created; the run WEB-R2 was created; no result has been set: ${lost}`, 'untested'],
  ['intended', 7, `2 of 2 tests were not set; ${lost}`, 'untested'],
  ['set', 7, `2 comments were not written; ${lost}`, 'failed'],
  ['commented', 7, `2 comments were not written; ${lost}`, 'failed'],
  ['end', 7, `every result is stored; ${lost}`, 'failed with a comment'],
])('%s: ends with %s, says what is stored, and what not', async ([kind, exitCode, message, holds]) => {
  const there = await createProject(['a'])
  const into = { newRun: { name: 'CI' }, project: there.project }
  const end = await submitTo(there, outcomes, { policy: creating, into, journal: fullAt(kind) }).then(
    ({ error }) => error,
    (error: Error) => error,
  )
  expect(end).toMatchObject({ exitCode, message, hint: 'to finish, run the same command again' })
  const { testRuns } = await there.api.runs.list({ projectId: there.project.id })
  const run = testRuns.find(({ name }) => name === 'CI')
  const { tests } = run ? await there.api.tests.list({ testRunId: run.id, relations: ['comments'] }) : { tests: [] }
  const seen = tests.map(({ result, comments = [] }) => `${result}${comments.length > 0 ? ' with a comment' : ''}`)
  expect([...new Set(seen)].join()).toBe(holds)
})

test('the run is read again all the same: a result whose answer was lost counts as set', async () => {
  const there = await createProject(['a', 'b'])
  let unheard: string | undefined
  const update: typeof there.api.tests.update = async (request) => {
    const answer = await there.api.tests.update(request)
    if ((unheard ??= request.testId) === request.testId) throw new UnconfirmedError('the answer was lost')
    return answer
  }
  const api = { ...there.api, tests: { ...there.api.tests, update } }
  const journal = fullAt('set')
  const { summary, tests, error } = await submitTo({ ...there, api }, [outcome('a'), outcome('b')], { journal })
  expect(error).toMatchObject({ exitCode: 7, message: `every result is stored; ${lost}` })
  expect(summary).toMatchObject({ tests: { set: 2, failed: 0 }, failures: [] })
  expect(tests.map(({ result }) => result)).toEqual(['passed', 'passed'])
})

test('chosenRun: nothing was sent, and it ends with 2', async () => {
  const there = await createProject(['a'])
  const submitting = submitTo(there, [outcome('a')], { journal: fullAt('chosenRun') })
  await expect(submitting).rejects.toMatchObject({ exitCode: 2, message: lost })
})

test('a comment that could not be deleted again may be there', async () => {
  const there = await createProject(['a'])
  const remove = () => Promise.reject(new Error('no luck'))
  const api = { ...there.api, comments: { ...there.api.comments, delete: remove } }
  const journal = fullAt('commented')
  const { summary, error } = await submitTo({ ...there, api }, outcomes.slice(0, 1), { journal })
  expect(summary.failures).toMatchObject([
    { unknown: true, reason: expect.stringContaining('could not be deleted again') as string },
  ])
  expect(error).toMatchObject({ exitCode: 7, message: `1 comment may or may not be written; ${lost}` })
})

test('a comment that is there already stays, though the journal cannot be told of its double', async () => {
  const there = await createProject(['a'])
  const failed = outcomes.slice(0, 1)
  await submitTo(there, failed)
  const commentsNow = async () => {
    const { tests } = await there.api.tests.list({ testRunId: there.run.id, relations: ['comments'] })
    return tests[0]!.comments!.map(({ content }) => content)
  }
  const [content = ''] = await commentsNow()
  const { tests } = await there.api.tests.list({ testRunId: there.run.id })
  await there.api.comments.create({ resourceId: tests[0]!.id, content })
  const { error } = await submitTo(there, failed, { journal: fullAt('commented') })
  expect(error).toMatchObject({ message: `every result is stored; ${lost}` })
  expect(await commentsNow()).toEqual([content, content])
})

test('where the journal is lost and Ctrl-C comes, the cases are told all the same', async () => {
  const there = await createProject()
  const stop = new AbortController()
  const create: typeof there.api.cases.create = (request) => {
    stop.abort(new Error('stopped'))
    return there.api.cases.create(request)
  }
  const api = { ...there.api, cases: { ...there.api.cases, create } }
  const journal = fullAt('createdCases')
  const submitting = submitTo({ ...there, api }, outcomes, { policy: creating, journal, stop: stop.signal })
  await expect(submitting).rejects.toMatchObject({ message: `1 case was created; no result has been set: ${lost}` })
})
