import type { Noun } from '../../contract/vocabulary.ts'
import { bytesIn } from '../../store/sizes.ts'
import type { Queries, Row } from '../../store/table-types.ts'
import { asOne } from './lookup.ts'
import { type Related, rowBytes } from './answer-size.ts'

// The sizes of related rows, which tell whether they fit into an answer before they are read. Each query uses the index of the read.

/** The texts of a row that can be long. */
export const longTexts = {
  cases: ['name', 'preconditions', 'steps', 'custom_fields'],
  tests: ['name', 'preconditions', 'steps'],
} as const

type Named = { id: string; name: string; icon?: string; color?: string }

/** Returns the bytes of a row that has no long texts. */
export const bytesOf = ({ name, icon = '', color = '' }: Named): number =>
  rowBytes + Buffer.byteLength(name) + Buffer.byteLength(icon) + Buffer.byteLength(color)

/** Returns the bytes of a case. */
export const bytesOfCase = (row: Row<'cases'>): number => bytesOfTest(row) + Buffer.byteLength(row.custom_fields)

/** Returns the bytes of a test. */
export const bytesOfTest = ({ name, preconditions, steps }: Pick<Row<'tests'>, 'name' | 'preconditions' | 'steps'>) =>
  rowBytes + Buffer.byteLength(name) + Buffer.byteLength(preconditions) + Buffer.byteLength(steps)

/** Returns the relation of projects to their cases, milestones or runs. */
export const totalBelow = (queries: Queries, noun: 'cases' | 'milestones' | 'runs'): Related<{ id: string }> =>
  relationTo(queries, noun, {
    owner: 'project_id',
    texts: noun === 'cases' ? longTexts.cases : ['name'],
    way: `GET /v1/${noun === 'runs' ? 'test-runs' : noun}/{projectId} reads it in pages`,
  })

/** Returns the relation of runs to their tests. */
export const ofRuns = (queries: Queries): Related<{ id: string }> =>
  relationTo(queries, 'tests', {
    owner: 'run_id',
    texts: longTexts.tests,
    way: 'GET /v1/tests/{testRunId} reads the tests of a test run in pages',
  })

/** Returns the relation of milestones to their runs. */
export const runsOf = (queries: Queries): Related<{ id: string }> =>
  relationTo(queries, 'runs', {
    owner: 'milestone_id',
    texts: ['name'],
    way: 'GET /v1/test-runs/{projectId} reads test runs in pages',
  })

/** Returns the relation of milestones to the tests of their runs. */
export const testsOf = (queries: Queries): Related<{ id: string }> => ({
  ownerOf: ({ id }) => id,
  read: (owners, most) =>
    queries
      .selectFrom('runs')
      .innerJoin('tests', 'tests.run_id', 'runs.id')
      .select(['milestone_id as owner', bytesIn('tests.name', 'tests.preconditions', 'tests.steps').as('bytes')])
      .where('milestone_id', 'in', owners)
      .limit(most)
      .execute(),
  way: 'GET /v1/tests/{testRunId} reads the tests of a test run in pages',
})

/** Returns the relation of cases or tests to their comments. */
export const commentsOf = (queries: Queries, owner: 'case_id' | 'test_id'): Related<{ id: string }> =>
  relationTo(queries, 'comments', { owner, texts: ['content'], way: 'it has too many comments' })

/** Returns the relation of tests to the cases that they were made from. */
export const casesOfTests = (queries: Queries): Related<{ case_id: string }> => ({
  ...relationTo(queries, 'cases', {
    owner: 'id',
    texts: longTexts.cases,
    way: 'GET /v1/cases/case/{identifier} reads the case',
  }),
  ownerOf: ({ case_id }) => case_id,
})

/** Returns a relation to rows of one table, whose column `owner` has the id of their owner. */
const relationTo = (
  queries: Queries,
  noun: Noun,
  { owner, texts, way }: { owner: string; texts: readonly string[]; way: string },
): Related<{ id: string }> => ({
  ownerOf: ({ id }) => id,
  read: (owners, most) =>
    queries
      .selectFrom(asOne(noun))
      .select([`${owner as 'project_id'} as owner`, bytesIn(...texts).as('bytes')])
      .where(owner as 'project_id', 'in', owners)
      .limit(most)
      .execute(),
  way,
})
