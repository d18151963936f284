import { randomUUID } from 'node:crypto'
import { bytesIn } from '../../store/sizes.ts'
import type { Queries, Row } from '../../store/table-types.ts'
import { type Caller, markCreated } from '../caller.ts'
import { idsOf, inChunks } from '../rows/chunks.ts'
import { adjustCounters, countGone } from '../rows/counters.ts'
import { takeNumbers } from '../rows/numbering.ts'
import { large } from '../rows/answer-size.ts'
import { countSpans } from '../rows/page-index.ts'
import { longTexts } from '../rows/relation-sizes.ts'

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
  const tests = caseIds.map((case_id, index) => ({ id: randomUUID(), case_id, display_id: first + index }))
  const mark = markCreated(caller)
  await inChunks(tests, async (chunk) => {
    for (const few of await inFew(queries, chunk)) {
      const texts = await readTexts(queries, few)
      const copies = few.map(({ id, case_id, display_id }) => {
        const { name, preconditions, steps } = texts.get(case_id)!
        const place = { id, case_id, display_id, project_id: run.project_id, run_id: run.id }
        return { ...place, name, preconditions, steps, assigned_to: '', result: 'untested' as const, ...mark }
      })
      await queries.insertInto('tests').values(copies).execute()
    }
    return []
  })
  await adjustCounters(queries, run.id, { untested: tests.length })
  const displayIds = tests.map((test) => test.display_id)
  await countSpans(queries, { noun: 'tests', ownerId: run.id }, { displayIds, by: 1 })
  return idsOf(tests)
}

type Placed = { id: string; case_id: string; display_id: number }

/** Splits tests into parts, so that the texts of one part's cases fit into memory. */
const inFew = async (queries: Queries, tests: readonly Placed[]): Promise<Placed[][]> => {
  const found = await queries
    .selectFrom('cases')
    .select(['id', bytesIn(...longTexts.tests).as('bytes')])
    .where('id', 'in', caseIdsOf(tests))
    .execute()
  const bytes = new Map(found.map((row) => [row.id, row.bytes]))
  const parts: Placed[][] = []
  let room = 0
  for (const test of tests) {
    const needed = bytes.get(test.case_id) ?? 0
    if (needed > room || parts.length === 0) {
      parts.push([])
      room = large
    }
    room -= needed
    parts.at(-1)!.push(test)
  }
  return parts
}

const readTexts = async (queries: Queries, tests: readonly Placed[]) => {
  const found = await queries
    .selectFrom('cases')
    .select(['id', 'name', 'preconditions', 'steps'])
    .where('id', 'in', caseIdsOf(tests))
    .execute()
  return new Map(found.map((texts) => [texts.id, texts]))
}

const caseIdsOf = (tests: readonly Placed[]): string[] => tests.map(({ case_id }) => case_id)

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

/** The ids of those cases that a test run does not hold yet. */
export const absentCases = async (queries: Queries, runId: string, caseIds: readonly string[]): Promise<string[]> => {
  const held = await inChunks(caseIds, (chunk) =>
    queries.selectFrom('tests').select('case_id').where('run_id', '=', runId).where('case_id', 'in', chunk).execute(),
  )
  const ids = new Set(held.map((test) => test.case_id))
  return caseIds.filter((id) => !ids.has(id))
}
