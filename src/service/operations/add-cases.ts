import { sql } from 'kysely'
import { prepared } from '../../store/prepared.ts'
import type { Audit, Queries, Row } from '../../store/table-types.ts'
import { type Caller, markCreated } from '../caller.ts'
import { newId } from '../rows/new-id.ts'
import { idsOf, inChunks } from '../rows/chunks.ts'
import { adjustCounters, countGone } from '../rows/counters.ts'
import { takeNumbers } from '../rows/numbering.ts'
import { countSpans } from '../rows/page-index.ts'

type Run = Pick<Row<'runs'>, 'id' | 'project_id'>

/**
 * Adds cases to a test run that does not hold them yet: each becomes a test with a copy of the case's text, untested
 * and unassigned. Returns the ids of the tests. DECISIONS 2, 12, 15
 */
export const placeCases = async (
  queries: Queries,
  { run, caseIds, caller }: { run: Run; caseIds: readonly string[]; caller: Caller },
): Promise<string[]> => {
  if (caseIds.length === 0) return []
  const first = await takeNumbers(queries, { projectId: run.project_id, noun: 'tests', count: caseIds.length })
  const displayIds = caseIds.map((_, index) => first + index)
  const numbers = displayIds.values()
  const ids = await inChunks(caseIds, async (chunk) => {
    const tests = chunk.map((case_id) => ({ id: newId(), case_id, display_id: numbers.next().value! }))
    await copyCases(queries, tests, { run, mark: markCreated(caller) })
    return idsOf(tests)
  })
  await adjustCounters(queries, run.id, { untested: ids.length })
  await countSpans(queries, { noun: 'tests', ownerId: run.id }, { displayIds, by: 1 })
  return ids
}

type Placed = { id: string; case_id: string; display_id: number }

/** Inserts tests with the texts of their cases, which are copied inside the store because they may be large. */
const copyCases = async (
  queries: Queries,
  tests: readonly Placed[],
  { run, mark }: { run: Run; mark: Audit },
): Promise<void> => {
  const places = sql.join(tests.map(({ id, case_id, display_id }) => sql`(${id}, ${case_id}, ${display_id})`))
  // Both engines name the columns of `values` so. PostgreSQL takes all parameters in it for texts, hence the cast.
  const rows = sql`select place.column1, cases.id, cast(place.column3 as integer), project_id, ${run.id},
    name, preconditions, steps, '', 'untested', ${mark.created_at}, ${mark.created_by}, ${mark.updated_at}, ${mark.updated_by}
    from (values ${places}) as place join cases on cases.id = place.column2`
  await queries.insertInto('tests').columns(columns).expression(rows).execute()
}

const columns = [
  ...(['id', 'case_id', 'display_id', 'project_id', 'run_id', 'name', 'preconditions', 'steps'] as const),
  ...(['assigned_to', 'result', 'created_at', 'created_by', 'updated_at', 'updated_by'] as const),
]

/** Removes cases from a test run, and ignores those that it does not hold. Returns how many tests were removed. */
export const removeCases = async (queries: Queries, runId: string, caseIds: readonly string[]): Promise<number> => {
  const gone = await inChunks(caseIds, (chunk) =>
    queries
      .deleteFrom('tests')
      .where('run_id', '=', runId)
      .where('case_id', 'in', chunk)
      .returning(['display_id', 'result'])
      .execute(),
  )
  await countGone(queries, runId, gone)
  return gone.length
}

/** Returns the ids of the cases that a test run does not hold yet. */
export const absentCases = async (queries: Queries, runId: string, caseIds: readonly string[]): Promise<string[]> => {
  const held = await inChunks(caseIds, (chunk) => heldCases(queries, { runId, ids: chunk }))
  const ids = new Set(held.map((test) => test.case_id))
  return caseIds.filter((id) => !ids.has(id))
}

const heldCases = prepared((queries, { runId, ids }: { runId: string; ids: readonly string[] }) =>
  queries.selectFrom('tests').select('case_id').where('run_id', '=', runId).where('case_id', 'in', ids),
)
