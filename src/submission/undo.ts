import { batch } from '../system/async/batch.ts'
import type { Api } from '../contract/index.ts'
import type { ResultName } from '../contract/vocabulary.ts'
import { PartialError, UnauthorizedError } from '../errors.ts'
import { formatIdentifier } from '../contract/identifiers.ts'
import { inTightHeap } from '../system/heap.ts'
import type { Replay } from './journal/index.ts'
import { remove } from './apply/comments.ts'
import { readTests, type RunTest, type Showing } from '../runs/read.ts'
import { isOwn } from '../runs/comment-marker.ts'
import { resumeHint } from './resume-hint.ts'
import { stoppedWith } from '../system/async/stopped.ts'

/** A test whose result was, or was not, put back. */
type Named = { test: string; name: string }

/** The result of an undo. Cases, tests and the run that the submission created stay. */
export type Undone = {
  run: { id: string; identifier?: string; name: string; created: boolean }
  /** Results that are as they were before. */
  restored: (Named & { from: ResultName; to: ResultName })[]
  /** As they were already: never set, or put back before. */
  unchanged: number
  /** Left alone, because the test was changed after the submission. */
  touched: (Named & { holds: ResultName; by?: string })[]
  gone: Named[]
  comments: { removed: number; restored: number }
  failures: (Named & { reason: string })[]
  created: { cases: readonly string[] }
}

/**
 * Restores what a submission changed and what has not changed since: results, and its comments. A second undo finds
 * nothing to do. There is an error where something could not be put back. DECISIONS 39
 */
export const undo = (undoing: Undoing, replay: Replay): Promise<{ undone: Undone; error: Error | undefined }> =>
  inTightHeap(() => undoAll(undoing, replay))

type Undoing = { api: Api; stop: AbortSignal; progress: Showing; atOnce?: number | undefined }

const undoAll = async (
  { api, stop, progress, atOnce = 16 }: Undoing,
  replay: Replay,
): Promise<{ undone: Undone; error: Error | undefined }> => {
  const { run, begin } = replay
  if (!run)
    throw new PartialError('this submission reached no test run: there is nothing to undo', { hint: begin.target })
  const project = begin.project
  const tests = new Map(
    (await readTests(api, run.id, { project, remarks: true, progress })).map((test) => [test.id, test]),
  )
  const sorted = sortOut(replay, tests)
  const bar = progress('putting back', sorted.back.length)
  // The answers are not kept: together they are larger than the run.
  const putBack = async ({ test, from }: (typeof sorted.back)[number]): Promise<void> => {
    await api.tests.update({ testId: test.id, result: from })
  }
  const sent = await batch(sorted.back, putBack, {
    concurrency: atOnce,
    stop,
    onSettled: bar.step,
    isFatal: (error) => error instanceof UnauthorizedError,
  })
  bar.done()
  // A result that stays keeps its reason.
  const kept = new Set([
    ...sorted.kept,
    ...sent.failed.map(({ item }) => item.test.id),
    ...sent.skipped.map(({ test }) => test.id),
  ])
  const comments = await withdraw(api, replay, { tests, kept, stop, progress })
  const identifier = run.displayId && project && formatIdentifier({ project, noun: 'runs', displayId: run.displayId })
  const undone: Undone = {
    run: { id: run.id, ...(identifier && { identifier }), name: run.name, created: replay.createdRun !== undefined },
    restored: sent.done.map(({ item: { test, from } }) => ({ ...nameOf(test), from: test.result, to: from })),
    unchanged: sorted.unchanged,
    touched: sorted.touched,
    gone: sorted.gone,
    comments: comments.done,
    failures: [
      ...sent.failed.map(({ item, error }) => ({ ...nameOf(item.test), reason: reasonOf(error) })),
      ...sent.skipped.map(({ test }) => ({ ...nameOf(test), reason: 'stopped before' })),
      ...comments.failures,
    ],
    created: { cases: replay.createdCases },
  }
  return { undone, error: errorOf(undone, replay, stop) }
}

type Tests = ReadonlyMap<string, RunTest>

const sortOut = ({ intended, set }: Replay, tests: Tests) => {
  const sorted = {
    back: [] as { test: RunTest; from: ResultName }[],
    unchanged: 0,
    touched: [] as Undone['touched'],
    /** The ids of those. */
    kept: [] as string[],
    gone: [] as Named[],
  }
  for (const { test: id, identifier, name, from, to } of intended.values()) {
    const test = tests.get(id)
    const at = set.get(id)
    if (!test) sorted.gone.push({ test: identifier ?? id, name })
    else if (test.result === from) sorted.unchanged++
    else if (test.result === to && (at === undefined || test.updatedAt === at)) sorted.back.push({ test, from })
    else {
      sorted.kept.push(id)
      sorted.touched.push({ ...nameOf(test), holds: test.result, ...(test.updatedBy && { by: test.updatedBy }) })
    }
  }
  return sorted
}

/** Removes the comments of the submission, and restores those that they replaced; not of tests that keep their result. */
const withdraw = async (
  api: Api,
  { commented }: Replay,
  { tests, kept, stop, progress }: Pick<Undoing, 'stop' | 'progress'> & { tests: Tests; kept: ReadonlySet<string> },
) => {
  const done = { removed: 0, restored: 0 }
  const there = commented.filter(({ test }) => tests.has(test) && !kept.has(test))
  const bar = progress('taking comments away', there.length)
  const settled = await batch(
    there,
    async ({ test, comment, instead }) => {
      const remarks = tests.get(test)?.remarks ?? []
      if (!remarks.some(({ id }) => id === comment)) return
      for (const content of instead.filter(isOwn)) {
        if (!remarks.some((one) => one.content === content)) await api.comments.create({ resourceId: test, content })
        done.restored++
      }
      await remove(api, comment)
      done.removed++
    },
    { concurrency: 16, stop, onSettled: bar.step, isFatal: (error) => error instanceof UnauthorizedError },
  )
  bar.done()
  const nameById = (id: string): Named => {
    const test = tests.get(id)
    return test ? nameOf(test) : { test: id, name: '' }
  }
  const failures = [
    ...settled.failed.map(({ item, error }) => ({
      ...nameById(item.test),
      reason: `its comment was not taken away: ${reasonOf(error)}`,
    })),
    ...settled.skipped.map(({ test }) => ({
      ...nameById(test),
      reason: 'its comment was not taken away: stopped before',
    })),
  ]
  return { done, failures }
}

const errorOf = (
  { failures, restored, touched }: Undone,
  { intended }: Replay,
  stop: AbortSignal,
): Error | undefined => {
  if (stop.aborted) return stoppedWith(stop, `${restored.length} results were put back`, { hint: resumeHint })
  const done = `put back ${restored.length}`
  if (failures.length > 0)
    return new PartialError(`${done}, failed ${failures.length}`, {
      hint: 'run it again: nothing is done twice',
    })
  const [first] = touched
  if (!first) return undefined
  const before = [...intended.values()].find(({ test, identifier = test }) => identifier === first.test)?.from
  return new PartialError(`${done}, left ${touched.length}: changed since${byWhom(touched)}`, {
    hint: `testctl tests set ${first.test} ${before ?? 'RESULT'}`,
  })
}

/** ` by ana, ben`: who changed what was left, as far as the service says so. */
const byWhom = (touched: Undone['touched']): string => {
  const names = [...new Set(touched.flatMap(({ by }) => by ?? []))]
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return names.length === 0 ? '' : ` by ${names.slice(0, 3).join(', ')}${more}`
}

const nameOf = ({ id, name, identifiers }: RunTest): Named => ({ test: identifiers[0] ?? id, name })

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
