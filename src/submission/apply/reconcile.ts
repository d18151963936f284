import { phraseOf, type ResultName } from '../../contract/vocabulary.ts'
import type { Settled } from '../../system/async/batch.ts'
import { PartialError } from '../../errors.ts'
import type { Planned } from '../plan/index.ts'
import type { RunTest } from '../../runs/read.ts'

/**
 * Compares the results that were sent with the run afterwards. A result that was set must be there; if one that failed is there, the
 * answer to its request was lost.
 */
export const reconcile = (
  { done, failed, skipped }: Settled<Planned, void>,
  tests: readonly RunTest[],
): Settled<Planned, void> => {
  const now = new Map(tests.map((test) => [test.id, test.result]))
  const isThere = ({ test, to }: Planned) => now.get(test.id) === to
  const lost = done.filter(({ item }) => !isThere(item))
  return {
    done: [
      ...done.filter(({ item }) => isThere(item)),
      ...failed.filter(({ item }) => isThere(item)).map(({ item }) => ({ item, value: undefined })),
    ],
    failed: [
      ...failed.filter(({ item }) => !isThere(item)),
      ...lost.map(({ item }) => ({ item, error: notStored(item.to, now.get(item.test.id)) })),
    ],
    skipped,
  }
}

/** The error for a result that was set, and that the run does not hold. */
export const notStored = (to: ResultName, holds: ResultName | undefined): PartialError =>
  new PartialError(
    holds === undefined
      ? `it was set to ${phraseOf[to]}, and is not in the run any more`
      : `it was set to ${phraseOf[to]}, and the run holds ${phraseOf[holds]}: someone else changed it meanwhile, or the service did not store it`,
  )
