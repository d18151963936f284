import type { Api } from '../../contract/index.ts'
import { prepared } from '../../store/prepared.ts'
import type { JointChange } from '../../store/joint-work.ts'
import type { Row } from '../../store/table-types.ts'
import { type Caller, markUpdated } from '../caller.ts'
import { changedFields } from '../rows/changed-fields.ts'
import { adjustCounters, type CountChange } from '../rows/counters.ts'
import { getRow } from '../rows/lookup.ts'
import { toTest } from '../resources/index.ts'

type Update = Parameters<Api['tests']['update']>[0]
type Updated = Awaited<ReturnType<Api['tests']['update']>>

/**
 * Updates tests, one after another: a test may be among them twice. The counters of a run change once for all of its tests.
 * Throws a NotFoundError where one of the tests is not there. Any result may follow any other. DECISIONS 2
 */
export const updateTests =
  (caller: Caller): JointChange<Update, Updated> =>
  async (queries, updates) => {
    const ids = [...new Set(updates.map(({ testId }) => testId))]
    const rows = new Map(await Promise.all(ids.map(async (id) => [id, await getRow(queries, 'tests', id)] as const)))
    const mark = markUpdated(caller)
    const sent: Promise<unknown>[] = []
    const counts = new Map<string, CountChange>()
    const answers = updates.map(({ testId, assignedTo, result }) => {
      const test = rows.get(testId)!
      const changes = changedFields({ assigned_to: assignedTo, result })
      if (!changes) return { test: toTest(test) }
      const count = counts.get(test.run_id) ?? {}
      counts.set(test.run_id, count)
      if (result !== undefined) {
        count[test.result] = (count[test.result] ?? 0) - 1
        count[result] = (count[result] ?? 0) + 1
      }
      const marked = { ...changes, ...mark }
      sent.push(changeTest(queries, { ...marked, id: testId }))
      return { test: toTest(Object.assign(test, marked)) }
    })
    await Promise.all(sent)
    for (const [runId, count] of counts) await adjustCounters(queries, runId, count)
    return answers
  }

const changeTest = prepared((queries, { id, ...changes }: { id: string } & Partial<Row<'tests'>>) =>
  queries.updateTable('tests').set(changes).where('id', '=', id),
)
