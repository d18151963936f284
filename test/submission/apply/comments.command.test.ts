import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import { InterruptedError, RejectedError } from '../../../src/errors.ts'
import { createEmpty, createProject, outcome, projectAnew, submitTo } from '../service.ts'
import { type JournalEntry, noJournal } from '../../../src/submission/journal/index.ts'
import { strict } from '../../../src/submission/journal/strict.ts'

// Several submissions that write comments on the same tests at the same time.

type There = Awaited<ReturnType<typeof createProject>>

const commentsOf = async ({ api, run }: There) =>
  (await api.tests.list({ testRunId: run.id, relations: ['comments'] })).tests.map(({ comments = [] }) =>
    comments.map(({ content }) => content),
  )

const failing = (text: string) =>
  ['a', 'b'].map((name) => outcome(name, 'failed', { messages: [{ message: text, text: '' }] }))

/** Wraps an Api so that the scheduler decides when each request runs. */
const inTurns = ({ tests, comments, ...api }: Api, scheduler: fc.Scheduler): Api => {
  const later =
    <Request, Answer>(call: (request: Request) => Promise<Answer>) =>
    async (request: Request): Promise<Answer> => {
      await scheduler.schedule(Promise.resolve())
      return call(request)
    }
  return {
    ...api,
    tests: { ...tests, list: later(tests.list), update: later(tests.update) },
    comments: { ...comments, create: later(comments.create), delete: later(comments.delete) },
  }
}

test('however submissions interleave, each test has one comment, and of the same words the same', async () => {
  const empty = await createEmpty()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('no', 'never'), { minLength: 2, maxLength: 4 }),
      fc.boolean(),
      fc.scheduler(),
      async (texts, before, scheduler) => {
        const there = await projectAnew(empty, ['a', 'b'])
        if (before) await submitTo(there, failing('earlier'))
        const api = inTurns(there.api, scheduler)
        const work = Promise.all(texts.map((text) => submitTo({ ...there, api }, failing(text))))
        await scheduler.waitFor(work)
        for (const { error } of await work) expect(error).toBeUndefined()
        for (const comments of await commentsOf(there)) {
          expect(comments).toHaveLength(1)
          expect(texts.some((text) => comments[0]?.includes(text))).toBe(true)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('what came too late is taken away by the next submission, which says that it wrote nothing', async () => {
  const there = await createProject(['a', 'b'])
  await submitTo(there, failing('no'))
  const [[content = ''] = []] = await commentsOf(there)
  const { tests } = await there.api.tests.list({ testRunId: there.run.id })
  await there.api.comments.create({ resourceId: tests[0]!.id, content })
  const { summary } = await submitTo(there, failing('no'))
  expect((await commentsOf(there)).map((comments) => comments.length)).toEqual([1, 1])
  expect(summary.comments).toMatchObject({ written: 0, kept: 2 })
})

test('comments of people stay, before and after', async () => {
  const there = await createProject(['a', 'b'])
  const { tests } = await there.api.tests.list({ testRunId: there.run.id })
  await there.api.comments.create({ resourceId: tests[0]!.id, content: 'I saw that' })
  await Promise.all([submitTo(there, failing('no')), submitTo(there, failing('no')), submitTo(there, failing('no'))])
  const [first, second] = await commentsOf(there)
  expect(first).toEqual(['I saw that', expect.stringContaining('no')])
  expect(second).toHaveLength(1)
})

test('a submission that is stopped while it checks the run counts the comments that it has written', async () => {
  const there = await createProject(['a', 'b'])
  const stop = new AbortController()
  let reads = 0
  const list: Api['tests']['list'] = (page) => {
    if (++reads === 2) stop.abort(new InterruptedError('stopped'))
    return there.api.tests.list(page)
  }
  const api = { ...there.api, tests: { ...there.api.tests, list } }
  const { summary } = await submitTo({ ...there, api }, failing('no'), { stop: stop.signal })
  expect((await commentsOf(there)).flat()).toHaveLength(2)
  expect(summary.comments).toMatchObject({ written: 2, failed: 0, notSent: 0 })
})

describe('the comment of a submission that wrote at the same time', () => {
  /**
   * Submits a failure while another submission writes its comment, with the text `theirs`, first; `isFull` says which entries the disk has
   * no room for, and `remove` deletes a comment in place of the service.
   */
  const submitBehind = async ({
    theirs = 'theirs',
    isFull = () => false,
    remove,
  }: {
    theirs?: string
    isFull?: (entry: JournalEntry) => boolean
    remove?: Api['comments']['delete']
  } = {}) => {
    const there = await createProject(['a'])
    const one = failing('mine').slice(0, 1)
    const entries: JournalEntry[] = []
    const others: string[] = []
    const noteAll = async (more: Iterable<JournalEntry>): Promise<void> => {
      for (const entry of more) {
        if (isFull(entry)) throw new Error('ENOSPC')
        entries.push(entry)
      }
    }
    const journal = strict({ ...noJournal, file: 'j', noteAll, note: (...more) => noteAll(more) })
    const create: Api['comments']['create'] = async (request) => {
      const content = request.content.replace('mine', theirs)
      others.push((await there.api.comments.create({ ...request, content })).comment.id)
      return there.api.comments.create(request)
    }
    const comments = { ...there.api.comments, create, ...(remove && { delete: remove }) }
    const submitted = await submitTo({ ...there, api: { ...there.api, comments } }, one, { journal })
    const { tests } = await there.api.tests.list({ testRunId: there.run.id, relations: ['comments'] })
    return {
      entries,
      comments: (await commentsOf(there))[0],
      ids: tests[0]?.comments?.map(({ id }) => id),
      others,
      submitted,
    }
  }

  test('is removed, and in the journal, so that an undo can write it again', async () => {
    const { entries, comments } = await submitBehind()
    expect(comments).toEqual([expect.stringContaining('mine')])
    expect(entries.filter(({ did }) => did === 'commented').at(-1)).toMatchObject({
      instead: [expect.stringContaining('theirs')],
      insteadIds: [expect.any(String)],
    })
  })

  test('stays if the journal cannot record it', async () => {
    const { comments } = await submitBehind({
      isFull: (entry) => entry.did === 'commented' && entry.instead.length > 0,
    })
    expect(comments).toEqual([expect.stringContaining('theirs'), expect.stringContaining('mine')])
  })

  test('stays if it has the same text, and the own one is removed', async () => {
    const { ids, others, submitted } = await submitBehind({ theirs: 'mine' })
    expect(ids).toEqual(others)
    expect(submitted.summary.comments).toMatchObject({ written: 0, failed: 0 })
  })

  test('and that cannot be removed is a failure', async () => {
    const remove = () => Promise.reject(new RejectedError('no'))
    const { comments, submitted } = await submitBehind({ remove })
    expect(comments).toHaveLength(2)
    expect(submitted.error).toMatchObject({ exitCode: 7 })
    expect(submitted.summary.failures).toMatchObject([{ test: 'WEB-T1', reason: expect.stringContaining('no') }])
  })
})
