import { batch, type Settled } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import { answerIfRead, ensureDeleted } from '../../contract/made-changes.ts'
import { isOwn } from '../../runs/comment-marker.ts'
import type { RunTest, Showing } from '../../runs/read.ts'
import { omittedCommentsError } from '../apply/probe-comments.ts'
import { type Commented, digestOfComment, type Journal, type Replay, type Undos } from '../journal/index.ts'
import type { Tests } from './sort-out.ts'
import type { Undone } from './undone.ts'

type Withdrawing = {
  api: Api
  journal: Journal
  stop: AbortSignal
  progress: Showing
  tests: Tests
  /** Ids of the tests that keep their result, and so the comment that explains it. */
  kept: ReadonlySet<string>
  undos: Undos
}

type Withdrawal = { test: RunTest; entry: Commented }

type Withdrawn = Pick<Settled<Withdrawal, void>, 'failed' | 'skipped'> & { done: Undone['comments'] }

/** Removes the comments of a submission and writes the ones that they replaced again, except on tests that keep their result. */
export const withdraw = async (
  replay: Replay,
  { api, journal, tests, kept, undos, stop, progress }: Withdrawing,
): Promise<Withdrawn> => {
  const done = { removed: 0, restored: 0 }
  const there = [...replay.commented, ...unanswered(replay, tests)].flatMap((entry) => {
    const test = tests.get(entry.test)
    return test && !kept.has(entry.test) ? [{ test, entry }] : []
  })
  // If the service sends the comments of at least one test, a list that it leaves out is empty. DECISIONS 430
  const leftOut = [...tests.values()].some(({ remarks }) => remarks) ? [] : undefined
  const bar = progress('taking comments away', there.length)
  const write = async (test: RunTest, content: string): Promise<string | undefined> =>
    (await answerIfRead(api.comments.create({ resourceId: test.id, content })))?.comment.id
  const work = async ({ test, entry: { comment: written, instead, insteadIds = [] } }: Withdrawal): Promise<void> => {
    const comment = undos.commentNow(written)
    const remarks = test.remarks ?? leftOut
    if (!remarks) throw omittedCommentsError(test)
    if (!remarks.some(({ id }) => id === comment)) return
    for (const [at, content] of instead.entries()) {
      if (!isOwn(content)) continue
      if (!remarks.some((one) => one.content === content)) {
        const now = await write(test, content)
        const was = insteadIds.length === instead.length ? insteadIds[at] : undefined
        if (was !== undefined && now !== undefined) await journal.note({ did: 'rewritten', was, comment: now })
      }
      done.restored++
    }
    await ensureDeleted(api.comments.delete({ commentId: comment }))
    done.removed++
  }
  const { failed, skipped } = await batch(there, work, {
    concurrency: 16,
    stop,
    onSettled: bar.step,
  })
  bar.done()
  return { done, failed, skipped }
}

/** Finds the comments of a submission whose answers were lost, by the digests of their texts. DECISIONS 521 */
const unanswered = ({ commenting }: Replay, tests: Tests): Commented[] =>
  [...commenting].flatMap(([test, digest]) =>
    (tests.get(test)?.remarks ?? [])
      .filter(({ content }) => digestOfComment(content) === digest)
      .map(({ id }): Commented => ({ did: 'commented', test, comment: id, instead: [] })),
  )
