import type { ResultName } from '../../contract/vocabulary.ts'
import type { Replay, Undos } from '../journal/index.ts'
import type { RunTest } from '../../runs/read.ts'
import { namedTest, type Named, type Undone } from './undone.ts'

/** The tests of a run, by their ids. */
export type Tests = ReadonlyMap<string, RunTest>

/** A test with the result that it had before. */
export type Back = { test: RunTest; from: ResultName }

/** What an undo does with each test that the submission set, or meant to set. `left` are tests that were changed since. */
export type Sorted = { back: Back[]; unchanged: number; left: Back[]; gone: Named[] }

/** Sorts them by what they hold now. A test is as it was set where the change is its last, or an undo put that back. DECISIONS 39, 303 */
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

/** Whether undos of other submissions may have made some of what differs: their journals are read only then. */
export const wantsUndos = ({ left }: Sorted, { commented, intended }: Replay, tests: Tests): boolean =>
  left.some(({ test }) => test.result === intended.get(test.id)?.to) ||
  commented.some(({ test, comment }) => tests.get(test)?.remarks?.some(({ id }) => id === comment) === false)

/** A test that was left as `Undone` has it. */
export const touchedOf = ({ test }: Back): Undone['touched'][number] => ({
  ...namedTest(test),
  holds: test.result,
  ...(test.updatedBy && { by: test.updatedBy }),
})
