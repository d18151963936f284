import type { Api } from '../../contract/index.ts'
import { prepared } from '../../store/prepared.ts'
import type { JointChange } from '../../store/joint-work.ts'
import type { Row } from '../../store/table-types.ts'
import { type Caller, markUpdated } from '../caller.ts'
import { changedFields } from '../rows/changed-fields.ts'
import { adjustCounters, type CountChange } from '../rows/counters.ts'
import { getRows } from '../rows/lookup.ts'
import { toTest } from '../resources/index.ts'

type Update = Parameters<Api['tests']['update']>[0]
type Updated = Awaited<ReturnType<Api['tests']['update']>>

/**
 * Returns the joint change that updates tests in their order; a test may occur twice. It reads all of them at once, writes those with
 * the same change at once, and changes the counters of a run once for all of its tests. It throws a NotFoundError if one of the tests
 * does not exist. Any result may follow any other. DECISIONS 2, 249
 */
export const updateTests =
  (caller: Caller): JointChange<Update, Updated> =>
  async (queries, updates) => {
    const rows = await getRows(queries, 'tests', [...new Set(updates.map(({ testId }) => testId))])
    const mark = markUpdated(caller)
    const changed = new Map<string, Change>()
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
      changed.set(testId, Object.assign({}, changed.get(testId), changes))
      return { test: toTest(Object.assign(test, changes, mark)) }
    })
    await Promise.all(alike(changed).map(({ change, ids }) => changeTests(queries, { ...change, ...mark, ids })))
    for (const [runId, count] of counts) await adjustCounters(queries, runId, count)
    return answers
  }

type Change = Partial<Pick<Row<'tests'>, 'assigned_to' | 'result'>>

/** Groups the tests that get the same change. */
const alike = (changed: ReadonlyMap<string, Change>): { change: Change; ids: string[] }[] => {
  const groups = new Map<string, { change: Change; ids: string[] }>()
  for (const [id, change] of changed) {
    const key = JSON.stringify([change.assigned_to, change.result])
    const group = groups.get(key)
    if (group) group.ids.push(id)
    else groups.set(key, { change, ids: [id] })
  }
  return [...groups.values()]
}

const changeTests = prepared((queries, { ids, ...changes }: { ids: readonly string[] } & Partial<Row<'tests'>>) =>
  queries.updateTable('tests').set(changes).where('id', 'in', ids),
)
