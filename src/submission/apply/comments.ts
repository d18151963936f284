import { batch, type Settled } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import { ensureDeleted } from '../../contract/made-changes.ts'
import { errorMessage, withLookup, mayBeDone, mayBeThere, NotFoundError, UnconfirmedError } from '../../errors.ts'
import { digestOfComment, type Journal, JournalLostError } from '../journal/index.ts'
import type { RunTest } from '../../runs/read.ts'
import { type CommentToWrite, earlierComments } from './due-comments.ts'
import { probing } from './probe-comments.ts'

/** The outcome of writing a comment: the id of the new one, or `kept` if the same comment existed already. */
export type CommentsWritten = { written: string } | 'kept'

/**
 * Writes a comment on each of the tests, and removes those of earlier submissions. The new one is written first, so that
 * there is always one.
 */
export const writeComments = async (
  items: readonly CommentToWrite[],
  {
    api,
    journal,
    stop,
    onSettled,
  }: { api: Api; journal: Journal; stop: AbortSignal; onSettled?: (() => void) | undefined },
): Promise<Settled<CommentToWrite, CommentsWritten>> => {
  const probe = probing(api)
  const write = async (due: CommentToWrite): Promise<CommentsWritten> => {
    const { test, content } = due
    const { same, stale } = earlierComments(due)
    const kept = same !== undefined
    const make = () => createComment(api, test, content)
    const comment = same?.id ?? (test.remarks ? await make() : await probe(test, make))
    if (kept && stale.length === 0) return 'kept'
    const entry = { did: 'commented', test: test.id, comment, ...insteadOf(stale) } as const
    const lost = await journal.note(entry).then(() => undefined, lossOf)
    // Leaves the stale comments: the next submission removes them.
    if (lost && kept) return 'kept'
    if (lost) return takeBack(api, comment, lost)
    for (const { id } of stale) await ensureDeleted(api.comments.delete({ commentId: id }))
    return kept ? 'kept' : { written: comment }
  }
  // All in one write to the journal. If it fails, the failure is reported for each comment.
  const intended = items.filter((due) => !earlierComments(due).same)
  await journal
    .noteAll(
      intended.map(({ test, content }) => ({ did: 'commenting', test: test.id, digest: digestOfComment(content) })),
    )
    .catch(lossOf)
  const settled = await batch(items, write, { concurrency: 16, stop, onSettled })
  const refused = settled.failed.filter(({ error }) => !mayBeThere(error) && !mayBeDone(error)).map(({ item }) => item)
  // A comment that an earlier try wrote exists.
  const unwritten = [...refused, ...settled.skipped].filter((due) => !earlierComments(due).same)
  if (unwritten.length > 0)
    await journal.noteAll(unwritten.map(({ test }) => ({ did: 'notCommented', test: test.id }))).catch(lossOf)
  return settled
}

const lossOf = (error: unknown): JournalLostError => {
  if (error instanceof JournalLostError) return error
  throw error
}

/**
 * Deletes a comment that could not be recorded in the journal, so that no undo would find it. Always throws:
 * `lost`, or an UnconfirmedError if it cannot be deleted.
 */
const takeBack = async (api: Api, commentId: string, lost: JournalLostError): Promise<never> => {
  await ensureDeleted(api.comments.delete({ commentId })).catch((cause: unknown) => {
    throw new UnconfirmedError(`${lost.message}, and the comment could not be deleted again: ${errorMessage(cause)}`, {
      cause,
    })
  })
  throw lost
}

const insteadOf = (removed: NonNullable<RunTest['remarks']>) => ({
  instead: removed.map(({ content }) => content),
  insteadIds: removed.map(({ id }) => id),
})

/**
 * Creates a comment and returns its id. If the answer is lost, checks whether the comment exists, and if not, tries
 * again. If the first request arrives late after all, the next submission removes one of the two. The outcome of the
 * first request stays unknown if no comment is found, however a later attempt fails, unless the test is gone. DECISIONS 401
 */
const createComment = async (api: Api, test: RunTest, content: string): Promise<string> => {
  const [identifier] = test.identifiers
  let unclear: unknown
  for (let attempt = 1; ; attempt++) {
    try {
      return (await api.comments.create({ resourceId: test.id, content })).comment.id
    } catch (error) {
      if (!mayBeThere(error)) throw error instanceof NotFoundError ? error : (unclear ?? error)
      unclear ??= withLookup(error, identifier && `testctl comments list ${identifier}`)
    }
    if (identifier === undefined || attempt === mostAttempts) throw unclear
    const found = await api.tests.get({ identifier, relations: ['comments'] }).catch(() => undefined)
    if (!found?.test.comments) throw unclear
    const written = found.test.comments.find((one) => one.content === content)
    if (written) return written.id
  }
}

const mostAttempts = 3

/**
 * Reduces the comments on each test to one, after several submissions wrote on the same tests at the same time; `now` are the
 * tests as read afterwards. Of equal comments the earliest stays, and each later submission removes its own. Of different
 * ones the latest stays, and its submission removes the earlier ones. The last submission to look sees all comments, so no
 * surplus is left. No submission removes a comment later than its own, so the last comment is never removed. DECISIONS 113
 */
export const settleComments = async (
  done: Settled<CommentToWrite, CommentsWritten>['done'],
  { api, journal, stop, now }: { api: Api; journal: Journal; stop: AbortSignal; now: readonly RunTest[] },
): Promise<Settled<CommentToWrite, CommentsWritten>> => {
  const tests = new Map(now.map((test) => [test.id, test]))
  const settle = async ({ item, value }: (typeof done)[number]): Promise<CommentsWritten> => {
    if (value === 'kept') return value
    const remarks = tests.get(item.test.id)?.remarks ?? []
    const earlier = remarks.slice(
      0,
      Math.max(
        0,
        remarks.findIndex(({ id }) => id === value.written),
      ),
    )
    if (earlier.some(({ content }) => content === item.content)) {
      await ensureDeleted(api.comments.delete({ commentId: value.written }))
      return 'kept'
    }
    if (earlier.length > 0) {
      const entry = { did: 'commented', test: item.test.id, comment: value.written, ...insteadOf(earlier) } as const
      if (await journal.note(entry).then(() => undefined, lossOf)) return value
    }
    for (const { id } of earlier) await ensureDeleted(api.comments.delete({ commentId: id }))
    return value
  }
  const settled = await batch(done, settle, { concurrency: 16, stop })
  return {
    // After a stop, the skipped ones are written all the same; the next submission removes the surplus.
    done: [...settled.done.map(({ item: { item }, value }) => ({ item, value })), ...settled.skipped],
    failed: settled.failed.map(({ item: { item }, error }) => ({ item, error })),
    skipped: [],
  }
}
