import { batch, type Settled } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import { answerIfRead } from '../../contract/made-changes.ts'
import { UnconfirmedError } from '../../errors.ts'
import { type Journal, noteTogether } from '../journal/index.ts'
import { asRunGone, failsEveryRequest, RunGoneError } from '../run/run-gone.ts'
import { timeOf } from '../../output/text/time.ts'
import { notStored } from '../apply/reconcile.ts'
import type { Showing } from '../../runs/read.ts'
import type { Back } from './sort-out.ts'

type PuttingBack = {
  api: Api
  journal: Journal
  stop: AbortSignal
  progress: Showing
  /** The id of the run. */
  run: string
  atOnce?: number | undefined
}

/** Restores results, and notes each change, so that a later undo recognises it. */
export const putBack = async (
  back: readonly Back[],
  { api, journal, stop, progress, run, atOnce = 16 }: PuttingBack,
): Promise<Settled<Back, void>> => {
  const bar = progress('putting back', back.length)
  const explain = asRunGone(api, run)
  const { note, flush } = noteTogether(journal)
  // The answers are not kept: together they are larger than the run.
  const work = async (one: Back): Promise<void> => {
    const at = await setBack(api, one).catch(async (error: unknown) => {
      throw await explain(error)
    })
    note({ did: 'putBack', test: one.test.id, at })
  }
  const settled = await batch(back, work, {
    concurrency: atOnce,
    stop,
    onSettled: bar.step,
    isFatal: failsEveryRequest,
  })
  bar.done()
  await flush()
  const gone = settled.failed.find(({ error }) => error instanceof RunGoneError)
  if (gone) throw gone.error
  return settled
}

/**
 * Sets one result, and returns when it was set, according to the service. If the answer is unclear, reads the test to find out whether and
 * when it was set. Throws a PartialError if the test then holds another result. DECISIONS 579
 */
const setBack = async (api: Api, { test, from }: Back): Promise<number | undefined> => {
  const lookAgain = async () => {
    const [identifier] = test.identifiers
    const now = identifier === undefined ? undefined : (await api.tests.get({ identifier })).test
    return now?.id === test.id ? now : undefined
  }
  const seen = () => lookAgain().catch(() => undefined)
  try {
    const answer = await answerIfRead(api.tests.update({ testId: test.id, result: from }))
    const now = answer?.test ?? (await seen())
    if (now && now.result !== from) throw notStored(from, now.result)
    return now && timeOf(now.updatedAt)
  } catch (error) {
    const now = error instanceof UnconfirmedError ? await seen() : undefined
    if (now?.result !== from) throw error
    return timeOf(now.updatedAt)
  }
}
