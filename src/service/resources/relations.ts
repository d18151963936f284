import type { Case, Comment, Milestone, Project, Test, TestRun } from '../../contract/models.ts'
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
  const read = async <N extends 'cases' | 'milestones' | 'runs'>(noun: N) => {
    const found = await inChunks(ids, (chunk) =>
      queries
        .selectFrom(asOne(noun))
        .selectAll()
        .where('project_id', 'in', chunk)
        .orderBy('project_id')
        .orderBy('display_id')
        .execute(),
    )
    return groupBy(found, (row) => row.project_id) as unknown as (id: string) => readonly Row<N>[]
  }
  const cases = asked?.includes('cases') && (await read('cases'))
  const milestones = asked?.includes('milestones') && (await read('milestones'))
  const runs = asked?.includes('test_runs') && (await read('runs'))
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
  const comments = await commentsOn(queries, 'case_id', idsOf(rows))
  return rows.map((row) => Object.assign(toCase(row), { comments: comments(row.id) }))
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
  const comments = asked?.includes('comments') && (await commentsOn(queries, 'test_id', idsOf(rows)))
  const cases = asked?.includes('case') && (await casesOf(queries, rows))
  return rows.map((row) => {
    const made = cases && cases.get(row.case_id)
    return Object.assign(toTest(row), made && { case: toCase(made) }, comments && { comments: comments(row.id) })
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
  const found = await inChunks(idsOf(rows), (chunk) =>
    queries
      .selectFrom('tests')
      .selectAll()
      .where('run_id', 'in', chunk)
      .orderBy('run_id')
      .orderBy('display_id')
      .execute(),
  )
  const tests = groupBy(found, (row) => row.run_id)
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
  const found = await inChunks(idsOf(rows), (chunk) =>
    queries
      .selectFrom('runs')
      .selectAll()
      .where('milestone_id', 'in', chunk)
      .orderBy('milestone_id')
      .orderBy('display_id')
      .execute(),
  )
  const presented = new Map((await presentRuns(queries, found, { asked, room: weighed })).map((run) => [run.id, run]))
  const runs = groupBy(found, (row) => row.milestone_id!)
  return rows.map((row) => ({ ...toMilestone(row), testRuns: runs(row.id).map(({ id }) => presented.get(id)!) }))
}

// The size of the runs was already counted with their milestones.
const weighed: Room = { bytes: Infinity, isLarge: true }

const commentsOn = async (queries: Queries, owner: 'case_id' | 'test_id', ids: readonly string[]) => {
  const found = await inChunks(ids, (chunk) =>
    queries.selectFrom('comments').selectAll().where(owner, 'in', chunk).orderBy(owner).orderBy('position').execute(),
  )
  const comments = groupBy(found, (row) => row[owner]!)
  return (id: string): Comment[] => comments(id).map(toComment)
}

const casesOf = async (queries: Queries, tests: readonly Row<'tests'>[]) => {
  const ids = [...new Set(tests.map((test) => test.case_id))]
  const found = await inChunks(ids, (chunk) =>
    queries.selectFrom('cases').selectAll().where('id', 'in', chunk).execute(),
  )
  return new Map(found.map((row) => [row.id, row]))
}

const groupBy = <R>(rows: readonly R[], keyOf: (row: R) => string): ((key: string) => readonly R[]) => {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return (key) => groups.get(key) ?? []
}
