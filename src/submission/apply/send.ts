import { batch, type Settled } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import { answerIfRead } from '../../contract/made-changes.ts'
import { mayBeDone, NotFoundError, UnavailableError } from '../../errors.ts'
import { type Journal, type JournalEntry, noteTogether } from '../journal/index.ts'
import type { Planned } from '../plan/index.ts'
import { timeOf } from '../../output/text/time.ts'
import { asRunGone, failsEveryRequest } from '../run/run-gone.ts'

type Sending = {
  api: Api
  /** The run that the tests are in. */
  run: string
  journal: Journal
  stop: AbortSignal
  atOnce?: number | undefined
  onSettled?: (() => void) | undefined
}

/**
 * Sets the results of tests in parallel. A test that fails does not stop the others; a refused key does, and a run
 * that is gone. Failures of the service are tried again as long as some requests succeed.
 */
export const sendResults = async (
  planned: readonly Planned[],
  { onSettled, journal, ...order }: Sending,
): Promise<Settled<Planned, void>> => {
  const { note, flush } = noteTogether(journal)
  const sending = { ...order, note }
  const sent: Settled<Planned, void> = { done: [], failed: [], skipped: [] }
  // Results that are retried settle in more than one round, and count only in the first.
  const counted = new Set<Planned>()
  // The results that an earlier round may have set. If a later round fails, too, they stay unknown, unless the test is
  // gone: then nothing was set. DECISIONS 401
  const doubts = new Map<Planned, unknown>()
  const settle = ({ item, error }: Failed): Failed =>
    error instanceof NotFoundError ? { item, error } : { item, error: doubts.get(item) ?? error }
  let open = planned
  for (let round = 1; ; round++) {
    const { done, failed, skipped } = await sendOnce(open, {
      ...sending,
      onSettled: (item) => {
        if (!counted.has(item)) onSettled?.()
      },
    })
    for (const one of done) sent.done.push(one)
    const again = failed.filter(({ error }) => error instanceof UnavailableError)
    for (const one of failed) if (!(one.error instanceof UnavailableError)) sent.failed.push(settle(one))
    const isOver = sending.stop.aborted || failed.some(({ error }) => failsEveryRequest(error))
    if (again.length === 0 || done.length === 0 || round === mostRounds || isOver) {
      await flush()
      const unclear = skipped.filter((item) => doubts.has(item)).map((item) => ({ item, error: doubts.get(item) }))
      return {
        done: sent.done,
        failed: [...sent.failed, ...again.map(settle), ...unclear],
        skipped: skipped.filter((item) => !doubts.has(item)),
      }
    }
    for (const { item, error } of again) {
      counted.add(item)
      if (mayBeDone(error)) doubts.set(item, error)
    }
    open = [...again.map(({ item }) => item), ...skipped]
  }
}

type Failed = Settled<Planned, void>['failed'][number]

const mostRounds = 20

const sendOnce = (
  planned: readonly Planned[],
  {
    api,
    run,
    note,
    stop,
    atOnce,
    onSettled,
  }: Pick<Sending, 'api' | 'run' | 'stop' | 'atOnce'> & {
    note: (entry: JournalEntry) => void
    onSettled: (item: Planned) => void
  },
): Promise<Settled<Planned, void>> => {
  let unavailable = 0
  const explain = asRunGone(api, run)
  return batch(
    planned,
    async (item) => {
      const { test, to } = item
      try {
        // If the answer cannot be read, the run, which is read afterwards, shows whether the result was set.
        const answer = await answerIfRead(api.tests.update({ testId: test.id, result: to }))
        unavailable = 0
        note({ did: 'set', test: test.id, at: answer && timeOf(answer.test.updatedAt) })
      } catch (error) {
        throw await explain(error)
      } finally {
        onSettled(item)
      }
    },
    {
      concurrency: atOnce ?? 32,
      stop,
      isFatal: (error) =>
        failsEveryRequest(error) || (error instanceof UnavailableError && ++unavailable >= mostUnavailable),
    },
  )
}

// After this many failures in a row, retries included, the service is down; another request would only wait for its timeout.
const mostUnavailable = 32
