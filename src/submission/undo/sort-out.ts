import type { ResultName } from '../../contract/vocabulary.ts'
import type { Replay, Undos } from '../journal/index.ts'
import type { RunTest } from '../../runs/read.ts'
import { namedTest, type Named, type Undone } from './undone.ts'

/** The tests of a run, by their ids. */
export type Tests = ReadonlyMap<string, RunTest>

/** A test with the result that it had before. */
export type Back = { test: RunTest; from: ResultName }

/**
 * The tests that the submission set, or meant to set, by what an undo does with them: `back` are put back,
 * `unchanged` need nothing, `left` were changed since, `gone` are no longer in the run.
 */
export type Sorted = { back: Back[]; unchanged: number; left: Back[]; gone: Named[] }

/**
 * Sorts the tests by their current results. A test is still as the submission set it if that was its last change, or if
 * the undo of another submission restored that change. If it is not known when it was set, its result decides. DECISIONS 39, 303
 */
export const sortOut = ({ intended, set, putBack }: Replay, tests: Tests, { standsFor }: Undos): Sorted => {
  const sorted: Sorted = { back: [], unchanged: 0, left: [], gone: [] }
  for (const { test: id, identifier, name, from, to } of intended.values()) {
    const test = tests.get(id)
    const at = set.get(id)
    if (!test) sorted.gone.push({ test: identifier ?? id, name })
    else if (test.result === from || putBack.has(id)) sorted.unchanged++
    else if (test.result === to && (at === undefined || standsFor(id, test.updatedAt) === at))
      sorted.back.push({ test, from })
    else sorted.left.push({ test, from })
  }
  return sorted
}

/** Whether undos of other submissions may explain some of the differences: only then are their journals read. */
export const wantsUndos = ({ left }: Sorted, { commented, intended }: Replay, tests: Tests): boolean =>
  left.some(({ test }) => test.result === intended.get(test.id)?.to) ||
  commented.some(({ test, comment }) => tests.get(test)?.remarks?.some(({ id }) => id === comment) === false)

/** Converts a test that was left into its entry in `Undone`. */
export const touchedOf = ({ test }: Back): Undone['touched'][number] => ({
  ...namedTest(test),
  holds: test.result,
  ...(test.updatedBy && { by: test.updatedBy }),
})
