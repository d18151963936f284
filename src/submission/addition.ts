import { UnknownOutcomeError } from '../errors.ts'
import type { Order } from './order.ts'
import { type Reading, readTests, type RunTest } from './reads.ts'
import { addCases, type Run } from './run.ts'

/** Sees to it that the run has a test for each of the cases; the tests that it has then. */
export const addMissing = async (
  { api, rehearsal }: Order,
  { run, caseIds, tests, reading }: { run: Run; caseIds: readonly string[]; tests: RunTest[]; reading: Reading },
): Promise<{ tests: RunTest[]; count: number }> => {
  const present = new Set(tests.map(({ caseId }) => caseId))
  const absent = caseIds.filter((caseId) => !present.has(caseId))
  if (absent.length === 0) return { tests, count: 0 }
  // Where no answer came, the tests themselves tell whether it was done.
  const unknown = await addCases(api, run.id, absent).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof UnknownOutcomeError) return error
      throw error
    },
  )
  if (rehearsal) return { tests, count: absent.length }
  const known = new Map(tests.map((test) => [test.id, test]))
  // Nobody has commented on what was only just added.
  const now = (await readTests(api, run.id, { ...reading, remarks: false })).map((test) => known.get(test.id) ?? test)
  const there = new Set(now.map(({ caseId }) => caseId))
  if (unknown && absent.some((caseId) => !there.has(caseId))) throw unknown
  return { tests: now, count: absent.length }
}
