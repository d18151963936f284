import type { Settled } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import { errorMessage, mayBeDone, NotFoundError, PartialError } from '../../errors.ts'
import { inTightHeap } from '../../system/heap.ts'
import { type Journal, noUndos, type Replay, type Undos } from '../journal/index.ts'
import { isRunGone, lookUpRun } from '../run/run-gone.ts'
import { identifierOf, readTests, type Showing } from '../../runs/read.ts'
import { undoErrorOf } from './exit-error.ts'
import { putBack } from './put-back.ts'
import { type Back, sortOut, touchedOf, wantsUndos } from './sort-out.ts'
import { type Named, namedTest, type Undone } from './undone.ts'
import { withdraw } from './withdraw.ts'

export type { Undone } from './undone.ts'

type Undoing = {
  api: Api
  /** The journal of the submission, which also records the changes of the undo. */
  journal: Journal
  /** Reads the changes that undos of other submissions made in the run. Called only if it matters. */
  undos: () => Promise<Undos>
  stop: AbortSignal
  /** Whether this is a dry run: `api` then sends no changes. */
  isPlan?: boolean
  progress: Showing
  atOnce?: number | undefined
}

/**
 * Undoes a submission: restores the results that have not changed since, and removes its comments. A second undo
 * finds nothing to do. Returns an error if something could not be put back. If the run was deleted, records that
 * in the journal and throws a RunGoneError. DECISIONS 39, 303, 304
 */
export const undo = (undoing: Undoing, replay: Replay): Promise<{ undone: Undone; error: Error | undefined }> =>
  inTightHeap(async () => {
    try {
      return await undoAll(undoing, replay)
    } catch (error) {
      if (replay.run && isRunGone([error])) await undoing.journal.note({ did: 'gone', id: replay.run.id })
      throw error
    }
  })

const undoAll = async (undoing: Undoing, replay: Replay): Promise<{ undone: Undone; error: Error | undefined }> => {
  const { api, journal, stop, isPlan = false, progress } = undoing
  const { run, begin } = replay
  if (!run)
    throw new PartialError('this submission reached no test run: there is nothing to undo', {
      hint: `its results were for ${begin.target}`,
    })
  const { project } = begin
  const [identifier] = run.displayId === undefined ? [] : identifierOf('runs', project, run.displayId)
  const read = await readTests(api, run.id, { project, remarks: true, progress }).catch((error: unknown) =>
    lookUpRun(api, { id: run.id, identifier }, error),
  )
  const tests = new Map(read.map((test) => [test.id, test]))
  const first = sortOut(replay, tests, noUndos)
  const undos = wantsUndos(first, replay, tests) ? await undoing.undos() : noUndos
  const sorted = undos === noUndos ? first : sortOut(replay, tests, undos)
  const sent = await putBack(sorted.back, { ...undoing, run: run.id })
  // A test that keeps its result keeps the comment that explains it.
  const kept = new Set(
    [...sorted.left, ...sent.failed.map(({ item }) => item), ...sent.skipped].map(({ test }) => test.id),
  )
  const comments = await withdraw(replay, { api, journal, tests, kept, undos, stop, progress })
  const undone: Undone = {
    run: { id: run.id, ...(identifier && { identifier }), name: run.name, created: replay.createdRun !== undefined },
    restored: sent.done.map(({ item: { test, from } }) => ({ ...namedTest(test), from: test.result, to: from })),
    unchanged: sorted.unchanged,
    touched: sorted.left.map(touchedOf),
    gone: [...sorted.gone, ...goneOf(sent.failed), ...goneOf(comments.failed)],
    comments: comments.done,
    failures: [...failuresOf(sent), ...failuresOf(comments, 'its comment')],
    created: { cases: replay.createdCases },
  }
  await journal.note({ did: 'undone' })
  return { undone, error: undoErrorOf(undone, sorted, { stop, isPlan }) }
}

type Left = Pick<Settled<Pick<Back, 'test'>, void>, 'failed' | 'skipped'>

/** Returns the tests that were deleted during the undo. */
const goneOf = (failed: Left['failed']): Named[] =>
  failed.flatMap(({ item, error }) => (error instanceof NotFoundError ? [namedTest(item.test)] : []))

const failuresOf = ({ failed, skipped }: Left, of: 'its comment' | '' = ''): Undone['failures'] => {
  const what = of && `${of} was not taken away: `
  return [
    ...failed.flatMap(({ item, error }): Undone['failures'] => {
      if (error instanceof NotFoundError) return []
      const test = namedTest(item.test)
      return mayBeDone(error)
        ? [{ ...test, reason: `${of && `${of}: `}${errorMessage(error)}`, unknown: true }]
        : [{ ...test, reason: `${what}${errorMessage(error)}` }]
    }),
    ...skipped.map(({ test }) => ({ ...namedTest(test), reason: `${what}stopped before` })),
  ]
}
