import type { RunTest } from '../read.ts'
import { type TestDifference, changeOf } from '../diff/index.ts'

/**
 * A test whose result changed, that is new in the run (`from` is null), or that is gone (`to` is null). `by` is
 * who changed it, empty if not known; `at` is in milliseconds since 1970.
 */
export type ResultChange = TestDifference & { by: string; at: number }

/**
 * Returns what changed in the tests of a run from one poll to the next, in the order of time. Changes that were
 * undone in between are not seen. If the service does not say when a change was, its time is `now`.
 */
export const changesBetween = (before: readonly RunTest[], after: readonly RunTest[], now: number): ResultChange[] => {
  const known = new Map(before.map((test) => [test.id, test]))
  const turns = after.flatMap((test) => {
    const earlier = known.get(test.id)
    known.delete(test.id)
    return earlier?.result === test.result
      ? []
      : turnOf(test, { before: earlier, after: test, at: test.updatedAt ?? now })
  })
  const gone = [...known.values()].map((test) => turnOf({ ...test, updatedBy: '' }, { before: test, at: now }))
  return [...turns, ...gone].toSorted((one, other) => one.at - other.at)
}

/** Returns the tests that were changed last and are no longer untested, the latest last. Their earlier results are not known. */
export const latestChanges = (tests: readonly RunTest[], most: number): ResultChange[] =>
  tests
    .filter((test) => test.result !== 'untested' && test.updatedAt !== undefined)
    .toSorted((one, other) => (one.updatedAt ?? 0) - (other.updatedAt ?? 0))
    .slice(-most)
    .map((test) => turnOf(test, { after: test, at: test.updatedAt ?? 0 }))

const turnOf = (
  test: RunTest,
  { at, before, after }: { before?: RunTest | undefined; after?: RunTest; at: number },
) => ({
  ...changeOf(test, { before, after }),
  by: test.updatedBy ?? '',
  at,
})
