import { type ResultName, results } from '../../contract/vocabulary.ts'
import { prepared } from '../../store/prepared.ts'
import { type Queries, resultColumns } from '../../store/table-types.ts'
import { countSpans } from './page-index.ts'

/** By how many tests the count of each result changes. */
export type CountChange = Partial<Record<ResultName, number>>

/**
 * Keeps the counters of a run equal to its tests, and raises its revision. Call it whenever tests or their comments are added, deleted
 * or changed, in the same transaction.
 */
export const adjustCounters = async (queries: Queries, runId: string, change: CountChange = {}): Promise<void> => {
  const changed = results.filter((result) => change[result])
  const total = changed.reduce((sum, result) => sum + change[result]!, 0)
  const changes = Object.fromEntries(changed.map((result) => [resultColumns[result], change[result]!]))
  await add(queries, { runId, revision: 1, ...(changed.length > 0 && { total, ...changes }) })
}

const add = prepared((queries, { runId, ...changes }: { runId: string } & Record<string, number | string>) =>
  queries
    .updateTable('runs')
    .set((run) =>
      Object.fromEntries(
        Object.entries(changes).map(([column, by]) => [column, run(column as 'total', '+', by as number)]),
      ),
    )
    .where('id', '=', runId),
)

/** Adjusts the counters and the page index of a run for deleted tests. */
export const countGone = async (
  queries: Queries,
  runId: string,
  tests: readonly { display_id: number; result: ResultName }[],
): Promise<void> => {
  if (tests.length === 0) return
  const change: CountChange = {}
  for (const { result } of tests) change[result] = (change[result] ?? 0) - 1
  await adjustCounters(queries, runId, change)
  const displayIds = tests.map((test) => test.display_id)
  await countSpans(queries, { noun: 'tests', ownerId: runId }, { displayIds, by: -1 })
}
