import type { Case, Milestone, Project, Test, TestRun } from '../../contract/models.ts'
import type { relations } from '../../contract/vocabulary.ts'
import type { Queries, Row } from '../../store/table-types.ts'
import { idsOf, inChunks } from '../rows/chunks.ts'
import { asOne } from '../rows/lookup.ts'
import { fitRelated, type Room } from '../rows/answer-size.ts'
import { toCase, toComment, toMilestone, toProject, toRun, toTest } from './index.ts'
import {
  totalBelow,
  bytesOf,
  bytesOfCase,
  bytesOfTest,
  casesOfTests,
  commentsOf,
  ofRuns,
  runsOf,
  testsOf,
} from '../rows/relation-sizes.ts'
import { addTo } from '../../system/maps/add-to.ts'

// Rows as resources with the relations that were requested, and no others: an absent relation is not the same as an empty one. Each
// relation is read for all rows together, in the order of an index: by owner first. If there is no room for all rows, the last ones are
// left out. DECISIONS 16, 83

type Asked<Name extends string> = { asked: readonly Name[] | undefined; room: Room }

/** Presents projects, with their cases, milestones and test runs if requested. */
export const presentProjects = async (
  queries: Queries,
  page: readonly Row<'projects'>[],
  { asked, room }: Asked<(typeof relations.projects.list)[number]>,
): Promise<Project[]> => {
  const related = [
    ...(asked?.includes('cases') ? [totalBelow(queries, 'cases')] : []),
    ...(asked?.includes('milestones') ? [totalBelow(queries, 'milestones')] : []),
    ...(asked?.includes('test_runs') ? [totalBelow(queries, 'runs')] : []),
  ]
  const rows = await fitRelated(room, { rows: page, bytesOf, related })
  const ids = idsOf(rows)
  const cases = asked?.includes('cases') && (await readBelow(queries, 'cases', 'project_id', ids))
  const milestones = asked?.includes('milestones') && (await readBelow(queries, 'milestones', 'project_id', ids))
  const runs = asked?.includes('test_runs') && (await readBelow(queries, 'runs', 'project_id', ids))
  return rows.map((row) => ({
    ...toProject(row),
    ...(cases && { cases: cases(row.id).map(toCase) }),
    ...(milestones && { milestones: milestones(row.id).map(toMilestone) }),
    ...(runs && { testRuns: runs(row.id).map(toRun) }),
  }))
}

/** Presents cases, with their comments if requested. DECISIONS 20 */
export const presentCases = async (
  queries: Queries,
  page: readonly Row<'cases'>[],
  { asked, room }: Asked<'comments' | 'project'>,
): Promise<Case[]> => {
  const related = asked?.includes('comments') ? [commentsOf(queries, 'case_id')] : []
  const rows = await fitRelated(room, { rows: page, bytesOf: bytesOfCase, related })
  if (related.length === 0) return rows.map(toCase)
  const comments = await readBelow(queries, 'comments', 'case_id', idsOf(rows))
  return rows.map((row) => Object.assign(toCase(row), { comments: comments(row.id).map(toComment) }))
}

/** Presents tests, with their comments and their cases if requested; the case of a test may have been deleted. */
export const presentTests = async (
  queries: Queries,
  page: readonly Row<'tests'>[],
  { asked, room }: Asked<'case' | 'comments' | 'test_run'>,
): Promise<Test[]> => {
  const related = [
    ...(asked?.includes('comments') ? [commentsOf(queries, 'test_id')] : []),
    ...(asked?.includes('case') ? [casesOfTests(queries)] : []),
  ]
  const rows = await fitRelated<Row<'tests'>>(room, { rows: page, bytesOf: bytesOfTest, related })
  if (related.length === 0) return rows.map(toTest)
  const comments = asked?.includes('comments') && (await readBelow(queries, 'comments', 'test_id', idsOf(rows)))
  const cases = asked?.includes('case') && (await casesOf(queries, rows))
  return rows.map((row) => {
    const made = cases && cases.get(row.case_id)
    const said = comments && { comments: comments(row.id).map(toComment) }
    return Object.assign(toTest(row), made && { case: toCase(made) }, said)
  })
}

/** Presents test runs, always with their results, and with their tests if requested. DECISIONS 17 */
export const presentRuns = async (
  queries: Queries,
  page: readonly Row<'runs'>[],
  { asked, room }: Asked<'tests' | 'test_runs'>,
): Promise<TestRun[]> => {
  const withTests = asked?.includes('tests')
  const rows = await fitRelated(room, { rows: page, bytesOf, related: withTests ? [ofRuns(queries)] : [] })
  if (!withTests) return rows.map(toRun)
  const tests = await readBelow(queries, 'tests', 'run_id', idsOf(rows))
  return rows.map((row) => Object.assign(toRun(row), { tests: tests(row.id).map(toTest) }))
}

/** Presents milestones, with their test runs if requested; a request for `tests` includes the runs that hold them. */
export const presentMilestones = async (
  queries: Queries,
  page: readonly Row<'milestones'>[],
  { asked, room }: Asked<'test_runs' | 'tests'>,
): Promise<Milestone[]> => {
  const related = [...(asked?.length ? [runsOf(queries)] : []), ...(asked?.includes('tests') ? [testsOf(queries)] : [])]
  const rows = await fitRelated(room, { rows: page, bytesOf, related })
  if (!asked?.length) return rows.map(toMilestone)
  const runs = await readBelow(queries, 'runs', 'milestone_id', idsOf(rows))
  const found = rows.flatMap(({ id }) => runs(id))
  const presented = new Map((await presentRuns(queries, found, { asked, room: weighed })).map((run) => [run.id, run]))
  return rows.map((row) => ({ ...toMilestone(row), testRuns: runs(row.id).map(({ id }) => presented.get(id)!) }))
}

// The size of the runs was already counted with their milestones.
const weighed: Room = { bytes: Infinity, isLarge: true }

/** Reads the rows that belong to these owners, by the column that names the owner; returns a function that finds those of one. */
const readBelow = async <N extends 'cases' | 'comments' | 'milestones' | 'runs' | 'tests'>(
  queries: Queries,
  noun: N,
  column: keyof Row<N> & `${string}_id`,
  owners: readonly string[],
): Promise<(owner: string) => readonly Row<N>[]> => {
  // The types of the query builder need one table.
  const [owner, place] = [column as 'project_id', (noun === 'comments' ? 'position' : 'display_id') as 'display_id']
  const found = await inChunks(owners, (chunk) =>
    queries.selectFrom(asOne(noun)).selectAll().where(owner, 'in', chunk).orderBy(owner).orderBy(place).execute(),
  )
  const rows = new Map<string, Row<N>[]>()
  for (const row of found) addTo(rows, row[owner], row as unknown as Row<N>)
  return (id) => rows.get(id) ?? []
}

const casesOf = async (queries: Queries, tests: readonly Row<'tests'>[]) => {
  const ids = [...new Set(tests.map((test) => test.case_id))]
  const found = await inChunks(ids, (chunk) =>
    queries.selectFrom('cases').selectAll().where('id', 'in', chunk).execute(),
  )
  return new Map(found.map((row) => [row.id, row]))
}
