import { randomUUID } from 'node:crypto'
import type { Queries, Row } from '../store/tables.ts'
import { type Caller, markCreated } from './caller.ts'
import { idsOf, inChunks } from './chunks.ts'
import { count, countGone } from './counters.ts'
import { takeNumbers } from './numbering.ts'
import { countSpans } from './spans.ts'

type Run = Pick<Row<'runs'>, 'id' | 'project_id'>

/**
 * Places cases in a test run that does not hold them yet: each becomes a test with a copy of what the case says, untested
 * and assigned to nobody. DECISIONS 2, 12, 15
 */
export const placeCases = async (
  queries: Queries,
  { run, cases, caller }: { run: Run; cases: readonly Row<'cases'>[]; caller: Caller },
): Promise<Row<'tests'>[]> => {
  if (cases.length === 0) return []
  const first = await takeNumbers(queries, { projectId: run.project_id, noun: 'tests', count: cases.length })
  const mark = markCreated(caller)
  const tests = cases.map((row, index): Row<'tests'> => ({
    id: randomUUID(),
    project_id: run.project_id,
    run_id: run.id,
    case_id: row.id,
    display_id: first + index,
    name: row.name,
    preconditions: row.preconditions,
    steps: row.steps,
    assigned_to: '',
    result: 'untested',
    ...mark,
  }))
  await inChunks(tests, (chunk) => queries.insertInto('tests').values(chunk).execute())
  await count(queries, run.id, { untested: tests.length })
  const displayIds = tests.map((test) => test.display_id)
  await countSpans(queries, { noun: 'tests', ownerId: run.id }, { displayIds, by: 1 })
  return tests
}

/** Takes cases out of a test run; of those that it does not hold nothing is said. Gives how many tests went. */
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

/** Of these cases the ones that a test run does not hold yet. */
export const absentCases = async (
  queries: Queries,
  runId: string,
  cases: readonly Row<'cases'>[],
): Promise<Row<'cases'>[]> => {
  const held = await inChunks(idsOf(cases), (chunk) =>
    queries.selectFrom('tests').select('case_id').where('run_id', '=', runId).where('case_id', 'in', chunk).execute(),
  )
  const ids = new Set(held.map((test) => test.case_id))
  return cases.filter(({ id }) => !ids.has(id))
}
