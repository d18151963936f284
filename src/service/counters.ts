import { type Result, results } from '../contract/vocabulary.ts'
import type { Queries } from '../store/tables.ts'

/** How many tests more, or fewer, a run has with each result. */
export type Change = Partial<Record<Result, number>>

/** Keeps the counters of a run equal to its tests: called wherever tests come, go or change, in the same transaction. */
export const count = async (queries: Queries, runId: string, change: Change): Promise<void> => {
  const changed = results.filter((result) => change[result])
  if (changed.length === 0) return
  const total = changed.reduce((sum, result) => sum + change[result]!, 0)
  await queries
    .updateTable('runs')
    .set((run) => ({
      total: run('total', '+', total),
      ...Object.fromEntries(changed.map((result) => [columns[result], run(columns[result], '+', change[result]!)])),
    }))
    .where('id', '=', runId)
    .execute()
}

/** The change that the going of these tests makes. */
export const without = (tests: readonly { result: Result }[]): Change => {
  const change: Change = {}
  for (const { result } of tests) change[result] = (change[result] ?? 0) - 1
  return change
}

const columns = { untested: 'untested', inProgress: 'in_progress', passed: 'passed', failed: 'failed' } as const
